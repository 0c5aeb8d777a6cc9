// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/labels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::classes {
namespace {

const std::vector<std::uint8_t> kTruths{1, 0, 1,  //
                                        0, 0, 0,  //
                                        1, 1, 0,  //
                                        1, 1, 1};
const std::vector<std::uint8_t> kPredictions{1, 1, 0,  //
                                             0, 0, 0,  //
                                             1, 1, 0,  //
                                             0, 1, 1};
const std::vector<double> kScores{0.9, 0.6, 0.6,  //
                                  0.1, 0.2, 0.3,  //
                                  0.8, 0.4, 0.5,  //
                                  0.2, 0.7, 0.7};
const std::vector<std::uint32_t> kOneGroup{0, 0, 0, 0};

std::vector<std::string> names() {
  std::vector<std::string> all(kLabelSummaries.begin(), kLabelSummaries.end());
  for (const auto& rate : kAveragedRates) all.emplace_back(rate.name);
  all.insert(all.end(), kLabelRankings.begin(), kLabelRankings.end());
  return all;
}

Measured summary(const LabelValues& values, std::string_view name) {
  const auto all = names();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] == name) return values.summaries[i];
  }
  throw std::invalid_argument(std::string(name));
}

TEST(Multilabel, MatchManualCalculation) {
  const auto values = LabelRows({3, kTruths, kPredictions, kScores, {}}).by(kOneGroup, 1).front();
  const auto value = [&](std::string_view name) { return summary(values, name).value; };
  EXPECT_DOUBLE_EQ(value("subsetAccuracy"), 2.0 / 4);
  EXPECT_DOUBLE_EQ(value("hammingLoss"), 3.0 / 12);
  // TP, truths, predictions of the labels: 2 3 2; 2 2 3; 1 2 1.
  EXPECT_EQ(values.confusion, (std::vector<double>{1, 0, 1, 2, 1, 1, 0, 2, 2, 0, 1, 1}));
  EXPECT_DOUBLE_EQ(value("macroPrecision"), (1 + 2.0 / 3 + 1) / 3);
  EXPECT_DOUBLE_EQ(value("macroJaccardIndex"), (2.0 / 3 + 2.0 / 3 + 1.0 / 2) / 3);
  EXPECT_DOUBLE_EQ(value("microPrecision"), 5.0 / 6);
  EXPECT_DOUBLE_EQ(value("microF1Score"), 10.0 / 13);
  EXPECT_DOUBLE_EQ(value("weightedRecall"), 5.0 / 7);
  // By row: 1 of 2; 0 of 0; 2 of 2; 2 of 2.
  EXPECT_DOUBLE_EQ(value("samplesPrecision"), (0.5 + 0 + 1 + 1) / 4);
  EXPECT_DOUBLE_EQ(value("samplesPrecisionOfDefined"), (0.5 + 1 + 1) / 3);
  // Row 0: 1/1 and, with the tie, 2/3; row 1: none; row 2: 1/1 and 2/3; row 3: all.
  EXPECT_DOUBLE_EQ(value("labelRankingAveragePrecision"), (5.0 / 6 + 1 + 5.0 / 6 + 1) / 4);
  EXPECT_DOUBLE_EQ(value("labelRankingLoss"), (0.5 + 0 + 0.5 + 0) / 4);
  EXPECT_DOUBLE_EQ(value("coverageError"), (3.0 + 0 + 3 + 3) / 4);
  EXPECT_DOUBLE_EQ(values.areaUnderCurve[0].value, 1);
  EXPECT_DOUBLE_EQ(values.areaUnderCurve[1].value, 3.0 / 4);
}

TEST(Multilabel, TreatWeightsAsRepetition) {
  const std::vector<double> weights{2, 1, 3, 1};
  const auto weighted =
      LabelRows({3, kTruths, kPredictions, kScores, weights}).by(kOneGroup, 1).front();
  std::vector<std::uint8_t> truths;
  std::vector<std::uint8_t> predictions;
  std::vector<double> scores;
  for (const std::size_t row : {0U, 0U, 1U, 2U, 2U, 2U, 3U}) {
    for (std::size_t i = row * 3; i < row * 3 + 3; ++i) {
      truths.push_back(kTruths[i]);
      predictions.push_back(kPredictions[i]);
      scores.push_back(kScores[i]);
    }
  }
  const auto repeated = LabelRows({3, truths, predictions, scores, {}})
                            .by(std::vector<std::uint32_t>(7, 0), 1)
                            .front();
  for (const auto& name : names()) {
    EXPECT_NEAR(summary(weighted, name).value, summary(repeated, name).value, 1e-14) << name;
  }
}

TEST(Multilabel, AreUndefinedForAGroupWithoutRows) {
  const auto groups = LabelRows({3, kTruths, kPredictions, kScores, {}}).by(kOneGroup, 2);
  for (const auto& name : names()) EXPECT_TRUE(std::isnan(summary(groups[1], name).value)) << name;
}

TEST(Multilabel, HaveThePrecisionOfRows) {
  // The labels of a row are all correct or all incorrect, as if there were a single label.
  uncertainty::RandomStream random(1);
  std::vector<std::uint8_t> truths;
  std::vector<std::uint8_t> predictions;
  constexpr std::size_t kRows = 200;
  for (std::size_t row = 0; row < kRows; ++row) {
    const std::uint8_t truth = random.uniform() < 0.5 ? 1 : 0;
    const std::uint8_t prediction = random.uniform() < 0.3 ? 1 - truth : truth;
    truths.insert(truths.end(), 4, truth);
    predictions.insert(predictions.end(), 4, prediction);
  }
  const std::vector<std::uint32_t> groups(kRows, 0);
  const auto four = LabelRows({4, truths, predictions, {}, {}}).by(groups, 1).front();
  std::vector<std::uint8_t> oneTruth;
  std::vector<std::uint8_t> onePrediction;
  for (std::size_t row = 0; row < kRows; ++row) {
    oneTruth.push_back(truths[row * 4]);
    onePrediction.push_back(predictions[row * 4]);
  }
  const auto one = LabelRows({1, oneTruth, onePrediction, {}, {}}).by(groups, 1).front();
  for (const char* name : {"macroPrecision", "microRecall", "weightedF1Score", "hammingLoss"}) {
    const auto ofFour = bounded(summary(four, name), 1.96);
    const auto ofOne = bounded(summary(one, name), 1.96);
    ASSERT_FALSE(std::isnan(ofOne.ci.low)) << name;
    EXPECT_NEAR(ofFour.ci.low, ofOne.ci.low, 1e-12) << name;
    EXPECT_NEAR(ofFour.ci.high, ofOne.ci.high, 1e-12) << name;
  }
}

TEST(Multilabel, RejectInvalidInput) {
  const std::vector<std::uint8_t> bits{0, 1};
  const std::vector<std::uint8_t> noBits{0, 2};
  const std::vector<double> scores{0.5, kNaN};
  const std::vector<double> weights{-1};
  EXPECT_THROW(LabelRows({2, bits, noBits, {}, {}}), Error);
  EXPECT_THROW(LabelRows({2, noBits, bits, {}, {}}), Error);
  EXPECT_THROW(LabelRows({2, bits, bits, scores, {}}), Error);
  EXPECT_THROW(LabelRows({2, bits, bits, {}, weights}), Error);
  EXPECT_THROW(LabelRows({2, bits, std::span(bits).first(1), {}, {}}), Error);
}

}  // namespace
}  // namespace fairwasm::classes
