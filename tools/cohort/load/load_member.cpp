#include "load/load_member.hpp"

#include <cohort/client/error.hpp>

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace cohort::load {

LoadMember::LoadMember(const client::ConsumerConfig& config, OwnershipBoard& board, Plan plan)
    : board_(board), plan_(std::move(plan)), consumer_(config, runtime_) {
  board_.enter(plan_.number);
  thread_ = std::thread([this] { run(); });
}

LoadMember::~LoadMember() {
  end(Ending::leave);
  wait();
}

void LoadMember::end(Ending how) {
  Ending none = Ending::none;
  if (!ending_.compare_exchange_strong(none, how)) return;
  board_.leave(plan_.number);
  // Who is to die may be dead by now, and sees it soon enough.
  if (how == Ending::leave) consumer_.wakeup();
}

std::string LoadMember::wait() {
  if (thread_.joinable()) thread_.join();
  return failure_;
}

void LoadMember::subscribe() {
  const int number = plan_.number;
  consumer_.subscribe(
      {plan_.topic},
      {.on_assigned =
           [this, number](client::Consumer& consumer, const client::PartitionSet&) {
             board_.own(number, consumer.membership().generation, consumer.assignment());
           },
       .on_revoked =
           [this, number](client::Consumer&, const client::PartitionSet& partitions) {
             board_.give_up(number, partitions);
           },
       .on_lost = {}});
}

void LoadMember::run() {
  try {
    subscribe();
    while (ending_ == Ending::none) {
      constexpr milliseconds glance(100);
      try {
        const std::vector<client::ConsumerRecord> records = consumer_.poll(glance);
        if (!records.empty() && plan_.on_records) plan_.on_records(records);
      } catch (const client::Error& error) {
        // That is how end() wakes it.
        if (error.kind() != client::FailureKind::canceled) throw;
      }
    }
    if (ending_ == Ending::die) return runtime_.kill();
    consumer_.close(plan_.patience());
  } catch (const std::exception& error) {
    board_.leave(plan_.number);
    failure_ = fmt::format("member {}: {}", plan_.number, error.what());
  }
}

}  // namespace cohort::load
