// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/exact_errors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

using uncertainty::RandomStream;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

uncertainty::Bounded computeBounded(const NumberRows& group, std::string_view name) {
  const auto place = std::ranges::find(kExactErrorNames, name) - kExactErrorNames.begin();
  return exactErrors(group, 0.95).values.at(static_cast<std::size_t>(place));
}
double computeValue(const NumberRows& group, std::string_view name) {
  return computeBounded(group, name).value;
}

// Targets 1, 2, 4, 9; errors 1, -2, 0, 3.
const NumberRows kFourRows{{{1, 2, 1}, {2, 0, 1}, {4, 4, 1}, {9, 12, 1}}};

TEST(ExactErrors, MatchManualCalculation) {
  const auto value = [](std::string_view name) { return computeValue(kFourRows, name); };
  EXPECT_EQ(value("meanLabel"), 4);
  EXPECT_EQ(value("meanPrediction"), 4.5);
  EXPECT_EQ(value("meanError"), 0.5);
  EXPECT_EQ(value("meanAbsoluteError"), 1.5);
  EXPECT_EQ(value("meanSquaredError"), 3.5);
  EXPECT_DOUBLE_EQ(value("rootMeanSquaredError"), std::sqrt(3.5));
  EXPECT_EQ(value("medianAbsoluteError"), 1.5);
  EXPECT_EQ(value("lowerMedianAbsoluteError"), 1);
  EXPECT_EQ(value("maxError"), 3);
  EXPECT_DOUBLE_EQ(value("meanAbsolutePercentageError"), (1 + 1 + 0 + 1. / 3) / 4);
  // Squares around the mean of y: 9 + 4 + 0 + 25; of e: 0.25 + 6.25 + 0.25 + 6.25.
  EXPECT_DOUBLE_EQ(value("r2Score"), 1 - 14. / 38);
  EXPECT_DOUBLE_EQ(value("explainedVariance"), 1 - 13. / 38);
}

TEST(ExactErrors, WeightedMediansMatchManualCalculation) {
  // Errors 1 (weight 1), 2 (weight 2), 5 (weight 3), 9 (weight 0): half of 6 is reached at 2 from
  // below and at 5 from above.
  const NumberRows group{{{0, 1, 1}, {0, -2, 2}, {0, 5, 3}, {0, 9, 0}}};
  EXPECT_EQ(computeValue(group, "lowerMedianAbsoluteError"), 2);
  EXPECT_EQ(computeValue(group, "medianAbsoluteError"), 3.5);
  EXPECT_EQ(computeValue(group, "maxError"), 9);
  EXPECT_TRUE(std::isnan(computeBounded(group, "medianAbsoluteError").ci.low));
}

TEST(ExactErrors, SupportConstantTargets) {
  const NumberRows off{{{0.1, 0.2, 1}, {0.1, 0.4, 3}}};
  EXPECT_EQ(computeValue(off, "r2Score"), -kInfinity);
  EXPECT_EQ(computeValue(off, "r2ScoreForcedFinite"), 0);
  EXPECT_EQ(computeValue(off, "explainedVariance"), -kInfinity);
  EXPECT_EQ(computeValue(off, "explainedVarianceForcedFinite"), 0);
  const NumberRows exact{{{0.1, 0.1, 1}, {0.1, 0.1, 3}}};
  EXPECT_TRUE(std::isnan(computeValue(exact, "r2Score")));
  EXPECT_EQ(computeValue(exact, "r2ScoreForcedFinite"), 1);
  EXPECT_TRUE(std::isnan(computeValue(exact, "explainedVariance")));
  EXPECT_EQ(computeValue(exact, "explainedVarianceForcedFinite"), 1);
  // All errors are equal, so no variation is unexplained.
  const NumberRows shifted{{{0.5, 1, 1}, {0.5, 1, 1}}};
  EXPECT_TRUE(std::isnan(computeValue(shifted, "explainedVariance")));
  EXPECT_EQ(computeValue(shifted, "r2Score"), -kInfinity);
}

TEST(ExactErrors, SupportOneRowAndNone) {
  const NumberRows one{{{2, 3, 1}}};
  EXPECT_TRUE(std::isnan(computeValue(one, "r2Score")));
  EXPECT_TRUE(std::isnan(computeValue(one, "r2ScoreForcedFinite")));
  EXPECT_EQ(computeValue(one, "explainedVarianceForcedFinite"), 1);
  EXPECT_EQ(computeValue(one, "medianAbsoluteError"), 1);
  for (const auto& [value, ci] : exactErrors({}, 0.95).values) EXPECT_TRUE(std::isnan(value));
  // Rows without weight have only a largest error.
  const NumberRows weightless{{{2, 3, 0}, {5, 3, 0}}};
  for (const std::string_view name : kExactErrorNames) {
    if (name != "maxError") EXPECT_TRUE(std::isnan(computeValue(weightless, name))) << name;
  }
  EXPECT_EQ(computeValue(weightless, "maxError"), 2);
}

NumberRows someRows(std::uint64_t seed, std::size_t count) {
  RandomStream random(seed, 0);
  NumberRows group;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = [&] { return static_cast<double>(random.below(1000)) / 8; };
    group.rows.push_back({number(), number(), static_cast<double>(random.below(4))});
  }
  return group;
}

class ExactErrorsOf : public ::testing::TestWithParam<std::uint64_t> {};
INSTANTIATE_TEST_SUITE_P(Some, ExactErrorsOf, ::testing::Range<std::uint64_t>(1, 9));

TEST_P(ExactErrorsOf, DoNotDependOnTheOrderOfRows) {
  const NumberRows rows = someRows(GetParam(), 50);
  NumberRows turned = rows;
  std::ranges::reverse(turned.rows);
  for (const std::string_view name : kExactErrorNames) {
    EXPECT_NEAR(computeValue(turned, name), computeValue(rows, name),
                1e-12 * std::abs(computeValue(rows, name)))
        << name;
  }
}

TEST_P(ExactErrorsOf, TreatWeightsAsRepetition) {
  const NumberRows weighted = someRows(GetParam(), 50);
  NumberRows repeated;
  for (const auto& [label, prediction, weight] : weighted.rows) {
    for (int i = 0; i < static_cast<int>(weight); ++i) {
      repeated.rows.push_back({label, prediction, 1});
    }
  }
  for (const std::string_view name : kExactErrorNames) {
    if (name == "maxError") continue;
    const double expected = computeValue(repeated, name);
    EXPECT_NEAR(computeValue(weighted, name), expected, 1e-12 * std::max(1.0, std::abs(expected)))
        << name;
  }
}

// A large common offset does not reduce the precision of metrics of spread.
TEST_P(ExactErrorsOf, DoNotDependOnOffsets) {
  const NumberRows rows = someRows(GetParam(), 50);
  NumberRows moved = rows;
  for (auto& row : moved.rows) {
    row.label += 1 << 30U;
    row.prediction += 1 << 30U;
  }
  for (const std::string_view name :
       {"r2Score", "explainedVariance", "meanError", "medianAbsoluteError"}) {
    EXPECT_NEAR(computeValue(moved, name), computeValue(rows, name), 1e-10) << name;
  }
}

TEST(ExactErrors, MedianIntervalEqualsThatOfTheSignTest) {
  NumberRows group;
  for (int i = 1; i <= 10; ++i) group.rows.push_back({0, static_cast<double>(i), 1});
  // P(at most one of ten heads) = 11 / 1024 < 0.025; for two, 56 / 1024: the interval starts at the
  // second.
  const auto [value, ci] = computeBounded(group, "medianAbsoluteError");
  EXPECT_EQ(value, 5.5);
  EXPECT_EQ(ci.low, 2);
  EXPECT_EQ(ci.high, 9);
  // All of five rows may be on one side with a higher probability: 2 / 32.
  group.rows.resize(5);
  EXPECT_TRUE(std::isnan(computeBounded(group, "medianAbsoluteError").ci.low));
}

TEST(ExactErrors, MedianIntervalHasNominalCoverage) {
  constexpr int kSamples = 2000;
  RandomStream random(5, 0);
  for (const std::size_t rows : {6U, 25U, 400U}) {
    int held = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      NumberRows group;
      for (std::size_t i = 0; i < rows; ++i) {
        const double x = (random.below(1'000'000) + 0.5) / 1e6;
        group.rows.push_back({0, x * x * x, 1});
      }
      const auto ci = computeBounded(group, "medianAbsoluteError").ci;
      held += ci.low <= 0.125 && ci.high >= 0.125 ? 1 : 0;
    }
    EXPECT_GT(held, 0.94 * kSamples) << rows;
    EXPECT_LT(held, 0.99 * kSamples) << rows;
  }
}

TEST(ExactErrors, SpreadEqualsThatOfTheGroups) {
  const std::vector<NumberRows> groups{{{{0, 1, 1}, {1, 3, 1}}}, {{{0, 4, 1}, {2, 2, 1}}}, {}};
  const auto spreads = exactErrorSpreads(groups, 0.95);
  const auto place = std::ranges::find(kExactErrorNames, "maxError") - kExactErrorNames.begin();
  const uncertainty::Spread& values = spreads.at(static_cast<std::size_t>(place)).values;
  EXPECT_EQ(values.min, 2);
  EXPECT_EQ(values.max, 4);
  EXPECT_EQ(values.ratio, 0.5);
  EXPECT_EQ(values.differenceToOverall, 2);
  // Errors 1, 2 and 4, 0: at an alpha of 1/4, three quarters of the means 1.5 and 2.
  EXPECT_DOUBLE_EQ(pinballSpread(groups, 0.25, 0.95).values.difference, 0.375);
  testing::expectError([&] { pinballSpread(groups, 1.5, 0.95); }, ErrorCode::kInvalidArgument,
                       "alpha");
  testing::expectError([&] { pinballSpread(groups, 0.5, 1); }, ErrorCode::kInvalidArgument,
                       "confidence");
}

ExactErrorSpread computeMedianSpread(std::span<const NumberRows> groups) {
  const auto place =
      std::ranges::find(kExactErrorNames, "medianAbsoluteError") - kExactErrorNames.begin();
  return exactErrorSpreads(groups, 0.95).at(static_cast<std::size_t>(place));
}

NumberRows errorsUpTo(int max, double times, double weight = 1) {
  NumberRows group;
  for (int i = 1; i <= max; ++i) group.rows.push_back({0, times * i, weight});
  return group;
}

// As above, the bounds are the second and ninth of ten rows: two groups need the same confidence as
// one.
TEST(MedianSpread, UsesOrderStatistics) {
  const std::vector<NumberRows> groups{errorsUpTo(10, 1), errorsUpTo(10, -4)};
  const auto [values, intervals] = computeMedianSpread(groups);
  EXPECT_EQ(values.difference, 16.5);
  EXPECT_NEAR(intervals.difference.low, 16.5 - std::hypot(22 - 8, 9 - 5.5), 1e-12);
  EXPECT_NEAR(intervals.difference.high, 16.5 + std::hypot(36 - 22, 5.5 - 2), 1e-12);
  EXPECT_EQ(values.ratio, 0.25);
  EXPECT_LT(intervals.ratio.low, 0.25);
  EXPECT_GT(intervals.ratio.high, 0.25);
  // With two groups at once, 1.3% may be on each side, which is more than 11 of 1,024.
  EXPECT_EQ(intervals.min.low, 2);
  EXPECT_EQ(intervals.max.high, 36);
  EXPECT_LE(intervals.differenceToOverall.low, values.differenceToOverall);
  EXPECT_GE(intervals.differenceToOverall.high, values.differenceToOverall);
}

TEST(MedianSpread, IncludesNoDifferenceIfItIsNotSignificant) {
  const std::vector<NumberRows> groups{errorsUpTo(10, 1), errorsUpTo(10, 1.5)};
  const auto [values, intervals] = computeMedianSpread(groups);
  EXPECT_EQ(values.difference, 2.75);
  EXPECT_EQ(intervals.difference.low, 0);
  EXPECT_EQ(intervals.ratio.high, 1);
  // A gap requires two groups.
  const auto single = computeMedianSpread(std::span(groups).first(1)).intervals;
  EXPECT_TRUE(std::isnan(single.difference.high));
  EXPECT_TRUE(std::isnan(single.differenceToOverall.high));
  EXPECT_EQ(single.min.low, 2);
}

TEST(MedianSpread, HasNoIntervalIfAGroupHasNone) {
  const auto isKnown = [](const std::vector<NumberRows>& groups) {
    return !std::isnan(computeMedianSpread(groups).intervals.difference.low);
  };
  EXPECT_TRUE(isKnown({errorsUpTo(7, 1), errorsUpTo(7, 2)}));
  EXPECT_FALSE(isKnown({errorsUpTo(7, 1), errorsUpTo(5, 2)}));
  // More pairs must hold jointly.
  EXPECT_FALSE(isKnown(std::vector<NumberRows>(5, errorsUpTo(8, 1))));
  EXPECT_TRUE(isKnown(std::vector<NumberRows>(5, errorsUpTo(9, 1))));
  // Groups without rows, or with rows without weight, are omitted; unequal weights are not.
  EXPECT_TRUE(isKnown({errorsUpTo(10, 1), {}, errorsUpTo(10, 2), errorsUpTo(3, 1, 0)}));
  NumberRows uneven = errorsUpTo(10, 2);
  uneven.rows.front().weight = 3;
  EXPECT_FALSE(isKnown({errorsUpTo(10, 1), uneven}));
  EXPECT_TRUE(isKnown({errorsUpTo(10, 1), errorsUpTo(10, 2, 3)}));
}

TEST(MedianSpread, HasNominalCoverage) {
  constexpr int kSamples = 1000;
  RandomStream random(8, 0);
  for (const double factor : {1.0, 2.0}) {
    int held = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      std::vector<NumberRows> groups(3);
      for (std::size_t i = 0; i < 150; ++i) {
        const double x = (random.below(1'000'000) + 0.5) / 1e6;
        groups[i % 3].rows.push_back({0, (i % 3 == 2 ? factor : 1) * x * x * x, 1});
      }
      const auto ci = computeMedianSpread(groups).intervals.difference;
      const double truth = 0.125 * (factor - 1);
      held += ci.low <= truth && ci.high >= truth ? 1 : 0;
    }
    EXPECT_GT(held, 0.94 * kSamples) << factor;
  }
}

TEST(StandardizedMeanDifference, MatchesManualCalculation) {
  const std::vector<WeightedScore> one{{1, 1}, {3, 1}};
  const std::vector<WeightedScore> other{{4, 1}, {8, 1}};
  // Variances 2 and 8.
  const auto computeValue = [](std::span<const WeightedScore> a, std::span<const WeightedScore> b) {
    return standardizedMeanDifference(a, b, 0.95).value;
  };
  EXPECT_DOUBLE_EQ(computeValue(one, other), -4 / std::sqrt(5));
  EXPECT_DOUBLE_EQ(computeValue(other, one), 4 / std::sqrt(5));
  EXPECT_EQ(computeValue(one, one), 0);
  EXPECT_TRUE(std::isnan(computeValue(one, std::span(other).first(1))));
  EXPECT_TRUE(std::isnan(standardizedMeanDifference(one, other, 0.95).ci.low));
  const std::vector<WeightedScore> alike{{1, 1}, {1, 1}};
  const std::vector<WeightedScore> others{{2, 2}, {2, 1}};
  EXPECT_EQ(computeValue(others, alike), kInfinity);
  EXPECT_TRUE(std::isnan(computeValue(alike, alike)));
  // Constant weights and units do not matter.
  const std::vector<WeightedScore> heavy{{10, 7}, {30, 7}};
  const std::vector<WeightedScore> moved{{40, 1}, {80, 1}};
  EXPECT_DOUBLE_EQ(computeValue(heavy, moved), -4 / std::sqrt(5));
}

// Both groups contain 1, 2, 3, and 6, the other one plus 4: variances 14/3. Each row changes the
// mean by its distance and the deviation by the difference between its square and 7/2, so the rows'
// variances differ.
TEST(StandardizedMeanDifference, HasAnIntervalAroundIt) {
  const std::vector<WeightedScore> one{{5, 1}, {6, 1}, {7, 1}, {10, 1}};
  const std::vector<WeightedScore> other{{1, 1}, {2, 1}, {3, 1}, {6, 1}};
  const double deviation = std::sqrt(14.0 / 3);
  const double value = 4 / deviation;
  // Sum of a power of the changes by the rows of a group.
  const auto powers = [&](double sign, double exponent) {
    double sum = 0;
    for (const double away : {-2.0, -1.0, 0.0, 3.0}) {
      const double moved =
          sign * away / deviation - value * (away * away - 3.5) / (4 * deviation * deviation);
      sum += std::pow(moved, exponent);
    }
    return sum;
  };
  const auto variance = [&](double sign) { return powers(sign, 2) / 16 * 4 / 3; };
  // Satterthwaite's degrees of freedom of a variance with this kurtosis, at most those of Student.
  const auto computeDegrees = [&](double sign) {
    const double kurtosis = 4 * powers(sign, 4) / std::pow(powers(sign, 2), 2);
    return std::min(3.0, 2 / ((kurtosis - 3) / 4 + 2.0 / 3));
  };
  const double all = variance(1) + variance(-1);
  const double degrees = all * all /
                         (variance(1) * variance(1) / computeDegrees(1) +
                          variance(-1) * variance(-1) / computeDegrees(-1));
  const double z = uncertainty::normalQuantile(0.975);
  const double quantile = uncertainty::studentQuantileAt(z, degrees);
  const double reach = quantile * std::sqrt(all);
  // Johnson's correction for skewness, here downward.
  const double shift =
      (powers(1, 3) + powers(-1, 3)) / 64 / all * (1 + 2 * quantile * quantile) / 6;
  EXPECT_LT(shift, 0);
  const double center = value * (1 - 3.0 / 23);  // Hedges's correction with 6 degrees of freedom
  const auto found = standardizedMeanDifference(one, other, 0.95);
  EXPECT_NEAR(found.value, value, 1e-12);
  EXPECT_NEAR(found.ci.low, center - reach + shift, 1e-12);
  EXPECT_NEAR(found.ci.high, center + reach, 1e-12);
}

}  // namespace
}  // namespace fairwasm::scores
