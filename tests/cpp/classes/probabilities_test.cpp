// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/probabilities.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"

namespace fairwasm::classes {
namespace {

// Four rows of three classes; the last class never occurs.
const std::vector<double> kProbabilities{0.7, 0.2, 0.1,  //
                                         0.3, 0.3, 0.4,  //
                                         0.5, 0.5, 0.0,  //
                                         0.3, 0.6, 0.1};
const std::vector<std::uint32_t> kTruths{0, 0, 1, 1};
const std::vector<std::uint32_t> kOneGroup{0, 0, 0, 0};

ProbabilityValues getValues(const std::vector<double>& weights = {}) {
  return ProbabilityRows({3, kProbabilities, kTruths, weights}).by(kOneGroup, 1).front();
}

double summary(const ProbabilityValues& values, std::string_view name) {
  for (std::size_t i = 0; i < kProbabilitySummaries.size(); ++i) {
    if (kProbabilitySummaries[i] == name) return values.summaries[i].value;
  }
  throw std::invalid_argument(std::string(name));
}

TEST(ClassProbabilities, MatchManualCalculation) {
  const auto values = getValues();
  EXPECT_NEAR(summary(values, "logLoss"),
              -(std::log(0.7) + std::log(0.3) + std::log(0.5) + std::log(0.6)) / 4, 1e-14);
  EXPECT_DOUBLE_EQ(values.brierScore[0].value, (0.09 + 0.49 + 0.25 + 0.09) / 4);
  EXPECT_DOUBLE_EQ(values.brierScore[2].value, (0.01 + 0.16 + 0 + 0.01) / 4);
  // If two classes are equally likely, the later one comes first.
  EXPECT_DOUBLE_EQ(values.topAccuracy[0].value, 3.0 / 4);
  EXPECT_DOUBLE_EQ(values.topAccuracy[1].value, 3.0 / 4);
  EXPECT_DOUBLE_EQ(values.topAccuracy[2].value, 1);
  // 0.7 and 0.3 compared with 0.5 and 0.3: two of four pairs, and one tie.
  EXPECT_DOUBLE_EQ(values.areaUnderCurve[0].value, 2.5 / 4);
  // 0.5 and 0.6 compared with 0.2 and 0.3.
  EXPECT_DOUBLE_EQ(values.areaUnderCurve[1].value, 1);
  EXPECT_TRUE(std::isnan(values.areaUnderCurve[2].value));
  EXPECT_TRUE(std::isnan(summary(values, "macroAreaUnderCurve")));
  EXPECT_DOUBLE_EQ(summary(values, "macroAreaUnderCurveOfDefined"), (2.5 / 4 + 1) / 2);
  EXPECT_DOUBLE_EQ(summary(values, "pairwiseAreaUnderCurve"), (2.5 / 4 + 1) / 2);
  // Class 0: at 0.7 one of one, at 0.5 one of two, at 0.3 two of four.
  EXPECT_DOUBLE_EQ(values.averagePrecision[0].value, 0.5 * 1 + 0.5 * 0.5);
  EXPECT_DOUBLE_EQ(summary(values, "macroAveragePrecision"), (0.75 + 1 + 0) / 3);
  EXPECT_DOUBLE_EQ(summary(values, "macroAveragePrecisionOfDefined"), (0.75 + 1) / 2);
}

TEST(ClassProbabilities, TreatWeightsAsRepetition) {
  const auto weighted = getValues({1, 2, 1, 3});
  std::vector<double> probabilities;
  std::vector<std::uint32_t> truths;
  for (const std::size_t row : {0U, 1U, 1U, 2U, 3U, 3U, 3U}) {
    for (std::size_t k = 0; k < 3; ++k) probabilities.push_back(kProbabilities[row * 3 + k]);
    truths.push_back(kTruths[row]);
  }
  const std::vector<std::uint32_t> groups(truths.size(), 0);
  const auto repeated = ProbabilityRows({3, probabilities, truths, {}}).by(groups, 1).front();
  for (const std::string_view name : kProbabilitySummaries) {
    const double one = summary(weighted, name);
    const double other = summary(repeated, name);
    if (std::isnan(one) && std::isnan(other)) continue;
    EXPECT_NEAR(one, other, 1e-14) << name;
  }
}

TEST(ClassProbabilities, ClipLikeScikitLearn) {
  const std::vector<double> certain{0, 1};
  const std::vector<std::uint32_t> truths{0};
  const auto values =
      ProbabilityRows({2, certain, truths, {}}).by(std::vector<std::uint32_t>{0}, 1).front();
  EXPECT_NEAR(values.summaries[0].value, 52 * std::log(2), 1e-12);
}

TEST(ClassProbabilities, GroupsDependOnlyOnTheirRows) {
  const std::vector<std::uint32_t> groups{2, 0, 0, 2};
  const auto all = ProbabilityRows({3, kProbabilities, kTruths, {}}).by(groups, 3);
  EXPECT_DOUBLE_EQ(all[2].areaUnderCurve[0].value, 1);
  EXPECT_DOUBLE_EQ(all[0].areaUnderCurve[0].value, 0);
  EXPECT_TRUE(std::isnan(all[1].areaUnderCurve[0].value));
  EXPECT_TRUE(std::isnan(summary(all[1], "macroAveragePrecision")));
}

TEST(ClassProbabilities, RejectInvalidProbabilities) {
  const auto make = [](const std::vector<double>& probabilities) {
    return ProbabilityRows({2, probabilities, std::vector<std::uint32_t>{0, 1}, {}});
  };
  EXPECT_THROW(make({0.5, 0.5, 0.5, 0.6}), Error);
  EXPECT_THROW(make({0.5, 0.5, -0.1, 1.1}), Error);
  EXPECT_THROW(make({0.5, 0.5, kNaN, 1}), Error);
  EXPECT_THROW(make({0.5, 0.5}), Error);
  try {
    make({0.5, 0.5, 0.5, 0.6});
  } catch (const Error& error) {
    EXPECT_EQ(error.details().row, 1U);
  }
  const std::vector<double> good{0.5, 0.5};
  const std::vector<std::uint32_t> beyond{2};
  EXPECT_THROW(ProbabilityRows({2, good, beyond, {}}), Error);
  const ProbabilityRows rows({2, good, std::vector<std::uint32_t>{0}, {}});
  EXPECT_THROW(static_cast<void>(rows.by(std::vector<std::uint32_t>{1}, 1)), Error);
  EXPECT_THROW(static_cast<void>(rows.by({}, 1)), Error);
}

}  // namespace
}  // namespace fairwasm::classes
