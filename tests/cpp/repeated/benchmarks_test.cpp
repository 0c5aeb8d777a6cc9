// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/repeated/benchmarks.hpp"

#include <cmath>
#include <numeric>

#include "support.hpp"

namespace fairwasm::repeated {
namespace {

using testing::expectError;
using uncertainty::Bounded;

std::vector<std::uint32_t> numbered(std::size_t items) {
  std::vector<std::uint32_t> item(items);
  std::iota(item.begin(), item.end(), 0);
  return item;
}

// Ten ambiguous questions: 6 answers are "unknown" (correct), 3 biased, 1 against the bias.
TEST(BiasScore, MatchesManualCalculation) {
  const auto item = numbered(10);
  const std::vector<double> unknown{1, 1, 1, 1, 1, 1, 0, 0, 0, 0};
  const std::vector<double> biased{0, 0, 0, 0, 0, 0, 1, 1, 1, 0};
  const BiasScore score = biasScore({item, unknown, biased, unknown}, 0.95);
  EXPECT_EQ(score.items, 10);
  EXPECT_EQ(score.known, 4);
  EXPECT_NEAR(score.accuracy.value, 0.6, 1e-15);
  EXPECT_NEAR(score.score.value, 2 * 0.75 - 1, 1e-15);
  EXPECT_NEAR(score.scaled.value, 0.4 * 0.5, 1e-15);
  // The scaled score is then the mean of 1, -1, or 0 for biased, other, and unknown answers: its
  // variance is (4 - 10 * 0.04) / 9 / 10, and Student's quantile 2.262157.
  EXPECT_NEAR(score.scaled.ci.high, 0.2 + 2.262157 * std::sqrt(3.6 / 90), 1e-6);
  const auto wilson = uncertainty::wilsonInterval(3, 4, 0.95);
  EXPECT_NEAR(score.score.ci.low, 2 * wilson.low - 1, 1e-12);
}

TEST(BiasScore, IsUndefinedIfAllAnswersAreUnknown) {
  const auto item = numbered(2);
  const std::vector<double> ones{1, 1};
  const std::vector<double> zeros{0, 0};
  const BiasScore score = biasScore({item, ones, zeros, ones}, 0.95);
  EXPECT_EQ(score.accuracy.value, 1);
  EXPECT_TRUE(std::isnan(score.score.value));
  EXPECT_TRUE(std::isnan(score.scaled.value));
}

TEST(Preferred, RepeatedRowsOfAnItemAreNotIndependent) {
  const std::vector<double> value{1, 0, 1, 1, 0};
  const Bounded once = preferred(numbered(5), value, 0.95);
  EXPECT_NEAR(once.ci.low, uncertainty::wilsonInterval(3, 5, 0.95).low, 1e-12);
  std::vector<double> repeated;
  std::vector<std::uint32_t> item;
  for (std::uint32_t i = 0; i < 5; ++i) {
    for (int run = 0; run < 4; ++run) {
      repeated.push_back(value[i]);
      item.push_back(i);
    }
  }
  const Bounded many = preferred(item, repeated, 0.95);
  EXPECT_NEAR(many.value, once.value, 1e-15);
  EXPECT_LT(many.ci.low, once.ci.low);
}

TEST(IdealizedScore, MatchesManualCalculation) {
  const auto item = numbered(4);
  const std::vector<double> meaningful{1, 1, 0.5, 1};
  const Bounded score = idealizedScore(item, meaningful, std::vector<double>{1, 1, 0, 1}, 0.95);
  EXPECT_NEAR(score.value, 87.5 * 25 / 50, 1e-12);
  EXPECT_LE(score.ci.low, score.value);
  EXPECT_GE(score.ci.high, score.value);
  // An ideal model has a score of 100; without variation there is no interval.
  const Bounded ideal = idealizedScore(item, std::vector<double>{1, 1, 1, 1},
                                       std::vector<double>{0.5, 0.5, 0.5, 0.5}, 0.95);
  EXPECT_EQ(ideal.value, 100);
  EXPECT_TRUE(std::isnan(ideal.ci.low));
}

TEST(IdealizedScore, RejectsScoresOutsideOfProportions) {
  const auto item = numbered(2);
  const std::vector<double> half{0.5, 0.5};
  expectError([&] { idealizedScore(item, std::vector<double>{0.5, 50}, half, 0.95); },
              ErrorCode::kInvalidArgument, "meaningful", 1);
  expectError([&] { preferred(item, std::vector<double>{0.5}, 0.95); }, ErrorCode::kShapeMismatch,
              "value");
}

}  // namespace
}  // namespace fairwasm::repeated
