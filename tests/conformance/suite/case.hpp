// Case: one file of the suite, a dialogue with a broker and what it is about.
#pragma once

#include "conformance/codec/json.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {

struct Case {
  std::string id;     ///< AREA/NAME
  std::string title;  ///< The one behaviour that it checks.
  /// KIP, Kafka's classes or a public report. Empty: what the recording shows.
  std::string source{};
  std::string why{};  ///< What the rule is good for. May be empty.
  /// `timer`: depends on real time; `alone`, `shared-group`: shares state with other cases.
  std::vector<std::string> tags{};
  Json needs = Json::object();  ///< Broker properties, and `brokers`: their number.
  /// By Kafka version: `recorded`, `same`, `accepted too`, `differs`, `by source`, `not run: …`.
  Json holds = Json::object();
  Json differs = Json::object();  ///< By Kafka version: what is different there.
  bool is_unrecorded = false;     ///< No Kafka gave these answers: the source did.
  Json steps = Json::array();
  /// Why its file is none that can be played; empty: it can.
  std::string fault{};

  std::string_view area() const { return std::string_view(id).substr(0, id.find('/')); }
  bool has_tag(std::string_view tag) const;
  /// Must not be played while another one is.
  bool is_alone() const { return has_tag("alone") || has_tag("shared-group"); }
  /// Where the answers come from, in words.
  std::string origin() const;
  /// `3.9.0, 2.4.1`: the versions of Kafka that answer so.
  std::string versions() const;
  /// Whether Kafka X.Y is one of them.
  bool holds_for(std::string_view release) const;
};

/// The case in a file, `path` being AREA/NAME.json. Of a text that is none it has the name and the
/// fault.
Case parse_case(std::string_view text, std::string_view path);

/// Whether a name of cases fits: `*` stands for any characters, `?` for one; an area's name for all
/// of its cases.
bool fits(std::string_view pattern, std::string_view id);

}  // namespace cohort::conform
