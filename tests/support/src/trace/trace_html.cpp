#include "trace/trace_page.hpp"
#include <cohort/testing/trace.hpp>

#include <fmt/format.h>

#include <string_view>

namespace cohort::testing {

namespace {

std::string escaped(std::string_view text) {
  std::string out;
  for (const char byte : text) {
    switch (byte) {
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '&':
        out += "&amp;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out.push_back(byte);
    }
  }
  return out;
}

/// No text may end the script that it stands in; JSON has this for it.
std::string for_script(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char byte : json) {
    if (byte == '<') {
      out += "\\u003c";
    } else {
      out.push_back(byte);
    }
  }
  return out;
}

}  // namespace

std::string to_html(const Trace& trace) {
  const std::string title = fmt::format("{}, seed {}", escaped(trace.scenario), trace.seed);
  std::string page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  page.append("<title>").append(title).append(" - Cohort</title>\n");
  page.append("<style>").append(page_style).append("</style>\n</head>\n");
  page.append("<body>\n<header><h1>").append(title).append("</h1>").append(page_body);
  page += "<script type=\"application/json\" id=\"trace\">\n";
  page.append(for_script(to_json(trace))).append("</script>\n");
  page.append("<script>\n'use strict';\n").append(page_model);
  page.append(page_drawing).append(page_reader);
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace cohort::testing
