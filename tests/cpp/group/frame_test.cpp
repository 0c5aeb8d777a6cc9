// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/frame.hpp"

#include <cmath>

#include "support.hpp"

namespace fairwasm::group {
namespace {

using testing::eightRowTally;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

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

TEST(Spread, MatchesManualCalculation) {
  const std::vector<double> groups{0.2, 0.5, 0.4};
  const Spread apart = spread(groups, 0.4);
  EXPECT_EQ(apart.min, 0.2);
  EXPECT_EQ(apart.max, 0.5);
  EXPECT_EQ(apart.difference, 0.3);
  EXPECT_EQ(apart.ratio, 0.4);
  EXPECT_EQ(apart.differenceToOverall, 0.2);
  EXPECT_EQ(apart.ratioToOverall, 0.5);
}

TEST(Spread, OmitsUndefinedGroups) {
  const std::vector<double> groups{kNaN, 0.5, kNaN, 0.25};
  const Spread apart = spread(groups, 0.25);
  EXPECT_EQ(apart.difference, 0.25);
  EXPECT_EQ(apart.ratio, 0.5);
  EXPECT_EQ(apart.ratioToOverall, 0.5);  // inverted: 0.25 / 0.5
}

TEST(Spread, IsUndefinedIfNoGroupIsDefined) {
  const std::vector<double> groups{kNaN};
  for (const double value : {spread(groups, 0.5).difference, spread({}, 0.5).ratio}) {
    EXPECT_TRUE(std::isnan(value));
  }
}

TEST(Spread, HasNoGapForASingleDefinedGroup) {
  const std::array groups{kNaN, 0.4};
  const Spread apart = spread(groups, 0.5);
  EXPECT_EQ(apart.min, 0.4);
  EXPECT_EQ(apart.max, 0.4);
  for (const double gap :
       {apart.difference, apart.ratio, apart.differenceToOverall, apart.ratioToOverall}) {
    EXPECT_TRUE(std::isnan(gap));
  }
  EXPECT_EQ(fairlearnSpread(groups, 0.4).difference, 0);
  EXPECT_EQ(fairlearnSpread(groups, 0.4).ratio, 1);
}

TEST(Spread, RatioOfZeroToZeroIsUndefined) {
  const std::vector<double> groups{0, 0};
  EXPECT_EQ(spread(groups, 0).difference, 0);
  EXPECT_TRUE(std::isnan(spread(groups, 0).ratio));
}

}  // namespace
}  // namespace fairwasm::group
