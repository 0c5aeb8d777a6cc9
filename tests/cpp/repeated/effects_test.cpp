// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/repeated/effects.hpp"

#include <cmath>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::repeated {
namespace {

using testing::expectError;

// Owned columns, to which cells are added.
struct Columns {
  std::vector<std::uint32_t> item;
  std::vector<std::uint32_t> variant;
  std::vector<double> outcome;

  void add(std::uint32_t at, std::uint32_t cell, std::initializer_list<double> outcomes) {
    for (const double each : outcomes) {
      item.push_back(at);
      variant.push_back(cell);
      outcome.push_back(each);
    }
  }
  [[nodiscard]] Runs runs(std::size_t items, std::size_t variants) const {
    return Runs({items, variants, item, variant, outcome});
  }
};

// Item 0: 1 of 2 against 2 of 2; item 1: 0 of 2 against 1 of 2; item 2: 2 of 2 against 1 of 2.
Columns threeItems() {
  Columns columns;
  columns.add(0, 0, {1, 0});
  columns.add(0, 1, {1, 1});
  columns.add(1, 0, {0, 0});
  columns.add(1, 1, {0, 1});
  columns.add(2, 0, {1, 1});
  columns.add(2, 1, {1, 0});
  return columns;
}

constexpr Settings kSettings{0.95, 999, 1};

TEST(Effects, MatchManualCalculation) {
  const Effect effect = effects(threeItems().runs(3, 2), 0, kSettings)[1];
  EXPECT_EQ(effect.items, 3);
  EXPECT_NEAR(effect.gap.value, 0.5 / 3, 1e-15);
  // d = 1/2, 1/2, -1/2: standard error 1/3, and t = 4.3027 for 2 degrees of freedom.
  EXPECT_NEAR(effect.gap.ci.high, 1, 1e-15);
  EXPECT_NEAR(effect.gap.ci.low, -1, 1e-15);
  EXPECT_NEAR(effect.gapPValue, 0.6667, 1e-4);
  EXPECT_EQ(effect.repeatedItems, 3);
  // s^2 is 1/2 in each cell with both outcomes, and e = 1/4 - 1/4.
  EXPECT_NEAR(effect.withinReference, 1.0 / 3, 1e-15);
  EXPECT_NEAR(effect.withinVariant, 2.0 / 3, 1e-15);
  EXPECT_NEAR(effect.between, 0.5, 1e-15);
  EXPECT_NEAR(effect.squaredEffect.value, 0, 1e-15);
  EXPECT_NEAR(effect.between - (effect.withinReference + effect.withinVariant) / 2,
              effect.squaredEffect.value, 1e-15);
  EXPECT_TRUE(std::isnan(effect.canceled.value));
  EXPECT_TRUE(std::isnan(effect.mcnemar));
}

TEST(Effects, AreEqualFromNumbersAndFromZerosAndOnes) {
  const Columns columns = threeItems();
  Columns scaled = columns;
  for (double& outcome : scaled.outcome) outcome = 1e6 + 2 * outcome;
  const Effect one = effects(columns.runs(3, 2), 0, kSettings)[1];
  const Effect other = effects(scaled.runs(3, 2), 0, kSettings)[1];
  EXPECT_NEAR(other.gap.value, 2 * one.gap.value, 1e-9);
  EXPECT_NEAR(other.squaredEffect.value, 4 * one.squaredEffect.value, 1e-9);
  EXPECT_NEAR(other.between, 4 * one.between, 1e-9);
  EXPECT_NEAR(other.itemVariance, 4 * one.itemVariance, 1e-9);
  EXPECT_NEAR(other.noiseVariance, 4 * one.noiseVariance, 1e-9);
}

TEST(Effects, TestSingleRunsExactly) {
  Columns columns;
  for (std::uint32_t item = 0; item < 10; ++item) {
    columns.add(item, 0, {item < 2 ? 1.0 : 0.0});
    columns.add(item, 1, {item < 8 ? 1.0 : 0.0});
  }
  const Effect effect = effects(columns.runs(10, 2), 0, kSettings)[1];
  EXPECT_EQ(effect.onlyVariant, 6);
  EXPECT_EQ(effect.onlyReference, 0);
  EXPECT_NEAR(effect.mcnemar, 2.0 / 64, 1e-15);
  EXPECT_TRUE(std::isnan(effect.squaredEffect.value));
  EXPECT_TRUE(std::isnan(effect.noEffectPValue));
  // d has mean 0.6 and variance 0.24 * 10 / 9.
  EXPECT_NEAR(effect.itemVariance, 0.24 * 10 / 9, 1e-12);
  EXPECT_TRUE(std::isnan(effect.noiseVariance));
}

// Items with effects of +-0.3 whose mean is 0.
Columns simulated(std::uint64_t seed, std::uint32_t items, int runs, double size) {
  uncertainty::RandomStream random(seed);
  Columns columns;
  for (std::uint32_t item = 0; item < items; ++item) {
    const double sign = item % 2 == 0 ? 1 : -1;
    for (std::uint32_t variant = 0; variant < 2; ++variant) {
      const double chance = 0.5 + (variant == 1 ? sign * size : 0);
      for (int run = 0; run < runs; ++run) {
        columns.add(item, variant, {random.uniform() < chance ? 1.0 : 0.0});
      }
    }
  }
  return columns;
}

TEST(Effects, SquaredEffectIsUnbiasedIfGapsCancel) {
  double sum = 0;
  constexpr int kSimulations = 300;
  for (std::uint64_t seed = 0; seed < kSimulations; ++seed) {
    const Runs runs = simulated(seed, 400, 3, 0.3).runs(400, 2);
    sum += effects(runs, 0, {0.95, 0, 1})[1].squaredEffect.value;
  }
  EXPECT_NEAR(sum / kSimulations, 0.09, 0.0025);
}

TEST(Effects, FindCanceledEffects) {
  const Effect effect = effects(simulated(7, 400, 5, 0.3).runs(400, 2), 0, kSettings)[1];
  EXPECT_LE(effect.noEffectPValue, 0.001);
  EXPECT_GT(effect.squaredEffect.ci.low, 0);
  EXPECT_GT(effect.canceled.value, 0.9);
  EXPECT_LE(effect.canceled.ci.low, effect.canceled.value);
  EXPECT_GE(effect.canceled.ci.high, effect.canceled.value);
  EXPECT_LE(effect.canceled.ci.high, 1);
}

TEST(Effects, PermutationTestIsExactWithoutEffects) {
  double rejected = 0;
  constexpr int kSimulations = 400;
  for (std::uint64_t seed = 0; seed < kSimulations; ++seed) {
    const Runs runs = simulated(seed, 60, 3, 0).runs(60, 2);
    if (effects(runs, 0, {0.95, 199, seed})[1].noEffectPValue <= 0.05) ++rejected;
  }
  // 5% of 400, with three standard errors; the discrete statistic makes it conservative.
  EXPECT_LE(rejected, 33);
  EXPECT_GE(rejected, 4);
}

TEST(Effects, PermutationsOfNumbersAndOfCountsAgree) {
  const Columns columns = simulated(3, 30, 4, 0.15);
  Columns numbers = columns;
  for (double& outcome : numbers.outcome) outcome *= 2;
  const Settings settings{0.95, 4999, 5};
  EXPECT_NEAR(effects(columns.runs(30, 2), 0, settings)[1].noEffectPValue,
              effects(numbers.runs(30, 2), 0, settings)[1].noEffectPValue, 0.03);
}

TEST(Effects, JointIntervalsAgreeWithJointPValues) {
  uncertainty::RandomStream random(11);
  for (int repetition = 0; repetition < 20; ++repetition) {
    Columns columns;
    for (std::uint32_t item = 0; item < 30; ++item) {
      for (std::uint32_t variant = 0; variant < 4; ++variant) {
        columns.add(item, variant, {random.normal() + 0.4 * variant});
      }
    }
    const auto all = effects(columns.runs(30, 4), 0, {0.95, 0, 1});
    for (std::size_t variant = 1; variant < 4; ++variant) {
      const auto& effect = all[variant];
      const bool excludes = effect.jointCi.low > 0 || effect.jointCi.high < 0;
      EXPECT_EQ(excludes, effect.jointPValue <= 0.05) << effect.jointPValue;
      EXPECT_LE(effect.jointCi.low, effect.gap.ci.low);
      EXPECT_GE(effect.jointCi.high, effect.gap.ci.high);
      EXPECT_GE(effect.jointPValue, effect.gapPValue);
    }
  }
}

TEST(Effects, CountedRowsEqualRows) {
  const std::vector<std::uint32_t> item{0, 0, 0, 1, 1, 1};
  const std::vector<std::uint32_t> variant{0, 0, 1, 0, 1, 1};
  const std::vector<double> outcome{1, 0, 1, 0, 1, 0};
  const std::vector<double> count{2, 1, 3, 3, 2, 1};
  Columns rows;
  for (std::size_t i = 0; i < item.size(); ++i) {
    for (double k = 0; k < count[i]; ++k) rows.add(item[i], variant[i], {outcome[i]});
  }
  const Runs counted({2, 2, item, variant, outcome, {}, count});
  const Effect one = effects(counted, 0, kSettings)[1];
  const Effect other = effects(rows.runs(2, 2), 0, kSettings)[1];
  EXPECT_EQ(one.gap.value, other.gap.value);
  EXPECT_EQ(one.squaredEffect.value, other.squaredEffect.value);
  EXPECT_EQ(one.noEffectPValue, other.noEffectPValue);
}

TEST(Effects, PlanItems) {
  // z = 1.959964 + 0.841621.
  EXPECT_EQ(itemsNeeded(0.04, 0.3, 0.05, 1, 0.95, 0.8), std::ceil(7.848880 * 0.34 / 0.0025));
  EXPECT_EQ(itemsNeeded(0.04, 0.3, 0.05, 3, 0.95, 0.8), std::ceil(7.848880 * 0.14 / 0.0025));
  EXPECT_TRUE(std::isnan(itemsNeeded(kNaN, 0.3, 0.05, 3, 0.95, 0.8)));
}

TEST(Effects, AllVariantsMatchManualCalculation) {
  Columns columns;
  // Ones by variant 3, 1, 0; by item 2, 1, 1: Q = 2 (3 * 10 - 16) / (3 * 4 - 6).
  columns.add(0, 0, {1});
  columns.add(0, 1, {1});
  columns.add(0, 2, {0});
  for (std::uint32_t item = 1; item < 3; ++item) {
    columns.add(item, 0, {1});
    columns.add(item, 1, {0});
    columns.add(item, 2, {0});
  }
  const AllVariants all = allVariants(columns.runs(3, 3), 0.95);
  EXPECT_NEAR(all.cochransQ, 28.0 / 6, 1e-12);
  EXPECT_EQ(all.cochransDegrees, 2);
  EXPECT_NEAR(all.cochransPValue, std::exp(-28.0 / 12), 1e-12);
  EXPECT_TRUE(std::isnan(all.betweenVariance.value));
  const AllVariants repeated = allVariants(threeItems().runs(3, 2), 0.95);
  EXPECT_TRUE(std::isnan(repeated.cochransQ));
  // With two variants, half the squared effect.
  EXPECT_NEAR(repeated.betweenVariance.value, 0, 1e-15);
}

TEST(Runs, RejectInvalidRows) {
  const std::vector<std::uint32_t> codes{0, 1};
  const std::vector<std::uint32_t> same{0, 0};
  const std::vector<double> outcome{1, 0};
  using enum ErrorCode;
  expectError([&] { Runs({1, 2, codes, codes, outcome}); }, kInvalidArgument, "item", 1);
  expectError([&] { Runs({2, 1, codes, codes, outcome}); }, kInvalidArgument, "variant", 1);
  expectError([&] { Runs({2, 2, codes, same, outcome, codes, std::vector<double>{1, 0.5}}); },
              kInvalidArgument, "rows", 1);
  expectError([&] { Runs({2, 2, same, same, outcome, same}); }, kInvalidArgument, "run", 1);
  expectError([&] { Runs({2, 2, same, same, outcome, std::vector<std::uint32_t>{7, 7}}); },
              kInvalidArgument, "run", 1);
  const std::vector<std::uint32_t> far{1U << 30U, 1U << 30U};
  expectError([&] { Runs({2, 2, same, same, outcome, far}); }, kInvalidArgument, "run", 1);
  expectError([&] { Runs({2, 2, codes, codes, std::vector<double>{1, kNaN}}); }, kInvalidArgument,
              "outcome", 1);
  expectError([&] { Runs({2, 2, codes, same, std::vector<double>{1}}); }, kShapeMismatch,
              "outcome");
  const Runs runs({2, 2, codes, same, outcome});
  expectError([&] { effects(runs, 2, kSettings); }, kInvalidArgument, "reference");
  expectError([&] { effects(runs, 0, {1, 0, 1}); }, kInvalidArgument, "confidence");
}

TEST(Runs, WithoutCommonItemsHaveNoEffect) {
  Columns columns;
  columns.add(0, 0, {1, 0});
  columns.add(1, 1, {1, 0});
  const Effect effect = effects(columns.runs(2, 2), 0, kSettings)[1];
  EXPECT_EQ(effect.items, 0);
  EXPECT_TRUE(std::isnan(effect.gap.value));
  EXPECT_TRUE(std::isnan(effect.itemVariance));
}

}  // namespace
}  // namespace fairwasm::repeated
