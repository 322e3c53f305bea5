#include <cohort/client/error.hpp>

#include <utility>

namespace cohort::client {

std::string_view name(FailureKind kind) {
  switch (kind) {
    case FailureKind::refused:
      return "refused";
    case FailureKind::timed_out:
      return "timed out";
    case FailureKind::commit_failed:
      return "commit failed";
    case FailureKind::no_offset:
      return "no offset";
    case FailureKind::bad_record:
      return "bad record";
    case FailureKind::wrong_assignment:
      return "wrong assignment";
    case FailureKind::buffer_full:
      return "buffer full";
    case FailureKind::unsupported:
      return "unsupported";
    case FailureKind::closed:
      return "closed";
    case FailureKind::canceled:
      return "canceled";
    case FailureKind::abortable:
      return "abortable";
    case FailureKind::fatal:
      return "fatal";
  }
  return "unknown";
}

namespace {

std::string text_of(const Failure& failure) {
  if (failure.code == ErrorCode::none) return failure.message;
  std::string text(name(failure.code));
  if (!failure.message.empty()) text.append(": ").append(failure.message);
  return text;
}

}  // namespace

Error::Error(Failure failure)
    : std::runtime_error(text_of(failure)), failure_(std::move(failure)) {}

std::exception_ptr to_exception(const Failure& failure) {
  switch (failure.kind) {
    case FailureKind::timed_out:
      return std::make_exception_ptr(TimedOut(failure));
    case FailureKind::commit_failed:
      return std::make_exception_ptr(CommitFailed(failure));
    case FailureKind::bad_record:
      return std::make_exception_ptr(BadRecord(failure));
    case FailureKind::abortable:
      return std::make_exception_ptr(TransactionAbortable(failure));
    case FailureKind::refused:
    case FailureKind::no_offset:
    case FailureKind::wrong_assignment:
    case FailureKind::buffer_full:
    case FailureKind::unsupported:
    case FailureKind::closed:
    case FailureKind::canceled:
    case FailureKind::fatal:
      break;
  }
  return std::make_exception_ptr(Error(failure));
}

void throw_exception_from_error(const Failure& failure, const boost::source_location& /*where*/) {
  std::rethrow_exception(to_exception(failure));
}

}  // namespace cohort::client
