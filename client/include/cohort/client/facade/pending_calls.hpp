// PendingCalls: the calls whose handlers belong to one execution context, so that they go with it.
#pragma once

#include <boost/asio/execution/context.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/query.hpp>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>

namespace cohort::client {

/// A call that is waited for.
class PendingCall {
 public:
  virtual ~PendingCall() = default;
  PendingCall(const PendingCall&) = delete;
  PendingCall& operator=(const PendingCall&) = delete;

  /// Destroys the handler without calling it, and all that belongs to the handler's context.
  virtual void drop() = 0;

 protected:
  PendingCall() = default;
};

/// A context that goes destroys the handlers of what is still pending, as it does with those of
/// Asio's own I/O objects; the driver's thread, which lives on, then hands it nothing any more.
class PendingCalls {
 public:
  /// Those of the context.
  static std::shared_ptr<PendingCalls> of(boost::asio::execution_context& context);

  /// False if the context has gone.
  bool add(const std::shared_ptr<PendingCall>& call);
  /// The call is not pending any more, and the context stays until end_hand_over(). False if the
  /// context has gone; then so has the handler.
  bool begin_hand_over(const PendingCall& call);
  void end_hand_over();
  /// Drops all, on the thread that destroys the context.
  void shut_down();

 private:
  std::mutex lock_;
  std::condition_variable idle_;
  std::map<const PendingCall*, std::weak_ptr<PendingCall>> calls_;  ///< Of no order that is seen.
  int hand_overs_ = 0;                                              ///< Under way.
  bool is_shut_down_ = false;
};

/// The context of an executor, of the standard kind or of the older one.
template <class Executor>
boost::asio::execution_context& context_of(const Executor& executor) {
  if constexpr (boost::asio::can_query_v<Executor, boost::asio::execution::context_t>) {
    return boost::asio::query(executor, boost::asio::execution::context);
  } else {
    return executor.context();
  }
}

}  // namespace cohort::client
