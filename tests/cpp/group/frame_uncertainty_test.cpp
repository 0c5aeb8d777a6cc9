// SPDX-License-Identifier: Apache-2.0
//
// Coverage is measured, not assumed: how often do the intervals hold the truth from which data were
// drawn?
#include "fairwasm/group/frame_uncertainty.hpp"

#include <cmath>
#include <iostream>

#include "fairwasm/uncertainty/resample.hpp"
#include "support.hpp"

namespace fairwasm {
namespace {

constexpr std::size_t kDifference = 2;  // place of Spread::difference among its members
constexpr std::size_t kSpreadMembers = 6;

Tally tallyOfCounts(const std::vector<std::array<double, 2>>& selectedAndNot) {
  Schema schema{{{"g", {}}}, {"0", "1"}, false, true, false};
  for (std::size_t g = 0; g < selectedAndNot.size(); ++g) {
    schema.attributes[0].categories.push_back(std::to_string(g));
  }
  Tally tally(schema);
  std::vector<double> sums;
  for (const auto& [selected, others] : selectedAndNot) {
    for (const double rows : {others, selected}) {
      sums.insert(sums.end(), {rows, rows, rows, 0, 0, 0});
    }
  }
  tally.add(sums);
  return tally;
}

struct Truth {
  double rows;
  double rate;
};

struct Coverage {
  double rate;
  double difference;
};

// How often the nominal 95 % intervals of a rate and of the difference of two hold the truth.
Coverage coverage(Truth one, Truth other, int simulations, std::size_t draws) {
  int rateHits = 0;
  int differenceHits = 0;
  for (int simulation = 0; simulation < simulations; ++simulation) {
    RandomStream random(99, static_cast<std::uint64_t>(simulation));
    const double a = drawBinomial(random, one.rows, one.rate);
    const double b = drawBinomial(random, other.rows, other.rate);
    const Tally tally = tallyOfCounts({{a, one.rows - a}, {b, other.rows - b}});
    const auto result = frameUncertainty(tally, {"g"}, {false, true}, 1,
                                         {.draws = draws, .seed = 7, .confidence = 0.95});
    const Interval rate = result.rates[rateIndex("selectionRate")];
    const Interval difference = result.disparities[0];  // statistical parity difference of group 0
    rateHits += rate.low <= one.rate && one.rate <= rate.high ? 1 : 0;
    const double truth = one.rate - other.rate;
    differenceHits += difference.low <= truth && truth <= difference.high ? 1 : 0;
  }
  return {static_cast<double>(rateHits) / simulations,
          static_cast<double>(differenceHits) / simulations};
}

class CoverageAtSensibleSizes : public ::testing::TestWithParam<std::array<Truth, 2>> {};

TEST_P(CoverageAtSensibleSizes, IsNearNinetyFivePercent) {
  const auto& [one, other] = GetParam();
  const auto [rate, difference] = coverage(one, other, 1000, 500);
  EXPECT_GE(difference, 0.93);
  EXPECT_LE(difference, 0.97);
  EXPECT_GE(rate, 0.93);
  EXPECT_LE(rate, 0.97);
}

INSTANTIATE_TEST_SUITE_P(Sizes, CoverageAtSensibleSizes,
                         ::testing::Values(std::array{Truth{100, 0.5}, Truth{200, 0.4}},
                                           std::array{Truth{500, 0.2}, Truth{300, 0.3}},
                                           std::array{Truth{2000, 0.05}, Truth{1000, 0.1}}));

TEST(FrameUncertainty, DrawsThatLeaveAGroupEmptyDoNotBreakIt) {
  const Tally tally = tallyOfCounts({{1, 1}, {400, 600}});
  const auto result = frameUncertainty(tally, {"g"}, {false, true}, 1, {});
  for (const Interval& interval :
       {result.disparities[0],
        result.spreads[rateIndex("selectionRate") * kSpreadMembers + kDifference]}) {
    EXPECT_FALSE(std::isnan(interval.low));
    EXPECT_LT(interval.low, interval.high);
  }
}

// The same rows, seen in another order: categories and labels then have other codes.
TEST(FrameUncertainty, DoesNotDependOnTheOrderInWhichCategoriesWereSeen) {
  const auto tallyOf = [](std::vector<std::string> groups, std::vector<std::string> labels,
                          const std::vector<double>& counts) {
    Tally tally(Schema{{{"g", std::move(groups)}}, std::move(labels), false, true, false});
    std::vector<double> sums;
    for (const double rows : counts) sums.insert(sums.end(), {rows, rows, rows, 0, 0, 0});
    tally.add(sums);
    return tally;
  };
  const auto one = frameUncertainty(tallyOf({"a", "b"}, {"0", "1"}, {70, 30, 55, 45}), {"g"},
                                    {false, true}, 0, {});
  const auto other = frameUncertainty(tallyOf({"b", "a"}, {"1", "0"}, {45, 55, 30, 70}), {"g"},
                                      {true, false}, 1, {});
  const std::size_t selection = rateIndex("selectionRate");
  const std::size_t difference = selection * kSpreadMembers + kDifference;
  EXPECT_EQ(one.spreads[difference].low, other.spreads[difference].low);
  EXPECT_EQ(one.disparities[kDisparities.size()].high, other.disparities[0].high);
  EXPECT_EQ(one.rates[selection].low, other.rates[kRates.size() + selection].low);
  EXPECT_EQ(one.differenceTests[kRates.size() + selection], other.differenceTests[selection]);
  EXPECT_EQ(one.permutationTests[selection], other.permutationTests[selection]);
}

TEST(FrameUncertainty, WeightsOfTwoSayNoMoreThanWeightsOfOne) {
  const auto weighted = [](double weight) {
    Tally tally(Schema{{{"g", {"a", "b"}}}, {"0", "1"}, false, true, false});
    std::vector<double> sums;
    for (const double rows : {60., 40., 55., 45.}) {
      sums.insert(sums.end(), {rows, weight * rows, weight * weight * rows, 0, 0, 0});
    }
    tally.add(sums);
    return frameUncertainty(tally, {"g"}, {false, true}, 0, {});
  };
  const auto one = weighted(1);
  const auto two = weighted(2);
  for (std::size_t i = 0; i < one.rates.size(); ++i) {
    if (std::isnan(one.rates[i].low)) continue;
    EXPECT_DOUBLE_EQ(one.rates[i].low, two.rates[i].low);
  }
  EXPECT_DOUBLE_EQ(one.disparities[kDisparities.size()].low,
                   two.disparities[kDisparities.size()].low);
  EXPECT_DOUBLE_EQ(one.differenceTests[kRates.size() + rateIndex("selectionRate")],
                   two.differenceTests[kRates.size() + rateIndex("selectionRate")]);
}

TEST(FrameUncertainty, SameSeedSameBitsOtherSeedOtherBits) {
  const Tally tally = testing::eightRowTally();
  const auto lowOf = [&](std::uint64_t seed) {
    std::vector<double> ends;
    for (const auto& interval :
         frameUncertainty(tally, {"sex"}, {false, true}, 0, {.seed = seed}).spreads) {
      if (!std::isnan(interval.low)) ends.push_back(interval.low);
    }
    return ends;
  };
  EXPECT_EQ(lowOf(1), lowOf(1));
  EXPECT_NE(lowOf(1), lowOf(2));
}

TEST(FrameUncertainty, RefusesMoreGroupsThanItCouldFinish) {
  const Tally tally =
      tallyOfCounts(std::vector<std::array<double, 2>>(kMostUncertainGroups + 1, {1, 1}));
  testing::expectError([&] { frameUncertainty(tally, {"g"}, {false, true}, 0, {}); },
                       ErrorCode::kTooLarge, "by");
}

}  // namespace
}  // namespace fairwasm
