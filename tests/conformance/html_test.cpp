// Reports as a page: what must be on it, and that no text of a broker becomes a part of it.
#include "conformance/report/html.hpp"

#include "conformance/report_fixture.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace cohort::conform {
namespace {

bool has(const std::string& page, const std::string& part) {
  return page.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& page, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = page.find(part); at != std::string::npos; at = page.find(part, at + 1)) {
    ++count;
  }
  return count;
}

/// What is opened and not closed in its turn; empty if all is.
std::string unbalanced(const std::string& page) {
  static const std::set<std::string> single{"meta", "input", "!DOCTYPE"};
  std::vector<std::string> open;
  for (std::size_t at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1)) {
    const bool is_end = page[at + 1] == '/';
    const std::size_t begin = at + (is_end ? 2 : 1);
    const std::string tag = page.substr(begin, page.find_first_of(" >\n", begin) - begin);
    if (single.contains(tag)) continue;
    if (is_end && (open.empty() || open.back() != tag)) return "</" + tag + ">";
    if (is_end) {
      open.pop_back();
    } else {
      open.push_back(tag);
      if (tag == "script" || tag == "style") at = page.find("</" + tag, at) - 1;
    }
  }
  return open.empty() ? "" : open.back();
}

Report report_of(const std::string& text) {
  return {.broker = text,
          .reached = text,
          .suite = text,
          .is_stopped = true,
          .cases = {{.id = text + "/" + text,
                     .title = text,
                     .origin = text,
                     .verdict = {.outcome = Outcome::failed,
                                 .step = 1,
                                 .why = text,
                                 .differences = {{.path = text, .expected = text, .got = text}}}},
                    {.id = "wire/a",
                     .title = text,
                     .verdict = {.outcome = Outcome::skipped, .why = text}},
                    {.id = "wire/b", .title = text}},
          .left_behind = {text}};
}

TEST(Html, ShowsWhatBecameOfOneBroker) {
  const std::vector<Report> reports{small_report()};

  const std::string page = to_html(reports);

  EXPECT_EQ(unbalanced(page), "");
  EXPECT_TRUE(has(page, "<title>Conformance of kafka 3.9</title>"));
  EXPECT_TRUE(has(page, "reached <b>127.0.0.1:9092</b>"));
  EXPECT_TRUE(has(page, "suite <b>1.2.3</b>"));
  EXPECT_TRUE(has(page, "took <b>2.5 s</b>"));
  EXPECT_TRUE(has(page, "aria-label=\"1 of 5 passed, 2 failed, 1 unsupported, 1 skipped\""));
  EXPECT_TRUE(has(page, "<b>step 2:</b> not as expected"));
  EXPECT_TRUE(
      has(page, "<td>error_code</td><td class=\"expected\">0</td><td class=\"got\">25</td>"));
  EXPECT_TRUE(has(page, "<td>the broker has no JoinGroup v8</td>"));
  EXPECT_LT(page.find("join/leader"), page.find("wire/frame")) << "what failed comes first";
}

TEST(Html, FoldsWhatPassed) {
  const std::vector<Report> reports{small_report()};

  const std::string page = to_html(reports);

  EXPECT_TRUE(has(page, "<details class=\"group\"><summary>Passed <span class=\"soft\">1</span>"));
  EXPECT_TRUE(has(page, "<details class=\"case failed\" data-outcome=\"failed\" open>"));
}

TEST(Html, FoldsFailuresWhenTheyAreMany) {
  Report report = small_report();
  report.cases.resize(1);
  for (int i = 0; i < 30; ++i) {
    report.cases.push_back(report.cases.front());
    report.cases.back().id = "join/x" + std::to_string(i);
  }
  const std::vector<Report> reports{report};

  const std::string page = to_html(reports);

  EXPECT_EQ(count_of(page, "<details class=\"case failed\" data-outcome=\"failed\"><summary>"),
            31U);
}

TEST(Html, TakesNothingFromElsewhere) {
  const std::vector<Report> reports{small_report(), small_report()};

  const std::string page = to_html(reports);

  for (const char* outside : {"http://", "https://", "src=", "@import", "url("}) {
    EXPECT_FALSE(has(page, outside)) << outside;
  }
}

TEST(Html, ShowsTextAsText) {
  const std::string nasty = "</script></style><script>alert('1')</script>\"onload=\"x& \xFF\x01";
  const Report report = report_of(nasty);

  for (const std::size_t count : {1U, 2U}) {
    const std::vector<Report> reports(count, report);
    const std::string page = to_html(reports);
    EXPECT_EQ(unbalanced(page), "");
    EXPECT_FALSE(has(page, "<script>alert"));
    EXPECT_FALSE(has(page, "\"onload"));
    EXPECT_EQ(count_of(page, "<script"), 1U);
    EXPECT_EQ(count_of(page, "</style>"), 1U);
    EXPECT_FALSE(has(page, "\xFF"));
    EXPECT_GE(count_of(page, "&lt;script&gt;alert(&#39;1&#39;)"), 12 * count);
  }
}

TEST(Html, SaysSoWhenThereIsNothing) {
  EXPECT_TRUE(has(to_html({}), "No report"));
  const std::vector<Report> reports{{.broker = "empty"}};

  const std::string page = to_html(reports);

  EXPECT_EQ(unbalanced(page), "");
  EXPECT_TRUE(has(page, "No case was played."));
  EXPECT_FALSE(has(page, "nan"));
}

TEST(Html, PutsSeveralBrokersSideBySide) {
  Report other = small_report();
  other.broker = "other";
  other.cases[0].verdict = {};                           // join/leader passes there,
  other.cases.erase(other.cases.begin() + 4);            // wire/versions was not played,
  other.cases.push_back({.id = "zoo/x", .title = "Z"});  // and one only there.
  const std::vector<Report> reports{small_report(), other, {.broker = "other"}};

  const std::string page = to_html(reports);

  EXPECT_EQ(unbalanced(page), "");
  EXPECT_TRUE(has(page, "<title>Conformance of 3 brokers</title>"));
  EXPECT_TRUE(has(page, "<a href=\"#broker-2\">other (2)</a>"));
  EXPECT_TRUE(has(page, "id=\"broker-2\""));
  EXPECT_TRUE(has(page,
                  "<tr><th scope=\"row\">Wire</th>"
                  "<td class=\"cell\" style=\"--hue:26\" title=\"1 of 2 passed, 1 failed\">1/2"
                  "</td><td class=\"cell\" style=\"--hue:142\" title=\"1 of 1 passed\">1/1</td>"
                  "<td class=\"cell empty\">–</td></tr>"));
  EXPECT_TRUE(has(page, "<tr><th scope=\"row\">zoo</th>"));
  EXPECT_TRUE(has(page, "Where they differ <span class=\"soft\">1</span>"));
  EXPECT_TRUE(has(page,
                  "<code>join/leader</code><p>The first leads</p></th>"
                  "<td><span class=\"badge failed\">failed</span></td>"
                  "<td><span class=\"badge passed\">passed</span></td>"
                  "<td class=\"soft\">–</td></tr>"));
}

TEST(Html, SaysThatARunWasStoppedAndWhatItLeft) {
  Report report = small_report();
  report.is_stopped = true;
  report.left_behind = {"topic t-1"};
  const std::vector<Report> reports{report};

  const std::string page = to_html(reports);

  EXPECT_TRUE(has(page, "The run was stopped: not all cases were played."));
  EXPECT_TRUE(has(page, "<li>topic t-1</li>"));
}

}  // namespace
}  // namespace cohort::conform
