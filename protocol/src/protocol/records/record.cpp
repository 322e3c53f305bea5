#include "wire.hpp"
#include <cohort/protocol/record.hpp>

namespace cohort {

HeadersView::Iterator::Iterator(ByteView rest, std::uint32_t left) : rest_(rest), left_(left) {
  read();
}

HeadersView::Iterator& HeadersView::Iterator::operator++() {
  --left_;
  read();
  return *this;
}

void HeadersView::Iterator::read() {
  if (left_ == 0) return;
  records::FieldReader reader(rest_);
  const ByteView key = reader.sized().value_or(ByteView{});
  current_.key = {reinterpret_cast<const char*>(key.data()), key.size()};
  current_.value = reader.sized();
  rest_ = reader.rest();
}

Record RecordView::owned() const {
  Record record{.timestamp = timestamp};
  if (key) record.key = Buffer::copy_of(*key);
  if (value) record.value = Buffer::copy_of(*value);
  for (const HeaderView& header : headers) {
    RecordHeader& copy = record.headers.emplace_back();
    copy.key = header.key;
    if (header.value) copy.value = Buffer::copy_of(*header.value);
  }
  return record;
}

}  // namespace cohort
