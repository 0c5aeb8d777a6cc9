// SPDX-License-Identifier: Apache-2.0
//
// A row of weight k counts as k rows: results for integer weights equal those for repeated rows in
// all digits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "../support.hpp"
#include "fairwasm/amplification/bias_amplification.hpp"
#include "fairwasm/amplification/combinations.hpp"
#include "fairwasm/amplification/exchange.hpp"
#include "fairwasm/amplification/halves.hpp"
#include "support.hpp"

namespace fairwasm::amplification {
namespace {

using testing::Data;
using testing::expectError;
using testing::expectSame;
using testing::randomData;

constexpr std::array kDirectionsOfBias = {Direction::kAttributeToTask, Direction::kTaskToAttribute};

std::vector<double> wholeWeights(std::size_t rows) {
  std::vector<double> weights(rows);
  for (std::size_t row = 0; row < rows; ++row) weights[row] = static_cast<double>((row * 7) % 4);
  return weights;
}

void add(Cooccurrence& counts, const Data& data, std::span<const double> weights) {
  LabelBatch batch = data.batch();
  batch.weight = weights;
  counts.update(batch);
}

Cooccurrence counted(const Data& data, std::span<const double> weights) {
  Cooccurrence counts(data.schema());
  add(counts, data, weights);
  return counts;
}

class RepeatedRows : public ::testing::TestWithParam<std::size_t> {
 protected:
  Data data = randomData(GetParam(), 3, 5, 11);
  std::vector<double> weights = wholeWeights(GetParam());
  Cooccurrence weighted = counted(data, weights);
  Cooccurrence rows = repeated(data, weights).counted();
};

TEST_P(RepeatedRows, HaveTheSamePairs) {
  for (const auto direction : kDirectionsOfBias) {
    expectSame(countPairs(weighted, direction), countPairs(rows, direction));
    const auto columns = columnsFor(weighted.schema(), direction);
    expectSame(countPairs(weighted.bits(), columns), countPairs(rows.bits(), columns));
  }
}

TEST_P(RepeatedRows, HaveTheSameAmplification) {
  for (const auto direction : kDirectionsOfBias) {
    const auto columns = columnsFor(weighted.schema(), direction);
    const auto one = countPairs(weighted.bits(), columns);
    const auto other = countPairs(rows.bits(), columns);
    for (const auto metric : {&malsAmplification, &directionalAmplification}) {
      EXPECT_THAT(metric(one, one, Definition::kPaper).contributions,
                  ::testing::Pointwise(::testing::NanSensitiveDoubleEq(),
                                       metric(other, other, Definition::kPaper).contributions));
    }
  }
}

TEST_P(RepeatedRows, HaveTheSameCombinations) {
  for (const auto direction : kDirectionsOfBias) {
    const auto makeResult = [&](const Cooccurrence& counts, const Cooccurrence& reference) {
      const auto columns = columnsFor(counts.schema(), direction);
      CombinationWalk walk(counts.bits(), columns, reference.bits(), columns, {});
      while (!walk.advance(1000)) {
      }
      return walk.result();
    };
    const auto one = makeResult(weighted, weighted);
    const auto other = makeResult(rows, rows);
    EXPECT_EQ(one.mean, other.mean);
    EXPECT_EQ(one.variance, other.variance);
    EXPECT_EQ(one.terms, other.terms);
    EXPECT_EQ(one.combinations, other.combinations);
    ASSERT_EQ(one.largest.size(), other.largest.size());
    for (std::size_t i = 0; i < one.largest.size(); ++i) {
      EXPECT_EQ(one.largest[i].rows, other.largest[i].rows);
      EXPECT_EQ(one.largest[i].together, other.largest[i].together);
      EXPECT_EQ(one.largest[i].predicted, other.largest[i].predicted);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Rows, RepeatedRows, ::testing::Values(2, 63, 64, 65, 300));

TEST(WeightedRows, MergedEqualOnePass) {
  const Data data = randomData(150, 2, 3);
  auto weights = wholeWeights(150);
  for (std::size_t row = 70; row < 110; ++row) weights[row] = 1;
  const Cooccurrence whole = counted(data, weights);
  Cooccurrence parts(data.schema());
  add(parts, data.slice(0, 70), std::span(weights).first(70));
  add(parts, data.slice(70, 110), {});  // unweighted rows count once
  Cooccurrence last(data.schema());
  add(last, data.slice(110, 150), std::span(weights).subspan(110));
  parts.merge(last);
  EXPECT_EQ(parts.toBytes(), whole.toBytes());
  EXPECT_EQ(Cooccurrence::fromBytes(whole.toBytes()).toBytes(), whole.toBytes());
  Cooccurrence late(data.schema());
  add(late, data.slice(0, 70), {});
  add(late, data.slice(70, 150), std::span(weights).subspan(70));
  for (std::size_t row = 0; row < 70; ++row) weights[row] = 1;
  EXPECT_EQ(late.toBytes(), counted(data, weights).toBytes());
}

TEST(WeightedRows, KeepTheirWeightsInTruthAndExchange) {
  const Data data = randomData(100, 2, 3);
  const auto weights = wholeWeights(100);
  const Cooccurrence counts = counted(data, weights);
  const auto columns = columnsFor(counts.schema(), Direction::kAttributeToTask);
  const auto truth = counts.truth(counts.schema());
  EXPECT_EQ(countPairs(truth, Direction::kAttributeToTask).together,
            countPairs(counts, Direction::kAttributeToTask).together);
  EXPECT_EQ(countPairs(exchange(counts.bits(), columns, 1, 1), columns).rows,
            countPairs(counts.bits(), columns).rows);
}

// Scaling all weights does not change relative results, including exact ties.
TEST(WeightedRows, DependOnRatiosOnly) {
  const Data data = randomData(200, 2, 3);
  const auto columns = columnsFor(data.schema(), Direction::kAttributeToTask);
  const auto whole = countPairs(counted(data, wholeWeights(200)).bits(), columns);
  auto tenths = wholeWeights(200);
  for (double& weight : tenths) weight *= 0.1;
  const auto scaled = countPairs(counted(data, tenths).bits(), columns);
  const auto one = directionalAmplification(whole, whole, Definition::kPaper).contributions;
  const auto other = directionalAmplification(scaled, scaled, Definition::kPaper).contributions;
  for (std::size_t i = 0; i < one.size(); ++i) EXPECT_NEAR(one[i], other[i], 1e-14);
}

TEST(WeightedRows, TieDespiteRoundedSumsOfWeights) {
  // In both groups, a third of the weight has the task: P(a, t) = P(a) P(t).
  EXPECT_EQ(correlation(0.6, 0.3, 0.2, 0.1, Definition::kDirectionalCode), 0);
  EXPECT_EQ(correlation(0.6, 0.3, 0.2, 0.1000001, Definition::kDirectionalCode), 1);
}

// Rows are drawn with their weights, so the mean sum of weights over draws is half of the total.
TEST(WeightedRows, AreHalvedWithTheirWeights) {
  const Data data = randomData(400, 2, 2);
  const auto weights = wholeWeights(400);
  const Cooccurrence counts = counted(data, weights);
  const auto columns = columnsFor(counts.schema(), Direction::kAttributeToTask);
  const HalvedPairs halved(counts.bits(), columns);
  const double expected = countPairs(counts.bits(), columns).together[0] / 2;
  constexpr int kDraws = 2000;
  double sum = 0;
  double squares = 0;
  for (int draw = 0; draw < kDraws; ++draw) {
    const double drawn = halved.draw(1, static_cast<std::uint64_t>(draw)).together[0];
    sum += drawn;
    squares += (drawn - expected) * (drawn - expected);
  }
  double weightSquares = 0;
  for (std::size_t row = 0; row < 400; ++row) {
    const bool both = data.attribute.at(row, 0) && data.task.at(row, 0);
    weightSquares += both ? weights[row] * weights[row] : 0;
  }
  const double variance = weightSquares / 4;
  EXPECT_NEAR(sum / kDraws, expected, 4 * std::sqrt(variance / kDraws));
  EXPECT_NEAR(squares / kDraws / variance, 1, 0.15);
}

TEST(WeightedRows, RejectInvalidWeights) {
  const Data data = randomData(3, 2, 2);
  Cooccurrence counts(data.schema());
  const auto before = counts.toBytes();
  for (const double bad : {-1.0, std::nan(""), 1e101}) {
    const std::vector<double> weights{1, bad, 1};
    expectError([&] { add(counts, data, weights); }, ErrorCode::kInvalidArgument, "weight", 1);
  }
  const std::vector<double> two{1, 1};
  expectError([&] { add(counts, data, two); }, ErrorCode::kShapeMismatch, "weight");
  EXPECT_EQ(counts.toBytes(), before);
  const std::vector<double> none{0, 0, 0};
  add(counts, data, none);
  expectError([&] { requireCounts(counts, Direction::kAttributeToTask, true); },
              ErrorCode::kInvalidState, "weight");
}

}  // namespace
}  // namespace fairwasm::amplification
