#include "transaction/transaction_remedy.hpp"

#include "producer/produce_error.hpp"

namespace cohort::client {

namespace {

/// Errors that mean the same whatever was asked, and those that only one request gets.
TransactionRemedy common_remedy(ErrorCode error) {
  switch (error) {
    case ErrorCode::none:
      return TransactionRemedy::none;
    case ErrorCode::not_coordinator:
    case ErrorCode::coordinator_not_available:
      return TransactionRemedy::find_coordinator;
    case ErrorCode::transaction_abortable:
    case ErrorCode::topic_authorization_failed:
    case ErrorCode::group_authorization_failed:
    case ErrorCode::unknown_member_id:
    case ErrorCode::illegal_generation:
    case ErrorCode::rebalance_in_progress:
    case ErrorCode::fenced_instance_id:
    case ErrorCode::offset_metadata_too_large:
    case ErrorCode::invalid_commit_offset_size:
      return TransactionRemedy::abort;
    case ErrorCode::unknown_producer_id:
    case ErrorCode::invalid_producer_id_mapping:
      return TransactionRemedy::abort_and_renew;
    default:
      return is_retriable(error) ? TransactionRemedy::retry : TransactionRemedy::give_up;
  }
}

/// Errors that mean that this producer is done for.
bool ends_producer(ErrorCode error) {
  return error == ErrorCode::producer_fenced || error == ErrorCode::invalid_producer_epoch ||
         error == ErrorCode::transactional_id_authorization_failed ||
         error == ErrorCode::invalid_txn_state || error == ErrorCode::unsupported_version;
}

}  // namespace

TransactionRemedy remedy_of(ApiKey api, ErrorCode error) {
  const TransactionRemedy remedy = common_remedy(error);
  switch (api) {
    case ApiKey::init_producer_id:
      // There is no transaction to abort, and no epoch to begin anew from.
      return remedy == TransactionRemedy::abort || remedy == TransactionRemedy::abort_and_renew
                 ? TransactionRemedy::give_up
                 : remedy;
    case ApiKey::add_partitions_to_txn:
      // Partitions that can't be part of it, for whatever reason, keep it from being committed.
      return remedy == TransactionRemedy::give_up && !ends_producer(error)
                 ? TransactionRemedy::abort
                 : remedy;
    case ApiKey::txn_offset_commit:
      return error == ErrorCode::request_timed_out ? TransactionRemedy::find_coordinator : remedy;
    default:
      return remedy;
  }
}

}  // namespace cohort::client
