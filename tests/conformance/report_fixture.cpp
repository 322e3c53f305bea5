#include "conformance/report_fixture.hpp"

namespace cohort::conform {

Report small_report() {
  return {
      .broker = "kafka 3.9",
      .reached = "127.0.0.1:9092",
      .suite = "1.2.3",
      .seconds = 2.5,
      .cases = {
          {.id = "join/leader",
           .title = "The first leads",
           .origin = "recorded from Apache Kafka 3.9.0",
           .verdict = {.outcome = Outcome::failed,
                       .step = 2,
                       .why = "not as expected",
                       .differences = {{.path = "error_code", .expected = "0", .got = "25"},
                                       {.path = "members[0].member_id",
                                        .expected = "any string",
                                        .got = "\"<script>alert(1)</script>\""}}},
           .seconds = 1},
          {.id = "join/reason",
           .title = "A reason may be given",
           .origin = "KIP-800",
           .verdict = {.outcome = Outcome::unsupported, .why = "the broker has no JoinGroup v8"}},
          {.id = "join/timer",
           .title = "A session ends",
           .origin = "KIP-62",
           .verdict = {.outcome = Outcome::skipped, .why = "needs brokers=1"}},
          {.id = "wire/frame", .title = "A frame is read", .origin = "KIP-482", .seconds = 0.25},
          {.id = "wire/versions",
           .title = "Versions are told",
           .origin = "KIP-511",
           .verdict = {.outcome = Outcome::failed, .why = "no answer to <ApiVersions> v3"},
           .seconds = 0.1},
      }};
}

}  // namespace cohort::conform
