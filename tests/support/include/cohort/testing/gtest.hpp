// gtest: GoogleTest fixtures with a broker, which tell what happened to it when a test fails.
#pragma once

#include <cohort/testing/await.hpp>

#include <gtest/gtest.h>
#include <sys/types.h>
#include <unistd.h>

#include <iostream>
#include <memory>
#include <thread>
#include <utility>

namespace cohort::testing {

namespace detail {

inline void tell(const Observed& broker) {
  std::cout << "the broker of the failed test:\n" << report(broker) << std::flush;
}

inline void tell_if_failed(const Observed& broker) {
  if (::testing::Test::HasFailure()) tell(broker);
}

/// Tells once a test what the broker knows: at the first failure, while the test's clients are
/// there. A failure on another thread, which may be the broker's own, is told of at the test's end;
/// what is told behind an exception was seen when it had left the test.
class FailureReport : public ::testing::EmptyTestEventListener {
 public:
  /// REQUIRES: the broker outlives it.
  explicit FailureReport(const Observed& broker) : broker_(broker) {
    ::testing::UnitTest::GetInstance()->listeners().Append(this);
  }
  ~FailureReport() override {
    ::testing::UnitTest::GetInstance()->listeners().Release(this);
    if (!is_told_) tell_if_failed(broker_);
  }
  FailureReport(const FailureReport&) = delete;
  FailureReport& operator=(const FailureReport&) = delete;

  void OnTestPartResult(const ::testing::TestPartResult& result) override {
    // A death test's child is a copy of this process without the broker's thread.
    const bool is_here = std::this_thread::get_id() == thread_ && ::getpid() == process_;
    if (is_told_ || !is_here || !result.failed()) return;
    is_told_ = true;
    tell(broker_);
  }

 private:
  Observed broker_;
  std::thread::id thread_ = std::this_thread::get_id();
  ::pid_t process_ = ::getpid();
  bool is_told_ = false;
};

/// Whoever's test fails wants to see the messages, too.
template <class Options>
Options with_messages(Options options) {
  options.config.tells_messages = true;
  return options;
}

}  // namespace detail

/// A broker over TCP, a new one for each test. A fixture with other options derives from it and
/// hands them to its constructor.
class BrokerTest : public ::testing::Test {
 protected:
  explicit BrokerTest(const broker::EmbeddedOptions& options = {})
      : broker(detail::with_messages(options)) {}

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has
  // it.
  broker::EmbeddedBroker broker;

 private:
  detail::FailureReport failure_report_{broker};
};

/// One broker over TCP for all tests of the suite, at the same port, reset before each. With other
/// options: `class OrdersTest : public SharedBrokerTest<OrdersTest>` with a function
/// `static broker::EmbeddedOptions options()` that is public.
template <class Suite>
class SharedBrokerTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    if constexpr (requires { Suite::options(); }) {
      shared() = std::make_unique<broker::EmbeddedBroker>(detail::with_messages(Suite::options()));
    } else {
      shared() = std::make_unique<broker::EmbeddedBroker>(
          detail::with_messages(broker::EmbeddedOptions{}));
    }
  }
  static void TearDownTestSuite() { shared().reset(); }
  void SetUp() override { broker().reset(); }

  static broker::EmbeddedBroker& broker() { return *shared(); }

 private:
  static std::unique_ptr<broker::EmbeddedBroker>& shared() {
    static std::unique_ptr<broker::EmbeddedBroker> owned;
    return owned;
  }

  detail::FailureReport failure_report_{broker()};
};

/// A broker in virtual time, a new one for each test.
class VirtualBrokerTest : public ::testing::Test {
 protected:
  explicit VirtualBrokerTest(broker::VirtualOptions options = {})
      : broker(detail::with_messages(std::move(options))) {}

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has
  // it.
  broker::VirtualBroker broker;

 private:
  detail::FailureReport failure_report_{broker};
};

}  // namespace cohort::testing
