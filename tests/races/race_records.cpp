#include "races/race_records.hpp"

#include <cohort/protocol/batch_builder.hpp>
#include <cohort/protocol/messages/fetch.hpp>
#include <cohort/protocol/messages/init_producer_id.hpp>
#include <cohort/protocol/messages/list_offsets.hpp>
#include <cohort/protocol/messages/produce.hpp>
#include <cohort/protocol/record_batch.hpp>
#include <cohort/protocol/records.hpp>

namespace cohort::testing {

namespace {

/// Of the records in the field, in order.
std::vector<std::string> values_in(const Buffers& records) {
  std::vector<std::string> values;
  for (const RecordsEntry& entry : split_records(records.joined()).value()) {
    RecordCursor cursor(BatchView::of(entry.bytes).value().records().value());
    for (RecordView record; cursor.next(record);) {
      values.emplace_back(record.value->begin(), record.value->end());
    }
  }
  return values;
}

}  // namespace

void PrintTo(const Produced& produced, std::ostream* out) {
  *out << name(produced.error) << ", first offset " << produced.first_offset;
}

void PrintTo(const Fetched& fetched, std::ostream* out) {
  *out << name(fetched.error) << ", values:";
  for (const std::string& value : fetched.values) *out << ' ' << value;
}

std::int64_t ask_for_producer_id(RaceClient& client) {
  return client
      .send<InitProducerIdResponse>(
          InitProducerIdRequest{.transactional_id = std::nullopt}, 4,
          [](const InitProducerIdResponse& response) { return response.producer_id; })
      .answer()
      .value();
}

Pending<Produced> produce(RaceClient& client, const std::string& value,
                          const std::optional<Sequence>& sequence) {
  BatchOptions options;
  if (sequence) {
    options.producer_id = sequence->producer_id;
    options.producer_epoch = 0;
    options.base_sequence = sequence->next;
  }
  BatchBuilder batch(options);
  batch.add(
      Record{.timestamp = client.world().broker.now().unix_ms(), .value = Buffer::copy_of(value)});
  PartitionProduceData data;
  data.records = Buffers(batch.build().bytes());
  ProduceRequest request{.acks = -1};
  request.topic_data.push_back({.name = RaceWorld::topic, .partition_data = {data}});
  return client.send<ProduceResponse>(request, 9, [](const ProduceResponse& response) {
    const PartitionProduceResponse& stored = response.responses.at(0).partition_responses.at(0);
    return Produced{.error = stored.error_code, .first_offset = stored.base_offset};
  });
}

Pending<Fetched> fetch(RaceClient& client, std::int64_t offset) {
  FetchRequest request;
  request.topics = {{.topic = RaceWorld::topic,
                     .partitions = {{.fetch_offset = offset, .partition_max_bytes = 1'000'000}}}};
  return client.send<FetchResponse>(request, 11, [](const FetchResponse& response) {
    const FetchPartitionData& read = response.responses.at(0).partitions.at(0);
    return Fetched{.error = read.error_code, .values = values_in(read.records.value())};
  });
}

std::int64_t earliest_offset(RaceClient& client) {
  constexpr std::int64_t earliest = -2;
  ListOffsetsRequest request{.replica_id = -1};
  request.topics = {{.name = RaceWorld::topic, .partitions = {{.timestamp = earliest}}}};
  return client
      .send<ListOffsetsResponse>(request, 5,
                                 [](const ListOffsetsResponse& response) {
                                   return response.topics.at(0).partitions.at(0).offset;
                                 })
      .answer()
      .value();
}

}  // namespace cohort::testing
