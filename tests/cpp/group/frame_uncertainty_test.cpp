// SPDX-License-Identifier: Apache-2.0
//
// Measures coverage: how often intervals contain the true value that data were drawn from.
#include "fairwasm/group/frame_uncertainty.hpp"

#include <cmath>
#include <iostream>

#include "fairwasm/uncertainty/resample.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

FrameUncertainty computeUncertainty(const tally::Tally& tally, const std::vector<std::string>& by,
                                    const std::vector<bool>& favorable, std::size_t reference,
                                    const UncertaintyOptions& options = {}) {
  const Frame frame = frameBy(tally, by, favorable);
  return frameUncertainty(frame.counts, frame.overall, reference, options);
}

tally::Tally tallyOfCounts(const std::vector<std::array<double, 2>>& selectedAndNot) {
  data::Schema schema{{{"g", {}}}, {"0", "1"}, false, true, false};
  for (std::size_t g = 0; g < selectedAndNot.size(); ++g) {
    schema.attributes[0].categories.push_back(std::to_string(g));
  }
  tally::Tally tally(schema);
  std::vector<double> sums;
  for (const auto& [selected, others] : selectedAndNot) {
    for (const double rows : {others, selected}) {
      sums.insert(sums.end(), {rows, rows, rows, 0, 0, 0});
    }
  }
  tally.updateCounted(sums);
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

// Returns how often the nominal 95% intervals of a rate, and of a difference of two, contain the
// true value.
Coverage coverage(Truth one, Truth other, int simulations) {
  int rateHits = 0;
  int differenceHits = 0;
  for (int simulation = 0; simulation < simulations; ++simulation) {
    uncertainty::RandomStream random(99, static_cast<std::uint64_t>(simulation));
    const double a = uncertainty::drawBinomial(random, one.rows, one.rate);
    const double b = uncertainty::drawBinomial(random, other.rows, other.rate);
    const tally::Tally tally = tallyOfCounts({{a, one.rows - a}, {b, other.rows - b}});
    const auto result = computeUncertainty(tally, {"g"}, {false, true}, 1, {.draws = 1});
    const uncertainty::Interval rate = result.rates[rateIndex("selectionRate")];
    const uncertainty::Interval difference =
        result.disparities[0];  // statistical parity difference of group 0
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
  const auto [rate, difference] = coverage(one, other, 5000);
  EXPECT_GE(difference, 0.94);
  EXPECT_LE(difference, 0.96);
  EXPECT_GE(rate, 0.94);
  EXPECT_LE(rate, 0.96);
}

INSTANTIATE_TEST_SUITE_P(Sizes, CoverageAtSensibleSizes,
                         ::testing::Values(std::array{Truth{100, 0.5}, Truth{200, 0.4}},
                                           std::array{Truth{500, 0.2}, Truth{300, 0.3}},
                                           std::array{Truth{2000, 0.05}, Truth{1000, 0.1}}));

Counts makeCounts(double tp, double fp, double tn, double fn) {
  Counts counts;
  counts.rows = counts.effectiveRows = tp + fp + tn + fn;
  addWeight(counts, true, true, tp, 0);
  addWeight(counts, false, true, fp, 0);
  addWeight(counts, false, false, tn, 0);
  addWeight(counts, true, false, fn, 0);
  const std::array cells{tp, fp, tn, fn};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    counts.moments.products[i][i] = counts.moments.units[cellSet(i)] = cells[i];
  }
  return counts;
}

// For every disparity with a test, over all tables of small groups and some of large ones.
TEST(Disparities, TestsRejectExactlyIfIntervalsExcludeEquality) {
  std::vector<Counts> groups;
  for (const double rows : {3., 10., 40., 6000.}) {
    for (const double share : {0., 0.03, 0.1, 0.2, 0.35, 0.5, 0.6, 0.8, 1.}) {
      const double cases = std::round(rows * share);
      groups.push_back(
          makeCounts(cases, std::round(cases / 2), rows - std::round(cases / 2), rows - cases));
    }
  }
  std::size_t rejected = 0;
  std::size_t tested = 0;
  for (const Counts& one : groups) {
    for (const Counts& other : groups) {
      for (const Disparity& disparity : kDisparities) {
        const double p = disparityTest(disparity, one, other);
        const auto [low, high] = disparityInterval(disparity, one, other, 0.95);
        if (std::isnan(p) || std::isnan(low)) continue;
        const double equality = disparity.comparison == Comparison::kRatio ? 1 : 0;
        const bool leavesOut = low > equality || high < equality;
        EXPECT_EQ(leavesOut, p <= 0.05 + 1e-12)
            << disparity.name << ' ' << low << ' ' << high << ' ' << p;
        rejected += leavesOut ? 1 : 0;
        ++tested;
      }
    }
  }
  EXPECT_GT(rejected, tested / 5);
  EXPECT_LT(rejected, 4 * tested / 5);
}

// Six rows: three correct ones in one group, three incorrect ones in the other.
TEST(Disparities, OfSixRowsAreNotCertain) {
  const Disparity disparity{"", Comparison::kDifference, "errorRate"};
  const Counts right = makeCounts(2, 0, 1, 0);
  const Counts wrong = makeCounts(0, 1, 0, 2);
  EXPECT_NEAR(disparityTest(disparity, wrong, right), 0.05, 1e-12);
  const Counts nearlyRight = makeCounts(1, 0, 1, 1);
  EXPECT_GT(disparityTest(disparity, wrong, nearlyRight), 0.05);
  EXPECT_EQ(disparityInterval(disparity, wrong, right, 0.99).low, 0);
}

TEST(FrameUncertainty, ATinyGroupHasWideIntervals) {
  const tally::Tally tally = tallyOfCounts({{1, 1}, {400, 600}});
  const auto result = computeUncertainty(tally, {"g"}, {false, true}, 1);
  const uncertainty::Interval difference = result.spreads[rateIndex("selectionRate")].difference;
  EXPECT_EQ(difference.low, 0);
  EXPECT_GT(difference.high, 0.4);
  EXPECT_LT(result.disparities[0].low, -0.2);
  EXPECT_GT(result.disparities[0].high, 0.4);
  EXPECT_LT(result.expectedCases[rateIndex("selectionRate")], 1);
}

// The same rows in another order, so that categories and labels have other codes.
TEST(FrameUncertainty, DoesNotDependOnTheOrderOfCategories) {
  const auto makeTally = [](std::vector<std::string> groups, std::vector<std::string> labels,
                            const std::vector<double>& counts) {
    tally::Tally tally(
        data::Schema{{{"g", std::move(groups)}}, std::move(labels), false, true, false});
    std::vector<double> sums;
    for (const double rows : counts) sums.insert(sums.end(), {rows, rows, rows, 0, 0, 0});
    tally.updateCounted(sums);
    return tally;
  };
  const auto one = computeUncertainty(makeTally({"a", "b"}, {"0", "1"}, {70, 30, 55, 45}), {"g"},
                                      {false, true}, 0);
  const auto other = computeUncertainty(makeTally({"b", "a"}, {"1", "0"}, {45, 55, 30, 70}), {"g"},
                                        {true, false}, 1);
  const std::size_t selection = rateIndex("selectionRate");
  EXPECT_EQ(one.spreads[selection].difference.low, other.spreads[selection].difference.low);
  EXPECT_EQ(one.disparities[kDisparities.size()].high, other.disparities[0].high);
  EXPECT_EQ(one.rates[selection].low, other.rates[kRates.size() + selection].low);
  EXPECT_EQ(one.disparityTests[kDisparities.size()], other.disparityTests[0]);
  EXPECT_EQ(one.spreadTests[selection], other.spreadTests[selection]);
}

TEST(FrameUncertainty, WeightsOfTwoAddNoPrecision) {
  const auto weighted = [](double weight) {
    tally::Tally tally(data::Schema{{{"g", {"a", "b"}}}, {"0", "1"}, false, true, false});
    std::vector<double> sums;
    for (const double rows : {60., 40., 55., 45.}) {
      sums.insert(sums.end(), {rows, weight * rows, weight * weight * rows, 0, 0, 0});
    }
    tally.updateCounted(sums);
    return computeUncertainty(tally, {"g"}, {false, true}, 0);
  };
  const auto one = weighted(1);
  const auto two = weighted(2);
  for (std::size_t i = 0; i < one.rates.size(); ++i) {
    if (std::isnan(one.rates[i].low)) continue;
    EXPECT_DOUBLE_EQ(one.rates[i].low, two.rates[i].low);
  }
  EXPECT_DOUBLE_EQ(one.disparities[kDisparities.size()].low,
                   two.disparities[kDisparities.size()].low);
  EXPECT_DOUBLE_EQ(one.disparityTests[kDisparities.size()],
                   two.disparityTests[kDisparities.size()]);
}

TEST(FrameUncertainty, IsReproducibleBySeed) {
  const tally::Tally tally = tallyOfCounts({{300, 200}, {280, 220}, {90, 70}});
  const auto computeTests = [&](std::uint64_t seed) {
    return computeUncertainty(tally, {"g"}, {false, true}, 0, {.seed = seed})
        .spreadTests[rateIndex("selectionRate")];
  };
  EXPECT_EQ(computeTests(1), computeTests(1));
  EXPECT_NE(computeTests(1), computeTests(2));
}

TEST(FrameUncertainty, RejectsInvalidOptions) {
  const tally::Tally tally = tallyOfCounts({{3, 2}, {2, 2}});
  const auto with = [&](UncertaintyOptions options) {
    return [&, options] { computeUncertainty(tally, {"g"}, {false, true}, 0, options); };
  };
  testing::expectError(with({.draws = 0}), ErrorCode::kInvalidArgument, "draws");
  testing::expectError(with({.draws = 1'000'001}), ErrorCode::kInvalidArgument, "draws");
  testing::expectError(with({.confidence = 0}), ErrorCode::kInvalidArgument, "confidence");
  testing::expectError(with({.confidence = 1}), ErrorCode::kInvalidArgument, "confidence");
  testing::expectError([&] { computeUncertainty(tally, {"g"}, {false, true}, 2); },
                       ErrorCode::kInvalidArgument, "reference");
}

// More draws than a group's results used to fit into WebAssembly's 32-bit addresses.
TEST(FrameUncertainty, ManyGroupsAndDrawsNeedNoMemory) {
  const tally::Tally tally = tallyOfCounts(std::vector<std::array<double, 2>>(175, {1, 1}));
  const auto result =
      computeUncertainty(tally, {"g"}, {false, true}, 0, {.draws = 200, .simultaneous = true});
  EXPECT_EQ(result.spreadTests[rateIndex("selectionRate")], 1);
}

// The interval of a mean of magnitudes excludes 0 exactly if one of the differences is significant.
TEST(DisparityInterval, OfAMeanOfMagnitudesIncludesZeroLikeTheLargest) {
  const auto& mean = *std::ranges::find(kDisparities, "averageAbsOddsDifference", &Disparity::name);
  const auto counts = [](double truePositives, double falsePositives) {
    Counts all;
    const auto add = [&](bool label, bool prediction, BaseSum cell, double rows) {
      addWeight(all, label, prediction, rows, 0);
      all.moments.units[cellSet(cell)] = rows;
      all.moments.products[cell][cell] = rows;
    };
    add(true, true, kTruePositives, truePositives);
    add(true, false, kFalseNegatives, 100 - truePositives);
    add(false, true, kFalsePositives, falsePositives);
    add(false, false, kTrueNegatives, 100 - falsePositives);
    all.rows = all.effectiveRows = 200;
    return all;
  };
  const auto far = disparityInterval(mean, counts(80, 50), counts(40, 20), 0.95);
  EXPECT_GT(far.low, 0.15);
  EXPECT_LT(far.low, 0.35);
  EXPECT_GT(far.high, 0.35);
  const auto near = disparityInterval(mean, counts(52, 21), counts(48, 19), 0.95);
  EXPECT_EQ(near.low, 0);
  EXPECT_GT(near.high, 0.03);
}

// Bonferroni: with two groups and a reference, each disparity gets its part of the error
// probability.
TEST(FrameUncertainty, SimultaneousIntervalsEqualThoseOfAHigherConfidence) {
  const tally::Tally tally = tallyOfCounts({{40, 60}, {30, 50}, {10, 70}});
  const auto intervals = [&](double confidence, bool simultaneous) {
    return computeUncertainty(tally, {"g"}, {false, true}, 0,
                              {.draws = 1, .confidence = confidence, .simultaneous = simultaneous})
        .disparities;
  };
  const auto together = intervals(0.95, true);
  const auto each = intervals(1 - 0.05 / static_cast<double>(2 * kDisparities.size()), false);
  std::size_t known = 0;
  for (std::size_t i = 0; i < each.size(); ++i) {
    if (std::isnan(each[i].low)) continue;
    ++known;
    EXPECT_NEAR(together[i].low, each[i].low, 1e-12) << i;
    EXPECT_NEAR(together[i].high, each[i].high, 1e-12) << i;
  }
  EXPECT_GT(known, 1U);
}

TEST(FrameUncertainty, HeavyRowDoesNotDetermineExpectationsOfOtherGroups) {
  tally::Tally tally(data::Schema{{{"g", {"a", "b"}}}, {"0", "1"}, false, true, false});
  // Group a: 50 rows, one of which has weight 1,000; b: 50 rows of weight 1.
  tally.updateCounted(std::vector<double>{25, 25, 25, 0, 0, 0, 25, 1024, 1e6 + 24, 0, 0, 0,  //
                                          25, 25, 25, 0, 0, 0, 25, 25,   25,       0, 0, 0});
  const auto result = computeUncertainty(tally, {"g"}, {false, true}, 0);
  const std::size_t selection = rateIndex("selectionRate");
  EXPECT_LT(result.expectedCases[selection], 2);
  EXPECT_GT(result.expectedCases[kRates.size() + selection], 20);
}

TEST(FrameUncertainty, OmitsOnlyComparisonsOfAllPairsOfManyGroups) {
  const std::size_t selection = rateIndex("selectionRate");
  const auto of = [&](std::size_t groups) {
    const tally::Tally tally = tallyOfCounts(std::vector<std::array<double, 2>>(groups, {10, 20}));
    return computeUncertainty(tally, {"g"}, {false, true}, 0);
  };
  const auto few = of(uncertainty::kMaxPairedGroups);
  const auto many = of(uncertainty::kMaxPairedGroups + 1);
  EXPECT_DOUBLE_EQ(many.rates[selection].low, few.rates[selection].low);
  EXPECT_DOUBLE_EQ(many.disparities[kDisparities.size()].high,
                   few.disparities[kDisparities.size()].high);
  EXPECT_EQ(many.expectedCases[selection], few.expectedCases[selection]);
  EXPECT_FALSE(std::isnan(many.spreads[selection].max.high));
  EXPECT_FALSE(std::isnan(many.spreads[selection].differenceToOverall.low));
  EXPECT_FALSE(std::isnan(few.spreads[selection].difference.low));
  EXPECT_TRUE(std::isnan(many.spreads[selection].difference.low));
  EXPECT_TRUE(std::isnan(many.spreads[selection].ratio.high));
  EXPECT_FALSE(std::isnan(few.spreadTests[selection]));
  EXPECT_TRUE(std::isnan(many.spreadTests[selection]));
}

}  // namespace
}  // namespace fairwasm::group
