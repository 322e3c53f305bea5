#include "trace/message_recorder.hpp"

#include <cohort/protocol/header.hpp>

#include <charconv>
#include <string_view>
#include <utility>

namespace cohort::testing {

namespace {

using broker::Fact;
using broker::FactKind;

/// What a message in the journal begins with: "link 7: ".
std::optional<LinkId> link_in(std::string_view detail) {
  constexpr std::string_view mark = "link ";
  if (!detail.starts_with(mark)) return std::nullopt;
  detail.remove_prefix(mark.size());
  std::uint64_t number = 0;
  const auto result = std::from_chars(detail.data(), detail.data() + detail.size(), number);
  if (result.ec != std::errc{}) return std::nullopt;
  return LinkId{number};
}

std::string text_behind_link(const std::string& detail) {
  constexpr std::string_view mark = ": ";
  const std::size_t colon = detail.find(mark);
  return colon == std::string::npos ? detail : detail.substr(colon + mark.size());
}

/// Errors are printed unless there is none.
std::string error_in(std::string_view text) {
  constexpr std::string_view mark = "error_code=";
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + mark.size());
  return std::string(text.substr(0, text.find_first_of(",}] ")));
}

void feed_all(FrameReader& reader, const Buffers& bytes) {
  for (const Buffer& piece : bytes.pieces()) reader.feed(piece);
}

}  // namespace

void MessageRecorder::process_sent(const std::string& process, const Send& send,
                                   std::optional<LinkId> other_end, const TraceMoment& when) {
  Connection& connection = connections_[send.link];
  connection.process = process;
  if (other_end) process_ends_[*other_end] = send.link;
  FrameReader& reader = connection.requests.sent;
  feed_all(reader, send.bytes);
  while (const auto frame = reader.next()) add_request(connection, *frame, when);
}

void MessageRecorder::broker_sent(const Send& send, const TraceMoment& when) {
  Connection* connection = of_broker_end(send.link);
  if (connection == nullptr) return;
  feed_all(connection->answers.sent, send.bytes);
  while (connection->answers.sent.next()) add_answer(*connection, when);
}

void MessageRecorder::process_got(LinkId link, const Buffer& bytes, const TraceMoment& when) {
  const auto found = connections_.find(link);
  if (found != connections_.end()) arrive(found->second.answers, bytes, when);
}

void MessageRecorder::broker_got(LinkId link, const Buffer& bytes, const TraceMoment& when) {
  Connection* connection = of_broker_end(link);
  if (connection != nullptr) arrive(connection->requests, bytes, when);
}

void MessageRecorder::arrive(Way& way, const Buffer& bytes, const TraceMoment& when) {
  way.arriving.feed(bytes);
  while (way.arriving.next()) {
    if (way.arrived == way.messages.size()) return;
    messages_.at(way.messages.at(way.arrived++)).arrived = when;
  }
}

void MessageRecorder::add_request(Connection& connection, const Buffer& frame,
                                  const TraceMoment& when) {
  const auto decoded = decode_request_header(frame);
  const RequestHeader header = decoded ? decoded->header : RequestHeader{};
  connection.requests.messages.push_back(messages_.size());
  messages_.push_back({.from = connection.process,
                       .to = "broker",
                       .api = header.api_key,
                       .version = header.api_version,
                       .sent = when});
}

void MessageRecorder::add_answer(Connection& connection, const TraceMoment& when) {
  const std::size_t place = connection.answers.messages.size();
  if (place == connection.requests.messages.size()) return;
  const std::size_t request = connection.requests.messages.at(place);
  connection.answers.messages.push_back(messages_.size());
  messages_.push_back({.from = "broker",
                       .to = connection.process,
                       .api = messages_.at(request).api,
                       .version = messages_.at(request).version,
                       .sent = when,
                       .request = request});
  set_answer_text(connection, place);
}

/// An answer is told of before it is sent, or, if it is told of twice, behind that.
void MessageRecorder::set_answer_text(Connection& connection, std::size_t place) {
  if (place >= connection.answer_texts.size()) return;
  if (place >= connection.answers.messages.size()) return;
  TraceMessage& answer = messages_.at(connection.answers.messages.at(place));
  answer.text = connection.answer_texts.at(place);
  answer.error = error_in(answer.text);
}

/// A request that a fault rule kept is read once more, and told of twice.
void MessageRecorder::broker_tells(const Fact& fact) {
  const std::optional<LinkId> end = link_in(fact.detail);
  Connection* connection = end ? of_broker_end(*end) : nullptr;
  if (connection == nullptr) return;
  std::size_t& told = connection->requests_told;
  std::vector<std::string>& answers = connection->answer_texts;
  if (fact.kind == FactKind::message_received) {
    requester_ = connection->process;
    const bool is_told_before = answers.size() < told;
    if (is_told_before || told == connection->requests.messages.size()) return;
    messages_.at(connection->requests.messages.at(told++)).text = text_behind_link(fact.detail);
  } else if (told > 0) {
    answers.resize(told);
    answers.back() = text_behind_link(fact.detail);
    set_answer_text(*connection, told - 1);
  }
}

MessageRecorder::Connection* MessageRecorder::of_broker_end(LinkId end) {
  const auto process_end = process_ends_.find(end);
  if (process_end == process_ends_.end()) return nullptr;
  const auto found = connections_.find(process_end->second);
  return found == connections_.end() ? nullptr : &found->second;
}

}  // namespace cohort::testing
