#include "record_format.hpp"

#include "serve.hpp"
#include "text_escapes.hpp"

#include <fmt/format.h>

#include <iterator>

namespace cohort::tool {

namespace {

constexpr std::string_view letters = "ksKStpoTh";

void append_bytes(std::string& out, const std::optional<Buffer>& bytes) {
  if (bytes) out += bytes->text();
}

template <class Number>
void append_number(std::string& out, Number number) {
  const fmt::format_int digits(number);
  out.append(digits.data(), digits.size());
}

void append_size(std::string& out, const std::optional<Buffer>& bytes) {
  constexpr std::int64_t null_size = -1;
  append_number(out, bytes ? static_cast<std::int64_t>(bytes->size()) : null_size);
}

void append_headers(std::string& out, const std::vector<RecordHeader>& headers) {
  for (const RecordHeader& header : headers) {
    if (&header != &headers.front()) out += ',';
    out += header.key;
    out += '=';
    out += header.value ? header.value->text() : "NULL";
  }
}

void append_part(std::string& out, char letter, const client::ConsumerRecord& record) {
  switch (letter) {
    case 'k':
      return append_bytes(out, record.key);
    case 's':
      return append_bytes(out, record.value);
    case 'K':
      return append_size(out, record.key);
    case 'S':
      return append_size(out, record.value);
    case 't':
      out += record.topic;
      return;
    case 'p':
      return append_number(out, record.partition);
    case 'o':
      return append_number(out, record.offset);
    case 'T':
      return append_number(out, record.timestamp);
    case 'h':
      return append_headers(out, record.headers);
    default:
      out += letter;  // The percent sign.
  }
}

}  // namespace

RecordFormat::RecordFormat(std::string_view text) {
  // Escapes are resolved piece by piece: a \x25 is no percent sign of the format.
  std::size_t percent = text.find('%');
  before_ = unescape("-f", text.substr(0, percent));
  while (percent != std::string_view::npos) {
    const char letter = percent + 1 < text.size() ? text[percent + 1] : '\0';
    if (letter != '%' && (letter == '\0' || letters.find(letter) == std::string_view::npos)) {
      throw UsageError(fmt::format(
          "-f {}: a percent sign is followed by one of k s K S t p o T h or by another", text));
    }
    const std::size_t next = text.find('%', percent + 2);
    const std::string_view literal = text.substr(percent + 2, next - percent - 2);
    pieces_.push_back({.letter = letter, .after = unescape("-f", literal)});
    percent = next;
  }
}

void RecordFormat::append(std::string& out, const client::ConsumerRecord& record) const {
  out += before_;
  for (const Piece& piece : pieces_) {
    append_part(out, piece.letter, record);
    out += piece.after;
  }
}

}  // namespace cohort::tool
