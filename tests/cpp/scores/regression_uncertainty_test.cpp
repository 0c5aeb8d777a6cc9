// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/regression_uncertainty.hpp"

#include <cmath>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::scores {
namespace {

struct Row {
  double label;
  double prediction;
  double weight = 1;
};

RegressionSums computeSums(const std::vector<Row>& rows) {
  std::vector<double> label;
  std::vector<double> prediction;
  std::vector<double> weight;
  for (const Row& row : rows) {
    label.push_back(row.label);
    prediction.push_back(row.prediction);
    weight.push_back(row.weight);
  }
  RegressionTally tally({});
  tally.update({rows.size(), {}, label, prediction, weight});
  return tally.by(data::groupBy(tally.schema(), {})).at(0);
}

constexpr std::array kAll = std::to_array<std::string_view>(
    {"meanLabel", "meanPrediction", "meanError", "meanAbsoluteError", "meanSquaredError",
     "rootMeanSquaredError", "meanAbsolutePercentageError", "r2Score"});

std::vector<Row> noisy(int count, double scale = 1, double start = 0) {
  std::vector<Row> rows;
  for (int i = 0; i < count; ++i) {
    const double label = 10 + 3 * std::sin(start + 1.7 * i * i);
    rows.push_back({label, label + scale * std::cos(start + 2.3 * i * i), 1 + 0.5 * (i % 3)});
  }
  return rows;
}

// Errors 1, 2, 3, 4: mean 2.5, variance 5/3, relative variance of the mean 1/15.
TEST(RegressionUncertainty, TheIntervalOfAnErrorMatchesManualCalculation) {
  const auto sums = computeSums({{0, 1}, {0, -2}, {0, 3}, {0, -4}});
  const auto [error, effective] = boundedError("meanAbsoluteError", sums, 0.95);
  EXPECT_DOUBLE_EQ(error.value, 2.5);
  EXPECT_NEAR(effective, 4 / (1 + 8. / 15), 1e-12);
  const double factor = std::exp(
      uncertainty::studentQuantileAt(uncertainty::normalQuantile(0.975), effective * 0.75) /
      std::sqrt(15));
  EXPECT_NEAR(error.ci.low, 2.5 / factor, 1e-12);
  EXPECT_NEAR(error.ci.high, 2.5 * factor, 1e-12);
}

// Student's interval: errors 1, -2, 3, -4 have mean -1/2 and variance 29/3; t(0.975, 3) =
// 3.1824463052837.
TEST(RegressionUncertainty, TheIntervalOfASignedMeanIsStudents) {
  const auto sums = computeSums({{5, 6}, {5, 3}, {7, 10}, {7, 3}});
  const auto error = boundedError("meanError", sums, 0.95).error;
  EXPECT_DOUBLE_EQ(error.value, -0.5);
  EXPECT_NEAR(error.ci.high - error.value, 3.1824463052837 * std::sqrt(29. / 12), 1e-9);
  EXPECT_NEAR(error.value - error.ci.low, error.ci.high - error.value, 1e-12);
  // Labels 5, 5, 7, 7: variance 4/3. Predictions 6, 3, 10, 3: mean 5.5, variance 11.
  const auto label = boundedError("meanLabel", sums, 0.95).error;
  EXPECT_NEAR(label.ci.high - 6, 3.1824463052837 * std::sqrt(1. / 3), 1e-9);
  const auto prediction = boundedError("meanPrediction", sums, 0.95).error;
  EXPECT_NEAR(prediction.ci.low, 5.5 - 3.1824463052837 * std::sqrt(11. / 4), 1e-9);
}

// Mean |e| 3/2, mean square 3, and mean fourth power 21: 21 * (3/2)^2 / 3^3 = 7/4.
TEST(RegressionUncertainty, SquaredErrorsReachFurtherUpWithHeavyTails) {
  const auto sums = computeSums({{0, 1}, {1, 0}, {2, 3}, {3, 6}});
  for (const char* metric : {"meanSquaredError", "rootMeanSquaredError"}) {
    const auto [error, effective] = boundedError(metric, sums, 0.95);
    const double up = std::log(error.ci.high / error.value);
    const double down = std::log(error.value / error.ci.low);
    EXPECT_NEAR(up / down, 1 + std::log(7.0 / 4) / 4, 1e-12) << metric;
  }
}

// Labels -1, 1, -1, 1 and errors 1, 0, 0, 1: MSE 1/2, variance 1, R^2 1/2. The logarithm of 1 - R^2
// varies like e^2 / (1/2) - 1 = 1, -1, -1, 1: relative variance 4 / 16 * 4/3 = 1/3.
TEST(RegressionUncertainty, R2MatchesManualCalculation) {
  const auto sums = computeSums({{-1, 0}, {1, 1}, {-1, -1}, {1, 2}});
  const auto [r2, effective] = boundedError("r2Score", sums, 0.95);
  EXPECT_DOUBLE_EQ(r2.value, 0.5);
  EXPECT_NEAR(effective, 4 / (1 + 4. / 3), 1e-12);
  const double reach =
      uncertainty::studentQuantileAt(uncertainty::normalQuantile(0.975), effective - 1) /
      std::sqrt(3);
  EXPECT_NEAR(r2.ci.low, 1 - 0.5 * std::exp(reach), 1e-12);
  EXPECT_NEAR(r2.ci.high, 1 - 0.5 * std::exp(-reach), 1e-12);
}

// Of 20 errors, 18 are 0, one is 1, and one is -1: a kurtosis of 10, so 40 / 9 effective rows.
TEST(RegressionUncertainty, AFewOutliersReduceTheEffectiveRows) {
  std::vector<Row> rows(20, {0, 0});
  rows[3].prediction = 1;
  rows[8].prediction = -1;
  EXPECT_NEAR(boundedError("meanError", computeSums(rows), 0.95).effectiveRows, 40. / 9, 1e-12);
  EXPECT_NEAR(boundedError("meanError", computeSums({{0, 1}, {0, 2}, {0, 3}}), 0.95).effectiveRows,
              3, 1e-12);
}

TEST(RegressionUncertainty, TheRootHasTheIntervalOfTheSquare) {
  const auto sums = computeSums({{0, 1}, {0, -2, 2}, {1, 4}, {1, -3, 2}});
  const auto square = boundedError("meanSquaredError", sums, 0.9).error;
  const auto root = boundedError("rootMeanSquaredError", sums, 0.9).error;
  EXPECT_DOUBLE_EQ(root.value * root.value, square.value);
  EXPECT_DOUBLE_EQ(root.ci.high * root.ci.high, square.ci.high);
  EXPECT_LT(square.ci.low, square.value);
}

TEST(RegressionUncertainty, ThePinballLossAtOneHalfIsHalfTheAbsoluteError) {
  const auto sums = computeSums(noisy(40));
  const auto half = boundedPinballLoss(sums, 0.5, 0.95).error;
  const auto absolute = boundedError("meanAbsoluteError", sums, 0.95).error;
  EXPECT_NEAR(2 * half.value, absolute.value, 1e-14);
  EXPECT_NEAR(2 * half.ci.low, absolute.ci.low, 1e-12);
  EXPECT_NEAR(2 * half.ci.high, absolute.ci.high, 1e-12);
  testing::expectError([&] { boundedPinballLoss(sums, 1.5, 0.95); }, ErrorCode::kInvalidArgument,
                       "alpha");
}

TEST(RegressionUncertainty, ThePinballGapAtOneHalfIsHalfThatOfTheAbsoluteError) {
  std::vector<RegressionSums> groups;
  for (const int rows : {40, 25, 60}) groups.push_back(computeSums(noisy(rows)));
  groups.emplace_back();  // omitted because it has no rows
  const auto half = pinballErrorSpread(groups, 0.5, 0.9);
  const auto absolute = errorSpread(groups, "meanAbsoluteError", 0.9);
  EXPECT_NEAR(2 * half.values.difference, absolute.values.difference, 1e-14);
  EXPECT_NEAR(2 * half.intervals.difference.high, absolute.intervals.difference.high, 1e-12);
  EXPECT_NEAR(2 * half.intervals.max.low, absolute.intervals.max.low, 1e-12);
  EXPECT_NEAR(half.intervals.ratio.low, absolute.intervals.ratio.low, 1e-12);
  EXPECT_NEAR(half.intervals.ratioToOverall.high, absolute.intervals.ratioToOverall.high, 1e-12);
  testing::expectError([&] { pinballErrorSpread(groups, -1, 0.9); }, ErrorCode::kInvalidArgument,
                       "alpha");
}

// Groups with equal errors, or one group with errors twice as large: coverage of the interval of
// the gap in the loss of a high quantile.
TEST(RegressionUncertainty, ThePinballGapHasNominalCoverage) {
  uncertainty::RandomStream random(71, 3);
  constexpr int kSamples = 2000;
  constexpr double kAlpha = 0.9;
  for (const double scale : {1., 2.}) {
    // Errors are uniform from -scale to scale, so |e| has the mean scale / 2, and the loss half of
    // that.
    const double truth = (scale - 1) / 4;
    int held = 0;
    for (int sample = 0; sample < kSamples; ++sample) {
      std::vector<RegressionSums> groups(2);
      for (std::size_t group = 0; group < groups.size(); ++group) {
        for (int row = 0; row < 50; ++row) {
          const double error = 2 * ((random.below(1'000'000) + 0.5) / 1e6) - 1;
          groups[group].add(0, group == 1 ? scale * error : error, 1);
        }
      }
      const auto ci = pinballErrorSpread(groups, kAlpha, 0.95).intervals.difference;
      held += ci.low <= truth && ci.high >= truth ? 1 : 0;
    }
    EXPECT_GT(held, 0.94 * kSamples) << scale;
    EXPECT_LT(held, 0.99 * kSamples) << scale;
    RecordProperty("held", held);
  }
}

TEST(RegressionUncertainty, EqualRowsHaveNoInterval) {
  const auto sums = computeSums({{1, 1.5}, {1, 1.5}, {1, 1.5}});
  for (const auto name : kAll) {
    EXPECT_TRUE(std::isnan(boundedError(name, sums, 0.95).error.ci.low)) << name;
  }
  for (const auto name : kAll) {
    EXPECT_TRUE(std::isnan(boundedError(name, computeSums({{1, 2}}), 0.95).error.ci.low)) << name;
    EXPECT_TRUE(std::isnan(boundedError(name, computeSums({}), 0.95).error.value)) << name;
  }
}

TEST(RegressionUncertainty, EveryIntervalContainsItsValueForAnyUnitOfWeights) {
  auto rows = noisy(50);
  const auto once = computeSums(rows);
  for (Row& row : rows) row.weight *= 1000;
  const auto heavier = computeSums(rows);
  for (const auto name : kAll) {
    const auto one = boundedError(name, once, 0.95).error;
    const auto other = boundedError(name, heavier, 0.95).error;
    EXPECT_LT(one.ci.low, one.value) << name;
    EXPECT_GT(one.ci.high, one.value) << name;
    EXPECT_NEAR(one.ci.low, other.ci.low, 1e-9) << name;
    EXPECT_NEAR(one.ci.high, other.ci.high, 1e-9) << name;
  }
}

// Intervals do not depend on the batches and order of rows.
TEST(RegressionUncertainty, MergedSumsEqualOnePass) {
  const auto rows = noisy(90);
  const auto once = computeSums(rows);
  std::vector<Row> reversed(rows.rbegin(), rows.rend());
  RegressionSums merged = computeSums({reversed.begin(), reversed.begin() + 20});
  merged.merge(computeSums({}));
  merged.merge(computeSums({reversed.begin() + 20, reversed.begin() + 21}));
  merged.merge(computeSums({reversed.begin() + 21, reversed.end()}));
  for (const auto name : kAll) {
    const auto one = boundedError(name, once, 0.95).error;
    const auto other = boundedError(name, merged, 0.95).error;
    EXPECT_NEAR(one.value, other.value, 1e-11) << name;
    EXPECT_NEAR(one.ci.low, other.ci.low, 1e-9) << name;
    EXPECT_NEAR(one.ci.high, other.ci.high, 1e-9) << name;
  }
}

TEST(RegressionUncertainty, TreatsWeightsAsRepetitionForEveryValue) {
  std::vector<Row> repeated;
  const auto rows = noisy(20);
  std::vector<Row> weighted;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const int times = 1 + static_cast<int>(i % 3);
    weighted.push_back({rows[i].label, rows[i].prediction, static_cast<double>(times)});
    for (int t = 0; t < times; ++t) repeated.push_back({rows[i].label, rows[i].prediction});
  }
  for (const auto& metric : kRegressionMetrics) {
    if (metric.name == "count") continue;
    EXPECT_NEAR(metric.value(computeSums(weighted)), metric.value(computeSums(repeated)), 1e-11)
        << metric.name;
  }
}

TEST(RegressionUncertainty, SpreadIncludesZeroForCopiesOfAGroup) {
  const std::vector<RegressionSums> copies(3, computeSums(noisy(30)));
  for (const auto name : kAll) {
    const auto [values, intervals, rows] = errorSpread(copies, name, 0.95);
    EXPECT_EQ(values.difference, 0) << name;
    EXPECT_EQ(intervals.difference.low, 0) << name;
    EXPECT_GT(intervals.difference.high, 0) << name;
    EXPECT_EQ(intervals.differenceToOverall.low, 0) << name;
    EXPECT_LT(intervals.min.low, values.min) << name;
    EXPECT_GE(intervals.max.high, values.max) << name;
  }
  const auto ratio = errorSpread(copies, "meanAbsoluteError", 0.95).intervals.ratio;
  EXPECT_EQ(ratio.high, 1);
  EXPECT_LT(ratio.low, 1);
  EXPECT_TRUE(std::isnan(errorSpread(copies, "meanError", 0.95).intervals.ratio.low));
}

TEST(RegressionUncertainty, SpreadOfDistantGroupsExcludesZero) {
  const std::vector<RegressionSums> groups{computeSums(noisy(200)), computeSums(noisy(200, 3, 1)),
                                           computeSums({})};
  const auto [values, intervals, rows] = errorSpread(groups, "meanAbsoluteError", 0.95);
  EXPECT_GT(intervals.difference.low, 0.5);
  EXPECT_LE(intervals.difference.low, values.difference);
  EXPECT_GE(intervals.difference.high, values.difference);
  EXPECT_LT(intervals.ratio.high, 1);
  EXPECT_LE(intervals.ratio.low, values.ratio);
  EXPECT_GT(intervals.differenceToOverall.low, 0);
}

TEST(RegressionUncertainty, AGroupWithoutAnIntervalLeavesTheSpreadWithoutOne) {
  const std::vector<RegressionSums> groups{computeSums(noisy(30)), computeSums({{1, 3}})};
  const auto [values, intervals, rows] = errorSpread(groups, "meanAbsoluteError", 0.95);
  EXPECT_GT(values.difference, 0);
  EXPECT_TRUE(std::isnan(intervals.difference.low));
  EXPECT_TRUE(std::isnan(intervals.max.low));
  testing::expectError([&] { errorSpread(groups, "count", 0.95); }, ErrorCode::kInvalidArgument,
                       "metric");
  testing::expectError([&] { errorSpread(groups, "meanError", 1); }, ErrorCode::kInvalidArgument,
                       "confidence");
}

// The p-value is 1 minus the confidence at which the interval reaches 0 and the ratio reaches 1.
// Welch's interval: means of errors -1/2 and 1, variances 29/3 and 8/3, of 4 rows each.
TEST(RegressionUncertainty, SignedMeansAreComparedByWelchsInterval) {
  const auto one = computeSums({{5, 6}, {5, 3}, {7, 10}, {7, 3}});
  const auto other = computeSums({{0, 1}, {0, 3}, {0, -1}, {0, 1}});
  const auto [difference, ratio, pValue, rows] = compareErrors("meanError", one, other, 0.95);
  EXPECT_DOUBLE_EQ(difference.value, -1.5);
  EXPECT_EQ(rows, 4);
  const double a = 29. / 12;
  const double b = 8. / 12;
  const double degrees = (a + b) * (a + b) / (a * a / 3 + b * b / 3);
  const double reach = uncertainty::studentQuantileAt(uncertainty::normalQuantile(0.975), degrees) *
                       std::sqrt(a + b);
  EXPECT_NEAR(difference.ci.low, -1.5 - reach, 1e-12);
  EXPECT_NEAR(difference.ci.high, -1.5 + reach, 1e-12);
  EXPECT_TRUE(std::isnan(ratio.ci.low));
}

TEST(RegressionUncertainty, IntervalAndTestOfAComparisonAgree) {
  const auto one = computeSums(noisy(40));
  const auto other = computeSums(noisy(50, 1.4, 2));
  for (const auto name : kAll) {
    const double p = compareErrors(name, one, other, 0.95).pValue;
    ASSERT_GT(p, 0) << name;
    ASSERT_LT(p, 1) << name;
    const auto wide = compareErrors(name, one, other, 1 - 0.9 * p);
    EXPECT_TRUE(wide.difference.ci.low < 0 && wide.difference.ci.high > 0) << name;
    const auto narrow = compareErrors(name, one, other, 1 - std::min(0.99, 1.1 * p));
    EXPECT_TRUE(narrow.difference.ci.low > 0 || narrow.difference.ci.high < 0) << name;
    if (!std::isnan(wide.ratio.ci.low)) {
      EXPECT_TRUE(wide.ratio.ci.low < 1 && wide.ratio.ci.high > 1) << name;
      EXPECT_TRUE(narrow.ratio.ci.low > 1 || narrow.ratio.ci.high < 1) << name;
    }
  }
  const auto same = compareErrors("meanError", one, one, 0.95);
  EXPECT_EQ(same.difference.value, 0);
  EXPECT_NEAR(same.pValue, 1, 1e-12);
  EXPECT_TRUE(std::isnan(compareErrors("meanError", one, computeSums({}), 0.95).pValue));
}

}  // namespace
}  // namespace fairwasm::scores
