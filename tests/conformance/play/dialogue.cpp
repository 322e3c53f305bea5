#include "conformance/play/dialogue.hpp"

#include "conformance/codec/message_json.hpp"
#include "conformance/codec/message_schema.hpp"

#include <utility>

namespace cohort::conform {

namespace {

void put_header_tags(Bytes& out, const Json& tags) {
  put_unsigned_varint(out, tags.size());
  for (const auto& [tag, hex] : tags.items()) {
    const Bytes bytes = from_hex(hex.get<std::string>());
    put_unsigned_varint(out, std::stoul(tag));
    put_unsigned_varint(out, bytes.size());
    out += bytes;
  }
}

/// Header: KIP-482. The client id is never compact.
Bytes request_bytes(const MessageSchema& message, int version, std::int32_t correlation_id,
                    const Json& step) {
  const Json client_id = step.value("client_id", Json("oracle"));
  Bytes out;
  put_number(out, static_cast<std::uint64_t>(*message.key), 2);
  put_number(out, static_cast<std::uint64_t>(step.value("wire_version", version)), 2);
  put_number(out, static_cast<std::uint64_t>(correlation_id), 4);
  const std::optional<Bytes> name = raw(client_id);
  put_number(out, name ? name->size() : ~std::uint64_t{0}, 2);
  out += name.value_or("");
  if (version >= message.flexible_from) {
    put_header_tags(out, step.value("header_tags", Json::object()));
  }
  return out;
}

Bytes framed(const Bytes& bytes) {
  Bytes frame;
  put_number(frame, bytes.size(), 4);
  return frame + bytes;
}

}  // namespace

Ticket Dialogue::send(const std::string& api, int version, const Json& body, const Json& step) {
  const MessageSchema& message = message_schema(api + "Request");
  Ticket ticket{.correlation_id = next_correlation_id_++,
                .api = api,
                .version = version,
                .answer_version = step.value("answer_version", version),
                .sent_at = transport_->now()};
  send_raw(framed(request_bytes(message, version, ticket.correlation_id, step) +
                  encode_json(message, version, body) + from_hex(step.value("trailing_hex", ""))));
  return ticket;
}

Dialogue::Outcome Dialogue::wait_for(const Ticket& ticket, Duration within) {
  const Instant deadline = transport_->now() + within;
  while (!answers_.contains(ticket.correlation_id)) {
    Reading reading = read_frame(deadline - transport_->now());
    if (reading.outcome == Reading::Outcome::nothing) return Outcome::silent;
    if (reading.outcome == Reading::Outcome::closed) return Outcome::closed;
    ByteReader reader(reading.frame);
    const auto correlation_id = static_cast<std::int32_t>(reader.number(4));
    // Answers come in the order of the requests, of which some have none (Kafka's protocol guide,
    // "Network").
    const bool was_asked = correlation_id > 0 && correlation_id < next_correlation_id_;
    if (!was_asked || correlation_id <= last_answered_) {
      throw Failure("an answer with the correlation id " + std::to_string(correlation_id) +
                    (was_asked ? " behind one of a later request"
                               : ", which no request on the connection has"));
    }
    last_answered_ = correlation_id;
    answers_[correlation_id] = Bytes(reader.rest());
  }
  return Outcome::answered;
}

Json Dialogue::receive(const Ticket& ticket) {
  try {
    const Outcome outcome = wait_for(ticket, answer_timeout);
    if (outcome == Outcome::closed) throw Failure("connection closed by the broker");
    if (outcome == Outcome::silent) throw Failure("no answer");
    const Bytes bytes = std::move(answers_.extract(ticket.correlation_id).mapped());
    return decode_answer(ticket.api, ticket.answer_version, bytes);
  } catch (const Failure& failure) {
    throw Failure(name_of(ticket) + ": " + failure.what());
  }
}

std::string name_of(const Ticket& ticket) {
  return ticket.api + " v" + std::to_string(ticket.version);
}

Json Dialogue::call(const std::string& api, int version, const Json& body) {
  return receive(send(api, version, body));
}

Json decode_answer(const std::string& api, int version, std::string_view bytes) {
  const MessageSchema& message = message_schema(api + "Response");
  ByteReader reader(bytes);
  // ApiVersions answers have the oldest header in every version (KIP-511).
  if (version >= message.flexible_from && message.key != ApiKey::api_versions) {
    for (std::uint64_t left = reader.unsigned_varint(); left > 0; --left) {
      reader.unsigned_varint();
      reader.take(static_cast<std::int64_t>(reader.unsigned_varint()));
    }
  }
  Json answer = decode_json(message, version, reader);
  if (!reader.rest().empty()) {
    throw Failure(std::to_string(reader.rest().size()) + " bytes left behind the answer");
  }
  return answer;
}

}  // namespace cohort::conform
