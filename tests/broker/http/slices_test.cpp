// Long lists over HTTP: in slices, between which the broker goes on.
#include "broker/http/http_world.hpp"

#include <cstdint>
#include <string>
#include <variant>

namespace cohort::broker {
namespace {

class Slices : public HttpWorld {
 protected:
  explicit Slices(std::size_t journal_capacity = Journal::default_capacity)
      : HttpWorld(net::ClockMode::manual, journal_capacity) {}

  void make_topics(int count) {
    for (int i = 0; i < count; ++i) control.create_topic("t" + std::to_string(i), 3);
  }
  SlicedAnswer sliced(const std::string& target) {
    return std::get<SlicedAnswer>(reply("GET", target));
  }
  /// The list of this name, no slice of which may be long.
  static boost::json::array list(const SlicedAnswer& answer, const std::string& name) {
    std::string text;
    for (std::string slice = answer.next(); !slice.empty(); slice = answer.next()) {
      EXPECT_LT(slice.size(), 70'000);
      text += slice;
    }
    return parsed(text).at(name).as_array();
  }
  void append_kilobytes(int count) {
    for (int i = 0; i < count; ++i) {
      control.append("t", 0, {{.value = Buffer::copy_of(std::string(1000, 'x'))}});
    }
  }
};

TEST_F(Slices, TopicsAreAsTheyAreWhenTheirSliceIsMade) {
  make_topics(1000);
  const SlicedAnswer answer = sliced("/v1/topics");
  control.delete_topic("t999");
  control.grow_topic("t998", 4);
  const boost::json::array topics = list(answer, "topics");
  ASSERT_EQ(topics.size(), 1000);
  EXPECT_EQ(topics.back().at("topic").as_string(), "t998");
  EXPECT_EQ(topics.back().at("partitions").as_array().size(), 4);
}

TEST_F(Slices, GroupsThatComeMeanwhileAreNotShown) {
  for (int i = 0; i < 1000; ++i) control.set_offsets("g" + std::to_string(i), {{"t", 0, i}});
  const SlicedAnswer answer = sliced("/v1/groups");
  control.set_offsets("h", {{"t", 0, 1}});
  const boost::json::array groups = list(answer, "groups");
  ASSERT_EQ(groups.size(), 1000);
  EXPECT_EQ(groups.back().at("group").as_string(), "g999");
}

class SlicesOfAShortJournal : public Slices {
 protected:
  SlicesOfAShortJournal() : Slices(/*journal_capacity=*/1000) {}
};

TEST_F(SlicesOfAShortJournal, FactsThatAreGoneMeanwhileAreLeftOut) {
  make_topics(1000);
  const SlicedAnswer answer = sliced("/v1/journal");
  for (int i = 0; i < 100; ++i) control.delete_topic("t" + std::to_string(i));
  EXPECT_EQ(list(answer, "facts").size(), 1000);

  const SlicedAnswer another = sliced("/v1/journal");
  for (int i = 100; i < 1000; ++i) control.delete_topic("t" + std::to_string(i));
  const boost::json::array facts = list(another, "facts");
  ASSERT_LT(facts.size(), 1000);
  EXPECT_EQ(facts.back().at("number"), 1101);
}

TEST_F(Slices, RecordsThatAreDeletedMeanwhileAreLeftOut) {
  append_kilobytes(300);
  const SlicedAnswer answer = sliced("/v1/topics/t/records?limit=299");
  control.delete_records("t", 0, 298);
  const boost::json::array records = list(answer, "records");
  ASSERT_LT(records.size(), 200);
  EXPECT_EQ(records.back().at("offset"), 299);
}

TEST_F(Slices, RecordsEndWithTheirTopic) {
  append_kilobytes(300);
  const SlicedAnswer answer = sliced("/v1/topics/t/records?limit=300");
  control.delete_topic("t");
  control.create_topic("t");
  EXPECT_LT(list(answer, "records").size(), 200);
}

TEST_F(Slices, RecordsAreFoundByTheirOffsetInEachPartition) {
  append_kilobytes(5);
  control.append("t", 1, {{}, {}, {}, {}, {}});
  const auto of = [this](const std::string& query) {
    std::string found;
    const boost::json::value answer = get("/v1/topics/t/records?" + query);
    for (const boost::json::value& record : answer.at("records").as_array()) {
      found += boost::json::serialize(record.at("partition")) + '-' +
               boost::json::serialize(record.at("offset")) + ' ';
    }
    return found;
  };
  EXPECT_EQ(of("offset=3"), "0-3 0-4 1-3 1-4 ");
  EXPECT_EQ(of("offset=3&limit=3"), "0-3 0-4 1-3 ");
  EXPECT_EQ(of("partition=1&offset=4"), "1-4 ");
  EXPECT_EQ(of("offset=5"), "");
  control.delete_records("t", 0, 4);
  EXPECT_EQ(of("partition=0"), "0-4 ");
}

}  // namespace
}  // namespace cohort::broker
