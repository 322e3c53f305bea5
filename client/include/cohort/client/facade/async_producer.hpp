// AsyncProducer: a producer over TCP whose calls take a completion token of Asio instead of
// waiting.
#pragma once

#include <cohort/client/committed_offset.hpp>
#include <cohort/client/delivery.hpp>
#include <cohort/client/erased_operation.hpp>
#include <cohort/client/facade/async_call.hpp>
#include <cohort/client/facade/async_driver.hpp>
#include <cohort/client/group_membership.hpp>
#include <cohort/client/partitioner.hpp>
#include <cohort/client/producer_config.hpp>
#include <cohort/client/producer_record.hpp>

#include <boost/asio/any_io_executor.hpp>

#include <memory>
#include <utility>

namespace cohort::client {

/// The order of the calls is the order of the records in each partition. Calls may come from any
/// thread and overlap; handlers run on their own executor, or else on the producer's. A send that
/// is canceled ends with Error of the kind `canceled`; the record may be sent all the same. When
/// the producer goes, with `closed`, and what has not left is dropped. When the handler's context
/// goes, so does the handler, uncalled.
class AsyncProducer {
 public:
  /// Throws ConfigError, as Producer's.
  AsyncProducer(const boost::asio::any_io_executor& executor, const ProducerConfig& config,
                PartitionerFunction partitioner = {});
  ~AsyncProducer();
  AsyncProducer(const AsyncProducer&) = delete;
  AsyncProducer& operator=(const AsyncProducer&) = delete;

  /// Ends when the record is delivered, with its Delivery, or has failed for good, with Error:
  /// after `max.block.ms` for metadata and room, and `delivery.timeout.ms`. Signature
  /// void(std::exception_ptr, Delivery).
  template <class CompletionToken>
  auto async_send(ProducerRecord record, CompletionToken&& token) {
    return async_call(AsyncCaller{.driver = *driver_, .executor = executor_},
                      send_operation(std::move(record)), Duration::max(),
                      std::forward<CompletionToken>(token));
  }
  /// Until all that was sent before has been delivered or has failed; nothing lingers. Ends with
  /// TimedOut if that takes longer. Signature void(std::exception_ptr).
  template <class CompletionToken>
  auto async_flush(Duration timeout, CompletionToken&& token) {
    return async_call(AsyncCaller{.driver = *driver_, .executor = executor_}, flush_operation(),
                      timeout, std::forward<CompletionToken>(token));
  }

  // Transactions: the calls of Producer, each up to `max.block.ms`, of signature
  // void(std::exception_ptr). What they throw there they end with here; so does a send outside of a
  // transaction. Of calls that overlap, each begins when it was made.
  template <class CompletionToken>
  auto async_init_transactions(CompletionToken&& token) {
    return run(init_operation(), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_begin_transaction(CompletionToken&& token) {
    return run(begin_operation(), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_send_offsets_to_transaction(OffsetsToCommit offsets, GroupMembership membership,
                                         CompletionToken&& token) {
    return run(offsets_operation(std::move(offsets), std::move(membership)),
               std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_commit_transaction(CompletionToken&& token) {
    return run(commit_operation(), std::forward<CompletionToken>(token));
  }
  template <class CompletionToken>
  auto async_abort_transaction(CompletionToken&& token) {
    return run(abort_operation(), std::forward<CompletionToken>(token));
  }

 private:
  template <class CompletionToken>
  auto run(ErasedOperation<void> operation, CompletionToken&& token) {
    return async_call(AsyncCaller{.driver = *driver_, .executor = executor_}, std::move(operation),
                      max_block_, std::forward<CompletionToken>(token));
  }
  static ErasedOperation<Delivery> send_operation(ProducerRecord record);
  static ErasedOperation<void> flush_operation();
  static ErasedOperation<void> init_operation();
  static ErasedOperation<void> begin_operation();
  static ErasedOperation<void> offsets_operation(OffsetsToCommit offsets,
                                                 GroupMembership membership);
  static ErasedOperation<void> commit_operation();
  static ErasedOperation<void> abort_operation();

  boost::asio::any_io_executor executor_;
  Duration max_block_;
  std::unique_ptr<AsyncDriver> driver_;
};

}  // namespace cohort::client
