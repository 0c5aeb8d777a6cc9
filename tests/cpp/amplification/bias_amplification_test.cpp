// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/bias_amplification.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "fairwasm/core/error.hpp"
#include "support.hpp"

namespace fairwasm::amplification {
namespace {

using testing::Data;
using ::testing::DoubleEq;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::NanSensitiveDoubleEq;
using testing::randomData;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// Two attributes and two tasks: 8 rows of the first attribute, 6 with the first task, 2 with the
// second; 8 of the second attribute, 2 and 4. Predicted: 7, 1 and 1, 6.
PairCounts example() {
  PairCounts counts;
  counts.fromCount = 2;
  counts.toCount = 2;
  counts.rows = 16;
  counts.labeledRows = 16;
  counts.from = {8, 8};
  counts.to = {8, 6};
  counts.together = {6, 2, 2, 4};
  counts.predicted = {7, 1, 1, 6};
  return counts;
}

TEST(BiasAmplification, ProbabilitiesMatchManualCalculation) {
  EXPECT_THAT(pairProbabilities(example()), ElementsAre(0.375, 0.125, 0.125, 0.25));
  EXPECT_THAT(toGivenFrom(example(), Definition::kPaper), ElementsAre(0.75, 0.25, 0.25, 0.5));
  EXPECT_THAT(
      toGivenFrom(example(), Definition::kBiasAmplification),
      ElementsAre(DoubleEq(6.0 / 8), DoubleEq(2.0 / 8), DoubleEq(2.0 / 6), DoubleEq(4.0 / 6)));
  EXPECT_THAT(fromGivenTo(example(), Definition::kPaper),
              ElementsAre(0.75, DoubleEq(2.0 / 6), 0.25, DoubleEq(4.0 / 6)));
  EXPECT_THAT(biasedPairs(example(), Definition::kPaper), ElementsAre(1, 0, 0, 1));
  EXPECT_THAT(correlations(example(), Definition::kPaper), ElementsAre(1, -1, -1, 1));
}

TEST(BiasAmplification, MalsMatchesManualCalculation) {
  // Biased: (0, 0) with 6/8, predicted 7/8, and (1, 1) with 4/6, predicted 6/7.
  const auto paper = malsAmplification(example(), example(), Definition::kPaper);
  EXPECT_DOUBLE_EQ(paper.value, ((7.0 / 8 - 6.0 / 8) + (6.0 / 7 - 4.0 / 6)) / 2);
  const auto peer = malsAmplification(example(), example(), Definition::kBiasAmplification);
  EXPECT_DOUBLE_EQ(peer.value, ((7.0 - 6) / 16 + (6.0 - 4) / 16) / 2);
}

TEST(BiasAmplification, DirectionalMatchesManualCalculation) {
  // y = +, -, -, +; changes +1/8, -1/8, -1/8, +2/8: all increase the bias.
  const auto paper = directionalAmplification(example(), example(), Definition::kPaper);
  EXPECT_DOUBLE_EQ(paper.value, (1 + 1 + 1 + 2) / 8.0 / 4);
  EXPECT_THAT(paper.contributions, ElementsAre(1 / 32.0, 1 / 32.0, 1 / 32.0, 2 / 32.0));
}

TEST(BiasAmplification, TieIsNegativeInThePaperAndZeroInItsCode) {
  PairCounts counts = example();
  counts.together = {4, 3, 4, 3};  // independent
  EXPECT_THAT(correlations(counts, Definition::kPaper), Each(-1));
  EXPECT_THAT(correlations(counts, Definition::kDirectionalCode), Each(0));
}

TEST(BiasAmplification, OnlyTheCodeOfThePaperOmitsRowsWithoutLabels) {
  PairCounts counts = example();
  counts.rows = 100;  // 84 rows without labels make all pairs correlated
  EXPECT_THAT(correlations(counts, Definition::kPaper), Each(1));
  EXPECT_THAT(correlations(counts, Definition::kDirectionalCode), ElementsAre(1, -1, -1, 1));
}

TEST(BiasAmplification, OmitsAGroupWithoutRowsAsUndefined) {
  PairCounts counts = example();
  counts.from[1] = 0;
  counts.together = {6, 2, 0, 0};
  counts.predicted = {7, 1, 0, 0};
  const auto paper = directionalAmplification(counts, counts, Definition::kPaper);
  EXPECT_THAT(paper.contributions,
              ElementsAre(NanSensitiveDoubleEq(paper.contributions[0]),
                          NanSensitiveDoubleEq(paper.contributions[1]), NanSensitiveDoubleEq(kNaN),
                          NanSensitiveDoubleEq(kNaN)));
  EXPECT_DOUBLE_EQ(paper.value, paper.contributions[0] + paper.contributions[1]);
  EXPECT_DOUBLE_EQ(std::abs(paper.contributions[0]), 1 / 8.0 / 2);
  const auto peer = directionalAmplification(counts, counts, Definition::kBiasAmplification);
  EXPECT_EQ(peer.contributions[2], 0);
}

TEST(BiasAmplification, HasNoScoreForATaskThatIsNeverPredicted) {
  PairCounts counts = example();
  counts.predicted = {7, 0, 1, 0};
  const auto mals = malsAmplification(counts, counts, Definition::kPaper);
  EXPECT_TRUE(std::isnan(mals.contributions[3]));
  EXPECT_DOUBLE_EQ(mals.value, (7.0 / 8 - 6.0 / 8) / 2);
}

class Definitions : public ::testing::TestWithParam<Definition> {};

TEST_P(Definitions, PredictionsEqualToTheTruthAmplifyNothing) {
  Data data = randomData(200, 3, 4);
  data.taskPrediction = data.task;
  const auto counts = countPairs(data.counted(), Direction::kAttributeToTask);
  EXPECT_THAT(directionalAmplification(counts, counts, GetParam()).contributions, Each(0));
  EXPECT_THAT(malsAmplification(counts, counts, GetParam()).contributions, Each(0));
}

TEST_P(Definitions, ExchangingTruthAndPredictionNegatesChanges) {
  const Data data = randomData(200, 3, 4);
  Data exchanged = data;
  std::swap(exchanged.task, exchanged.taskPrediction);
  const auto there = countPairs(data.counted(), Direction::kAttributeToTask);
  const auto back = countPairs(exchanged.counted(), Direction::kAttributeToTask);
  const auto a = directionalAmplification(there, there, GetParam()).contributions;
  const auto b = directionalAmplification(back, there, GetParam()).contributions;
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], -b[i], 1e-15);
}

TEST_P(Definitions, DuplicatedRowsChangeNothing) {
  const Data data = randomData(150, 2, 3);
  Cooccurrence twice = data.counted();
  twice.merge(data.counted());
  const auto once = countPairs(data.counted(), Direction::kAttributeToTask);
  const auto doubled = countPairs(twice, Direction::kAttributeToTask);
  EXPECT_EQ(directionalAmplification(once, once, GetParam()).contributions,
            directionalAmplification(doubled, doubled, GetParam()).contributions);
  EXPECT_EQ(malsAmplification(once, once, GetParam()).contributions,
            malsAmplification(doubled, doubled, GetParam()).contributions);
}

INSTANTIATE_TEST_SUITE_P(All, Definitions,
                         ::testing::Values(Definition::kPaper, Definition::kBiasAmplification,
                                           Definition::kDirectionalCode));

TEST(BiasAmplification, DefinitionsOfDbaAgreeWithOneLabelPerRow) {
  Data data = randomData(300, 2, 2);
  for (auto* matrix : {&data.task, &data.taskPrediction, &data.attribute}) {
    for (std::size_t i = 0; i < matrix->bytes.size(); i += 2)
      matrix->bytes[i + 1] = 1 - matrix->bytes[i];
  }
  const auto counts = countPairs(data.counted(), Direction::kAttributeToTask);
  const auto paper = directionalAmplification(counts, counts, Definition::kPaper);
  const auto peer = directionalAmplification(counts, counts, Definition::kBiasAmplification);
  const auto code = directionalAmplification(counts, counts, Definition::kDirectionalCode);
  EXPECT_NEAR(paper.value, peer.value, 1e-15);
  EXPECT_NEAR(paper.value, code.value, 1e-15);
}

TEST(RequireCounts, NamesTheMissingInput) {
  const auto computeArgument = [](const Cooccurrence& counts, Direction direction) {
    try {
      requireCounts(counts, direction, true);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kInvalidState);
      return error.details().argument;
    }
    return std::string();
  };
  EXPECT_EQ(computeArgument(Cooccurrence({{}, {"t"}, true, true}), Direction::kAttributeToTask),
            "attribute");
  EXPECT_EQ(computeArgument(Cooccurrence({{"a"}, {}, true, true}), Direction::kAttributeToTask),
            "task");
  EXPECT_EQ(computeArgument(Cooccurrence({{"a"}, {"t"}, true, true}), Direction::kAttributeToTask),
            "rows");
  Cooccurrence counts({{"a"}, {"t"}, false, false});
  const std::vector<std::uint8_t> one = {1};
  counts.update({1, one, one, {}, {}});
  EXPECT_EQ(computeArgument(counts, Direction::kAttributeToTask), "taskPrediction");
  EXPECT_EQ(computeArgument(counts, Direction::kTaskToAttribute), "attributePrediction");
}

TEST(Truth, SelectsColumnsByName) {
  const Cooccurrence counts = randomData(100, 2, 3).counted();
  const Cooccurrence turned = counts.truth({{"a1", "a0"}, {"t2", "t0"}, true, true});
  const auto columns = turned.bits();
  EXPECT_THAT(columns[0], ElementsAreArray(counts.bits()[1]));
  EXPECT_THAT(columns[1], ElementsAreArray(counts.bits()[0]));
  EXPECT_THAT(columns[2], ElementsAreArray(counts.bits()[4]));
  EXPECT_THROW(static_cast<void>(counts.truth({{"a0", "z"}, {"t0"}, false, false})), Error);
}

}  // namespace
}  // namespace fairwasm::amplification
