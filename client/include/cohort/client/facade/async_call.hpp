// async_call(): starts an operation on a client over sockets, for any completion token of Asio.
#pragma once

#include <cohort/client/call.hpp>
#include <cohort/client/facade/async_driver.hpp>
#include <cohort/client/facade/pending_calls.hpp>

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/cancellation_type.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/post.hpp>

#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

namespace cohort::client {

/// Whom an asynchronous call is made through. REQUIRES: both are there when the call starts.
struct AsyncCaller {
  AsyncDriver& driver;
  boost::asio::any_io_executor executor;  ///< Of handlers that have none of their own.
};

namespace detail {

template <class Value>
struct CallSignature {
  using Type = void(std::exception_ptr, Value);
};
template <>
struct CallSignature<void> {
  using Type = void(std::exception_ptr);
};

/// One call under way. All of it belongs to the driver's thread until the handler is due, and then
/// to the handler's executor; but `driver_`, through which the one who cancels reaches it, and what
/// drop() takes away when the handler's context goes before the handler is due.
template <class Machine, class Token, class Value, class Handler>
class AsyncCall final
    : public PendingCall,
      public std::enable_shared_from_this<AsyncCall<Machine, Token, Value, Handler>> {
 public:
  AsyncCall(const AsyncCaller& caller, Operation<Machine, Token, Value> operation, Duration timeout,
            Handler handler)
      : driver_(&caller.driver),
        ongoing_(std::move(operation)),
        timeout_(timeout),
        handler_(std::move(handler)),
        work_(boost::asio::make_work_guard(*handler_, caller.executor)),
        pending_(PendingCalls::of(context_of(work_->get_executor()))) {}

  void start() {
    if (!pending_->add(this->shared_from_this())) return;
    auto slot = boost::asio::get_associated_cancellation_slot(*handler_);
    if (slot.is_connected()) {
      slot.assign([weak = this->weak_from_this()](boost::asio::cancellation_type type) {
        const auto self = weak.lock();
        if (self && type != boost::asio::cancellation_type::none) self->request_cancel();
      });
    }
    driver_->post(
        [self = this->shared_from_this()](Node& node, Instant now) { self->begin(node, now); },
        [self = this->shared_from_this()](const std::exception_ptr& thrown) {
          self->have_begun(thrown);
        });
  }

  void drop() override {
    request_cancel();
    handler_.reset();
    work_.reset();
  }

 private:
  /// From the thread that cancels.
  void request_cancel() {
    const std::lock_guard locked(lock_);
    is_cancel_requested_ = true;
    if (driver_ == nullptr) return;
    driver_->post([self = this->shared_from_this()](Node&, Instant) { self->cancel(); });
  }

  bool is_cancel_requested() {
    const std::lock_guard locked(lock_);
    return is_cancel_requested_;
  }

  void cancel() {
    is_canceled_ = true;
    if (wait_ && driver_ != nullptr) driver_->cancel(*wait_);
  }

  void begin(Node& node, Instant now) {
    deadline_ = timeout_ < Duration::zero() ? now : now + timeout_;
    is_over_ = ongoing_.start(node, now);
  }

  void have_begun(std::exception_ptr thrown) {
    if (thrown) {
      thrown_ = std::move(thrown);
      // A driver that has failed says so at once, but no handler may be called by its initiation.
      return hand_over([](const auto& executor, auto work) { boost::asio::post(executor, work); });
    }
    if (is_over_) return complete({});
    wait();
  }

  void wait() {
    if (is_canceled_) return end(WaitEnd::canceled);
    wait_ = driver_->wait([self = this->shared_from_this()](
                              Node& node, Instant) { return self->ongoing_.is_done(node); },
                          deadline_,
                          [self = this->shared_from_this()](Waited waited) {
                            if (waited.end != WaitEnd::failed) return self->end(waited.end);
                            self->thrown_ = std::move(waited.failure);
                            self->give_up();
                          });
  }

  void give_up() {
    driver_->post([self = this->shared_from_this()](
                      Node& node, Instant now) { self->ongoing_.give_up(node, now); },
                  [self = this->shared_from_this()](const std::exception_ptr&) {
                    self->complete(std::exchange(self->thrown_, nullptr));
                  });
  }

  void end(WaitEnd why) {
    driver_->post([self = this->shared_from_this(), why](
                      Node& node, Instant now) { self->end_in_turn(node, now, why); },
                  [self = this->shared_from_this()](std::exception_ptr thrown) {
                    if (thrown || self->is_over_) return self->complete(std::move(thrown));
                    self->wait();
                  });
  }

  /// Behind what was queued before: what held may hold no more, and it may be canceled by now.
  void end_in_turn(Node& node, Instant now, WaitEnd why) {
    is_over_ = true;
    if (is_canceled_) return ongoing_.cancel(node, now);
    if (why != WaitEnd::held) return ongoing_.expire(node, now, timeout_);
    is_over_ = ongoing_.take(node, now);
  }

  void complete(std::exception_ptr thrown) {
    thrown_ = std::move(thrown);
    hand_over([](const auto& executor, auto work) { boost::asio::dispatch(executor, work); });
  }

  template <class Submit>
  void hand_over(const Submit& submit) {
    {
      const std::lock_guard locked(lock_);
      driver_ = nullptr;
    }
    if (!pending_->begin_hand_over(*this)) return;
    {
      // The handler may be the last for which its context is there: this thread has to be out of it
      // before.
      const auto work = *work_;
      submit(work.get_executor(), [self = this->shared_from_this()] { self->invoke(); });
    }
    pending_->end_hand_over();
  }

  /// On the handler's executor.
  void invoke() {
    boost::asio::get_associated_cancellation_slot(*handler_).clear();
    Handler handler(std::move(*handler_));
    handler_.reset();
    const auto work = std::exchange(work_, std::nullopt);
    if (!thrown_ && is_cancel_requested()) ongoing_.discard();
    if (!thrown_ && ongoing_.outcome().has_error()) {
      thrown_ = to_exception(ongoing_.outcome().error());
    }
    if constexpr (std::is_void_v<Value>) {
      std::move(handler)(std::exchange(thrown_, nullptr));
    } else if (thrown_) {
      std::move(handler)(std::exchange(thrown_, nullptr), Value{});
    } else {
      std::move(handler)(std::exception_ptr(), std::move(ongoing_.outcome()).value());
    }
  }

  using Executor = boost::asio::associated_executor_t<Handler, boost::asio::any_io_executor>;

  std::mutex lock_;
  AsyncDriver* driver_;  ///< Null once it is over; others than the driver's thread look locked.
  OngoingCall<Machine, Token, Value> ongoing_;
  Duration timeout_;
  Instant deadline_;
  bool is_over_ = false;
  bool is_canceled_ = false;
  bool is_cancel_requested_ = false;  ///< Under the lock; the driver's thread hears of it later.
  std::optional<WaitId> wait_{};
  std::exception_ptr thrown_{};
  std::optional<Handler> handler_;
  std::optional<boost::asio::executor_work_guard<Executor>> work_;
  std::shared_ptr<PendingCalls> pending_;
};

}  // namespace detail

/// As call(), without waiting. The token's signature is void(std::exception_ptr, Value), or
/// void(std::exception_ptr) where there is no value. Cancelling it, of whatever type, abandons the
/// operation, be it done by then or not, and ends it with an Error of kind `canceled`; a result
/// that is on its way to the handler is discarded, if the operation can. When the driver goes, it
/// ends with one of kind `closed`. A handler whose executor runs what it is given at once, as that
/// of use_future does, runs on the driver's thread. When the handler's context goes, so does the
/// handler, uncalled, with what it owns. Value has a default.
template <class Machine, class Token, class Value, class CompletionToken>
auto async_call(const AsyncCaller& caller, Operation<Machine, Token, Value> operation,
                Duration timeout, CompletionToken&& token) {
  return boost::asio::async_initiate<CompletionToken, typename detail::CallSignature<Value>::Type>(
      [](auto&& handler, const AsyncCaller& from, Operation<Machine, Token, Value> what,
         Duration within) {
        using Handler = std::decay_t<decltype(handler)>;
        std::make_shared<detail::AsyncCall<Machine, Token, Value, Handler>>(
            from, std::move(what), within, std::forward<decltype(handler)>(handler))
            ->start();
      },
      token, caller, std::move(operation), timeout);
}

}  // namespace cohort::client
