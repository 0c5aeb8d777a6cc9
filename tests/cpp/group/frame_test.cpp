// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/frame.hpp"

#include <cmath>

#include "support.hpp"

namespace fairwasm::group {
namespace {

using testing::eightRowTally;

Frame frame(const std::vector<std::string>& by) {
  const tally::Tally tally = eightRowTally();
  return frameBy(tally, by, favorableLabels(tally.schema(), {"1"}));
}

TEST(Frame, HasAGroupForEachCategory) {
  const Frame byRace = frame({"race"});
  ASSERT_EQ(byRace.counts.size(), 3U);
  EXPECT_EQ(byRace.counts[0].rows, 4);
  EXPECT_EQ(byRace.counts[1].rows, 3);
  EXPECT_EQ(byRace.counts[2].rows, 1);
  EXPECT_EQ(byRace.overall.rows, 8);
}

TEST(Frame, UsesTheRequestedOrderOfAttributes) {
  const Frame crossed = frame({"sex", "race"});
  ASSERT_EQ(crossed.counts.size(), 6U);
  EXPECT_EQ(crossed.codes(1, 0), 0U);  // sex f
  EXPECT_EQ(crossed.codes(1, 1), 1U);  // race b
  EXPECT_EQ(crossed.counts[1].rows, 2);
  EXPECT_EQ(crossed.counts[2].rows, 0);  // f, c does not occur
  const auto values = rates(crossed.counts);
  EXPECT_TRUE(std::isnan(values(2, rateIndex("selectionRate"))));
}

TEST(Frame, AgreesWithCountingEachGroupByCondition) {
  const tally::Tally tally = eightRowTally();
  const auto favorable = favorableLabels(tally.schema(), {"1"});
  const Frame crossed = frame({"race", "sex"});
  for (std::size_t group = 0; group < crossed.counts.size(); ++group) {
    const auto& attributes = tally.schema().attributes;
    const Counts expected =
        countGroup(tally,
                   {{{"race", attributes[0].categories[crossed.codes(group, 0)]},
                     {"sex", attributes[1].categories[crossed.codes(group, 1)]}}},
                   favorable);
    for (const auto& field : kCountFields) {
      EXPECT_EQ(crossed.counts[group].*(field.member), expected.*(field.member)) << field.name;
    }
  }
}

TEST(Frame, HasOneGroupOfAllRowsWithoutAttributes) {
  const Frame all = frame({});
  ASSERT_EQ(all.counts.size(), 1U);
  EXPECT_EQ(all.counts[0].rows, 8);
}

TEST(Frame, RejectsUnknownAndDuplicateAttributes) {
  testing::expectError([] { frame({"age"}); }, ErrorCode::kInvalidArgument, "attribute");
  testing::expectError([] { frame({"sex", "sex"}); }, ErrorCode::kInvalidArgument, "by");
}

}  // namespace
}  // namespace fairwasm::group
