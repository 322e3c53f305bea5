#include "conformance/report/text_layout.hpp"

#include <algorithm>

namespace cohort::conform {

namespace {

/// Where a text that has `room` is cut: behind its last blank, else before a whole character.
std::size_t cut_of(std::string_view text, std::size_t room) {
  if (text.size() <= room) return text.size();
  const std::size_t blank = text.rfind(' ', room);
  if (blank != std::string_view::npos && blank > room / 2) return blank + 1;
  std::size_t cut = std::max<std::size_t>(room, 4);
  while (cut < text.size() && cut > 1 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80) {
    --cut;
  }
  return std::min(cut, text.size());
}

class Folding {
 public:
  /// `tail` stands behind the last.
  void add_all(const std::vector<Piece>& pieces, std::size_t indent, const std::string& tail) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      add(pieces[i], indent, i + 1 < pieces.size() ? "," : tail);
    }
  }

  void start_line(std::size_t indent) {
    line_.erase(line_.find_last_not_of(' ') + 1);
    if (!is_fresh_) text_ += line_ + "\n";
    line_.assign(indent, ' ');
    is_fresh_ = true;
    is_joined_ = true;
  }

  std::string take() {
    start_line(0);
    return std::move(text_);
  }

 private:
  void add(const Piece& piece, std::size_t indent, const std::string& tail) {
    if (is_broken_) start_line(indent);
    is_broken_ = false;
    const std::string whole = flat(piece) + tail;
    if (!fits(whole) && !is_joined_) start_line(indent);
    if (fits(whole)) return put(whole);
    if (piece.parts.empty()) {
      put_cut(whole, indent);
    } else {
      put_broken(piece, indent, tail);
    }
    is_broken_ = true;
  }

  void put_broken(const Piece& piece, std::size_t indent, const std::string& tail) {
    // A structure that begins a line begins with its first field; a list of one opens it on the
    // list's own line: `topics [{`.
    const bool begins_line = is_fresh_ && piece.text == "{";
    const bool is_one = piece.parts.size() == 1 && !piece.parts.front().parts.empty();
    put(piece.text);
    is_joined_ = true;
    std::size_t inner = indent + 2;
    if (begins_line) {
      inner = indent + 1;
    } else if (is_one) {
      inner = indent;
    } else {
      start_line(inner);
    }
    add_all(piece.parts, inner, piece.close + tail);
    is_broken_ = false;
  }

  void put_cut(std::string_view rest, std::size_t indent) {
    while (!rest.empty()) {
      const std::size_t used = std::min(line_.size(), text_width - 20);
      const std::size_t cut = cut_of(rest, text_width - used);
      put(std::string(rest.substr(0, cut)));
      rest.remove_prefix(cut);
      if (!rest.empty()) start_line(indent + 2);
    }
  }

  bool fits(const std::string& text) const {
    return line_.size() + (is_joined_ ? 0 : 1) + text.size() <= text_width;
  }

  void put(const std::string& text) {
    if (!is_joined_) line_ += ' ';
    line_ += text;
    is_fresh_ = false;
    is_joined_ = false;
  }

  std::string text_;
  std::string line_;
  bool is_fresh_ = true;    ///< Nothing stands on the line.
  bool is_joined_ = true;   ///< What comes next follows without a blank.
  bool is_broken_ = false;  ///< What came last took several lines: the next begins on its own.
};

}  // namespace

std::string flat(const Piece& piece) {
  std::string text = piece.text;
  for (std::size_t i = 0; i < piece.parts.size(); ++i) {
    if (i > 0) text += ", ";
    text += flat(piece.parts[i]);
  }
  return text + piece.close;
}

std::string folded(const std::vector<Piece>& pieces, std::size_t indent) {
  Folding folding;
  folding.start_line(indent);
  folding.add_all(pieces, indent, "");
  return folding.take();
}

std::string wrapped(std::string_view text, std::string_view lead) {
  std::string lines;
  std::string line(lead);
  while (true) {
    const std::size_t cut = cut_of(text, text_width - std::min(lead.size(), text_width / 2));
    line += text.substr(0, cut);
    text.remove_prefix(cut);
    line.erase(line.find_last_not_of(' ') + 1);
    lines += line + "\n";
    if (text.empty()) return lines;
    line.assign(lead.size(), ' ');
  }
}

std::string listed(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : std::string_view(", ");
    text += words[i];
  }
  return text;
}

}  // namespace cohort::conform
