// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/summaries.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::classes {
namespace {

const Summary& summaryNamed(std::string_view name) {
  for (const auto& summary : kSummaries) {
    if (summary.name == name) return summary;
  }
  throw std::invalid_argument(std::string(name));
}

Confusion makeConfusion(const std::vector<double>& weights) {
  Confusion confusion(static_cast<std::size_t>(std::sqrt(static_cast<double>(weights.size()))));
  confusion.weights = confusion.squares = confusion.rows = weights;
  return confusion;
}

double computeValue(std::string_view name, const std::vector<double>& weights) {
  return evaluate(summaryNamed(name), makeConfusion(weights)).value;
}

// Twelve rows of three classes, with results computed by hand.
const std::vector<double> kTwelve{3, 1, 0, 0, 3, 1, 1, 1, 2};

TEST(ClassSummaries, MatchManualCalculation) {
  EXPECT_DOUBLE_EQ(computeValue("accuracy", kTwelve), 8.0 / 12);
  EXPECT_DOUBLE_EQ(computeValue("balancedAccuracy", kTwelve), (0.75 + 0.75 + 0.5) / 3);
  EXPECT_DOUBLE_EQ(computeValue("adjustedBalancedAccuracy", kTwelve), 0.5);
  EXPECT_DOUBLE_EQ(computeValue("macroPrecision", kTwelve), (3.0 / 4 + 3.0 / 5 + 2.0 / 3) / 3);
  EXPECT_DOUBLE_EQ(computeValue("macroF1Score", kTwelve), (6.0 / 8 + 6.0 / 9 + 4.0 / 7) / 3);
  // Expected by chance: (4*4 + 4*5 + 4*3) / 144 = 1/3 correct.
  EXPECT_DOUBLE_EQ(computeValue("kappa", kTwelve), (8.0 / 12 - 1.0 / 3) / (2.0 / 3));
  // |i - j|: observed 3 * 1 + 1 * 2 = 5 of 12; by chance (4*5 + 4*3*2 + 4*4 + 4*3 + 4*4*2 + 4*5) /
  // 144.
  EXPECT_DOUBLE_EQ(computeValue("linearKappa", kTwelve), 1 - (5.0 / 12) / (124.0 / 144));
  EXPECT_DOUBLE_EQ(computeValue("quadraticKappa", kTwelve),
                   1 - (7.0 / 12) / ((20.0 + 48 + 16 + 12 + 64 + 20) / 144));
  EXPECT_DOUBLE_EQ(computeValue("matthewsCorrelation", kTwelve),
                   (12.0 * 8 - 48) / std::sqrt((144.0 - 50) * (144 - 48)));
  EXPECT_DOUBLE_EQ(computeValue("meanRankDistance", kTwelve), 5.0 / 12);
}

// The second class is predicted but never true, and the third is neither.
TEST(ClassSummaries, AveragesDifferInTheirTreatmentOfAbsentClasses) {
  const std::vector<double> weights{4, 1, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_DOUBLE_EQ(computeValue("macroRecall", weights), 0.8 / 3);
  EXPECT_DOUBLE_EQ(computeValue("macroRecallOfPresent", weights), 0.8 / 2);
  EXPECT_DOUBLE_EQ(computeValue("macroRecallOfDefined", weights), 0.8);
  EXPECT_DOUBLE_EQ(computeValue("macroPrecision", weights), 1.0 / 3);
  EXPECT_DOUBLE_EQ(computeValue("macroPrecisionOfDefined", weights), 1.0 / 2);
  EXPECT_DOUBLE_EQ(computeValue("weightedPrecision", weights), 1);
  EXPECT_DOUBLE_EQ(computeValue("balancedAccuracy", weights), 0.8);
  EXPECT_TRUE(std::isnan(computeValue("adjustedBalancedAccuracy", weights)));
}

TEST(ClassSummaries, AreUndefinedWithoutWeightAndForASingleClass) {
  for (const auto& summary : kSummaries) {
    EXPECT_TRUE(std::isnan(evaluate(summary, Confusion(3)).value)) << summary.name;
  }
  const std::vector<double> one{5, 0, 0, 0};
  for (const char* name : {"kappa", "linearKappa", "quadraticKappa", "matthewsCorrelation"}) {
    EXPECT_TRUE(std::isnan(computeValue(name, one))) << name;
  }
}

class EverySummary : public testing::TestWithParam<Summary> {};

INSTANTIATE_TEST_SUITE_P(ClassSummaries, EverySummary, testing::ValuesIn(kSummaries),
                         [](const auto& info) { return std::string(info.param.name); });

// The derivatives are compared with small changes of a cell.
TEST_P(EverySummary, HasTheDerivativesOfItsValue) {
  const std::vector<double> weights{3, 1, 0.5, 0.25, 3, 1, 1.5, 1, 2};
  const auto [value, slopes] = evaluate(GetParam(), makeConfusion(weights));
  constexpr double kStep = 1e-6;
  double sum = 0;
  for (std::size_t cell = 0; cell < weights.size(); ++cell) {
    auto more = weights;
    auto less = weights;
    more[cell] += kStep;
    less[cell] -= kStep;
    const double slope = (evaluate(GetParam(), makeConfusion(more)).value -
                          evaluate(GetParam(), makeConfusion(less)).value) /
                         (2 * kStep);
    EXPECT_NEAR(slopes[cell], slope, 1e-8) << cell;
    sum += slopes[cell] * weights[cell];
  }
  // Scaling all cells does not change the value.
  EXPECT_NEAR(sum, 0, 1e-14);
}

TEST_P(EverySummary, HasAnIntervalAroundItWithinItsRange) {
  for (const auto& weights :
       {kTwelve, std::vector<double>{5, 0, 0, 0, 5, 0, 0, 0, 5},
        std::vector<double>{0, 9, 0, 0, 0, 8, 7, 0, 0}, std::vector<double>{90, 10, 20, 80}}) {
    const Measured measured = measure(GetParam(), makeConfusion(weights));
    const auto [value, ci] = bounded(measured, 1.96);
    ASSERT_FALSE(std::isnan(ci.low));
    EXPECT_LE(measured.range.low, ci.low);
    EXPECT_LE(ci.low, value);
    EXPECT_LE(value, ci.high);
    EXPECT_LE(ci.high, measured.range.high);
    EXPECT_LT(ci.low, ci.high);
  }
}

// The absence of errors does not prove that errors are impossible.
TEST_P(EverySummary, WeightsScaleFreelyAndMoreRowsNarrowTheInterval) {
  const Confusion once = makeConfusion(kTwelve);
  Confusion heavy = once;  // every row has weight 4
  for (double& weight : heavy.weights) weight *= 4;
  for (double& square : heavy.squares) square *= 16;
  const auto one = bounded(measure(GetParam(), once), 1.96);
  const auto other = bounded(measure(GetParam(), heavy), 1.96);
  EXPECT_NEAR(one.value, other.value, 1e-14);
  EXPECT_NEAR(one.ci.low, other.ci.low, 1e-12);
  EXPECT_NEAR(one.ci.high, other.ci.high, 1e-12);
}

TEST(ClassSummaries, HaveNoIntervalIfAnUndefinedRateCountsAsZero) {
  const Confusion confusion = makeConfusion({4, 1, 0, 0, 0, 0, 0, 0, 0});
  for (const char* name : {"macroRecall", "macroRecallOfPresent"}) {
    EXPECT_TRUE(std::isnan(bounded(measure(summaryNamed(name), confusion), 1.96).ci.low)) << name;
  }
  // Omitted classes, and classes without weight, do not prevent an interval.
  for (const char* name : {"macroRecallOfDefined", "weightedRecall"}) {
    EXPECT_FALSE(std::isnan(bounded(measure(summaryNamed(name), confusion), 1.96).ci.low)) << name;
  }
}

// Accuracy is a proportion of rows, so its interval is close to Wilson's.
TEST(ClassSummaries, AccuracyHasTheIntervalOfAProportion) {
  const Confusion confusion = makeConfusion({60, 20, 10, 30, 70, 5, 5, 15, 85});
  const auto [value, ci] = bounded(measure(summaryNamed("accuracy"), confusion), 1.96);
  const auto wilson = uncertainty::wilsonIntervalAt(215.0 / 300, 300, 1.96);
  EXPECT_NEAR(ci.low, wilson.low, 1e-3);
  EXPECT_NEAR(ci.high, wilson.high, 1e-3);
}

// Three rows of a class determine its recall poorly, and therefore the mean recall.
TEST(ClassSummaries, ARareClassWidensIntervalsOfMeansOverClasses) {
  const auto computeWidth = [](const std::vector<double>& weights) {
    const auto ci =
        bounded(measure(summaryNamed("balancedAccuracy"), makeConfusion(weights)), 1.96).ci;
    return ci.high - ci.low;
  };
  EXPECT_GT(computeWidth({40, 9, 1, 8, 40, 2, 0, 1, 2}),
            2 * computeWidth({30, 4, 0, 4, 30, 0, 1, 4, 30}));
}

}  // namespace
}  // namespace fairwasm::classes
