// gtest: GoogleTest fixtures with a broker, which tell what happened to it when a test fails.
#pragma once

#include <cohort/testing/await.hpp>

#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <string>

namespace cohort::testing {

namespace detail {

inline void tell_if_failed(const Observed& broker) {
  if (!::testing::Test::HasFailure()) return;
  std::cout << "the broker of the failed test:\n" << report(broker) << std::flush;
}

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
  ~BrokerTest() override { detail::tell_if_failed(broker); }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has
  // it.
  broker::EmbeddedBroker broker;
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
  void TearDown() override { detail::tell_if_failed(broker()); }

  static broker::EmbeddedBroker& broker() { return *shared(); }

 private:
  static std::unique_ptr<broker::EmbeddedBroker>& shared() {
    static std::unique_ptr<broker::EmbeddedBroker> owned;
    return owned;
  }
};

/// A broker in virtual time, a new one for each test.
class VirtualBrokerTest : public ::testing::Test {
 protected:
  explicit VirtualBrokerTest(broker::VirtualOptions options = {})
      : broker(detail::with_messages(std::move(options))) {}
  ~VirtualBrokerTest() override { detail::tell_if_failed(broker); }

  // NOLINTNEXTLINE(cppcoreguidelines-non-private-member-variables-in-classes): as GoogleTest has
  // it.
  broker::VirtualBroker broker;
};

}  // namespace cohort::testing
