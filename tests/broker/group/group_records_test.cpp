// What the coordinator has written down, as values.
#include "broker/group/group_test.hpp"

namespace cohort::broker {

class GroupRecords : public GroupTest {
 protected:
  using What = decltype(GroupRecord::what);

  /// Since the last call; each is of the group and of now.
  std::vector<What> records() {
    std::vector<What> all;
    for (GroupRecord& record : coordinator_.take_records()) {
      EXPECT_EQ(record.group_id, group_);
      EXPECT_EQ(record.at, now_);
      EXPECT_EQ(record.producer, std::nullopt);
      all.push_back(std::move(record.what));
    }
    return all;
  }

  OffsetKey key_{"t", 0};
  ProducerIdentity producer_{7, 0};
};

TEST_F(GroupRecords, TheLeadersSyncStoresTheGroup) {
  const std::vector<std::string> ids = completing({{}, {.instance = "i"}});
  const Instant formed = now_;
  pass(seconds(1));
  coordinator_.take_records();

  sync(ids[1], generation(), {}, "i");
  EXPECT_EQ(records(), std::vector<What>{});
  sync(ids[0], generation(), {{ids[0], Buffer::copy_of("a")}});

  const StoredMember member{.id = ids[0],
                            .client_id = "client",
                            .client_host = described().members.at(0).client_host,
                            .rebalance_timeout = seconds(10),
                            .session_timeout = seconds(10),
                            .subscription = Buffer::copy_of("m"),
                            .topics = std::vector<std::string>{"t"},
                            .assignment = Buffer::copy_of("a")};
  StoredMember other = member;
  other.id = ids[1];
  other.instance_id = "i";
  other.assignment = Buffer();
  EXPECT_EQ(records(), (std::vector<What>{GroupStored{.protocol_type = "consumer",
                                                      .generation = generation(),
                                                      .protocol_name = "range",
                                                      .leader = ids[0],
                                                      .state_since = formed,
                                                      .members = {member, other}}}));
}

TEST_F(GroupRecords, ALastMemberThatLeavesStoresTheEmptyGroup) {
  const std::vector<std::string> ids = stable({{}});
  coordinator_.take_records();
  leaves(ids[0]);
  EXPECT_EQ(records(), (std::vector<What>{GroupStored{
                           .protocol_type = "consumer", .generation = 2, .state_since = now_}}));
}

TEST_F(GroupRecords, AGroupThatAnOffsetMadeIsNotStored) {
  EXPECT_EQ(commit_simple(key_, 5, "m"), ErrorCode::none);
  join_v3();
  EXPECT_EQ(records(), (std::vector<What>{OffsetStored{
                           .key = key_, .offset = 5, .metadata = "m", .commit_time = now_}}));
}

TEST_F(GroupRecords, ATransactionsOffsetNamesItsProducerAndItsEndIsNoRecord) {
  coordinator_.commit_transactional({.group_id = group_, .offsets = {{.key = key_, .offset = 5}}},
                                    producer_, now_);
  const std::vector<GroupRecord> written = coordinator_.take_records();
  ASSERT_EQ(written.size(), 1u);
  EXPECT_EQ(written[0].producer, producer_);
  coordinator_.end_transaction(producer_.id, true, now_);
  EXPECT_EQ(records(), std::vector<What>{});
}

TEST_F(GroupRecords, ADeletedGroupRemovesEachOffsetOnceAndThenItself) {
  EXPECT_EQ(commit_simple(key_, 5), ErrorCode::none);
  for (const OffsetKey& key : {key_, OffsetKey{"t", 1}}) {
    coordinator_.commit_transactional({.group_id = group_, .offsets = {{.key = key, .offset = 6}}},
                                      producer_, now_);
  }
  coordinator_.take_records();
  EXPECT_EQ(coordinator_.delete_group(group_, now_), ErrorCode::none);
  EXPECT_EQ(records(),
            (std::vector<What>{OffsetRemoved{key_}, OffsetRemoved{{"t", 1}}, GroupRemoved{}}));
}

// Kafka goes through the offsets and then through those of each transaction.
TEST_F(GroupRecords, ADeletedTopicRemovesOffsetsAndPendingOnes) {
  EXPECT_EQ(commit_simple(key_, 5), ErrorCode::none);
  coordinator_.commit_transactional({.group_id = group_, .offsets = {{.key = key_, .offset = 6}}},
                                    producer_, now_);
  coordinator_.take_records();
  coordinator_.topic_deleted("t", now_);
  EXPECT_EQ(records(), (std::vector<What>{OffsetRemoved{key_}, OffsetRemoved{key_}}));
}

}  // namespace cohort::broker
