// Reports as JUnit XML: the exact text, and that it stays XML whatever a broker answers.
#include "conformance/report/junit.hpp"

#include "conformance/report/markup.hpp"
#include "conformance/report_fixture.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace cohort::conform {
namespace {

/// Reads XML of the plain kind that is written here, and finds its first mistake.
class XmlCheck {
 public:
  /// Empty if nothing is wrong.
  static std::string mistake_in(const std::string& xml) { return XmlCheck(xml).mistake(); }

 private:
  explicit XmlCheck(std::string_view xml) : rest_(xml) {}

  std::string mistake() {
    if (!take("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")) return "no head";
    while (!rest_.empty()) {
      const bool is_fine = rest_.front() == '<' ? take_tag() : take_text("<");
      if (!is_fine) return "at: " + std::string(rest_.substr(0, 40));
    }
    return open_.empty() ? "" : open_.back() + " stays open";
  }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  std::string take_name() {
    const std::size_t size = rest_.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
    std::string found(rest_.substr(0, size));
    take(found);
    return found;
  }

  bool take_tag() {
    if (take("</")) {
      if (open_.empty() || take_name() != open_.back() || !take(">")) return false;
      open_.pop_back();
      return true;
    }
    take("<");
    const std::string tag = take_name();
    while (take(" ")) {
      if (take_name().empty() || !take("=\"") || !take_text("\"\n\t") || !take("\"")) return false;
    }
    if (take("/>")) return !tag.empty();
    open_.push_back(tag);
    return !tag.empty() && take(">");
  }

  /// Up to one of these characters. False for what must be escaped and is not.
  bool take_text(std::string_view ends) {
    while (!rest_.empty() && ends.find(rest_.front()) == std::string_view::npos) {
      const auto first = static_cast<unsigned char>(rest_.front());
      const bool is_control = first < 0x20 && first != '\n' && first != '\t';
      if (first == '<' || first == '>' || is_control) return false;
      if (first == '&' && rest_.substr(0, 7).find(';') == std::string_view::npos) return false;
      rest_.remove_prefix(1);
    }
    return true;
  }

  std::string_view rest_;
  std::vector<std::string> open_;
};

TEST(Markup, EscapesWhatMarkupGivesAMeaning) {
  EXPECT_EQ(escaped_markup(R"(<a href="x">'&'</a>)"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
}

TEST(Markup, KeepsTextsOfAllKinds) {
  EXPECT_EQ(escaped_markup("tab\tline\nz\u00FCrich \u20AC \U0001F600"),
            "tab\tline\nz\u00FCrich \u20AC \U0001F600");
}

TEST(Markup, ReplacesWhatXmlCannotHold) {
  EXPECT_EQ(escaped_markup(std::string("a\0b\x01\x1F", 5)),
            "a\uFFFD"
            "b\uFFFD\uFFFD");
  EXPECT_EQ(escaped_markup("\xEF\xBF\xBE|\xEF\xBF\xBF"), "\uFFFD|\uFFFD");
  EXPECT_EQ(escaped_markup("\r"), "&#13;");
}

TEST(Markup, ReplacesWhatIsNoUtf8) {
  EXPECT_EQ(escaped_markup("a\xFF"
                           "b"),
            "a\uFFFD"
            "b");
  EXPECT_EQ(escaped_markup("cut \xE2\x82"), "cut \uFFFD\uFFFD");
  EXPECT_EQ(escaped_markup("overlong \xC0\xBC"), "overlong \uFFFD\uFFFD");
  EXPECT_EQ(escaped_markup("surrogate \xED\xA0\x80"), "surrogate \uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(escaped_markup("\xE2<\x82"), "\uFFFD&lt;\uFFFD");
}

TEST(Junit, WritesASuiteForEachArea) {
  EXPECT_EQ(to_junit(small_report()), R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="kafka 3.9" tests="5" failures="2" errors="0" skipped="2" time="2.500">
  <testsuite name="wire" tests="2" failures="1" errors="0" skipped="0" time="0.350">
    <testcase classname="conform.wire" name="frame" time="0.250"/>
    <testcase classname="conform.wire" name="versions" time="0.100">
      <failure message="no answer to &lt;ApiVersions&gt; v3">Versions are told
no answer to &lt;ApiVersions&gt; v3
expected: KIP-511
</failure>
    </testcase>
  </testsuite>
  <testsuite name="join" tests="3" failures="1" errors="0" skipped="2" time="1.000">
    <testcase classname="conform.join" name="leader" time="1.000">
      <failure message="step 2: not as expected">The first leads
step 2: not as expected
    error_code: expected 0, got 25
    members[0].member_id: expected any string, got &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot;
expected: recorded from Apache Kafka 3.9.0
</failure>
    </testcase>
    <testcase classname="conform.join" name="reason" time="0.000">
      <skipped message="unsupported: the broker has no JoinGroup v8"/>
    </testcase>
    <testcase classname="conform.join" name="timer" time="0.000">
      <skipped message="skipped: needs brokers=1"/>
    </testcase>
  </testsuite>
</testsuites>
)xml");
}

TEST(Junit, HoldsNoCaseOfAnEmptyReport) {
  EXPECT_EQ(to_junit({.broker = "none", .is_stopped = true}),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<testsuites name=\"none (stopped: not all cases were played)\" tests=\"0\" "
            "failures=\"0\" errors=\"0\" skipped=\"0\" time=\"0.000\">\n</testsuites>\n");
}

TEST(Junit, StaysXmlWhateverABrokerAnswers) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  Report report = small_report();
  report.broker = all;
  report.cases[0] = {.id = all + "/" + all,
                     .title = all,
                     .origin = all,
                     .verdict = {.outcome = Outcome::failed,
                                 .step = 1,
                                 .why = all + "]]>",
                                 .differences = {{.path = all, .expected = all, .got = all}}}};
  report.cases[1].verdict = {.outcome = Outcome::skipped, .why = all};

  EXPECT_EQ(XmlCheck::mistake_in(to_junit(report)), "");
  EXPECT_EQ(XmlCheck::mistake_in(to_junit(small_report())), "");
  EXPECT_NE(XmlCheck::mistake_in(to_junit(small_report()) + "<"), "") << "the check can fail";
}

}  // namespace
}  // namespace cohort::conform
