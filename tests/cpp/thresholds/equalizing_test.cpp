// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/equalizing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support.hpp"
#include "thresholds/rows.hpp"

namespace fairwasm::thresholds {
namespace {

using testing::expectError;

constexpr double kClose = 1e-12;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

const Objective kAccuracy{Measure::kAccuracy, {}};
const Objective kBalanced{Measure::kBalancedAccuracy, {}};
const Objective kGroupBalanced{Measure::kGroupBalancedAccuracy, {}};
const Objective kCosts{Measure::kCost, {-0.5, 1, 3, 0.25}};

// Computed by hand from fourteenRows().
TEST(EqualizedThresholds, OfFourteenRowsMatchManualCalculation) {
  const auto groups = curves(fourteenRows().view());
  const auto odds = optimum(groups, {Constraint::kEqualizedOdds, kAccuracy, 0});
  EXPECT_NEAR(odds.value, 17.0 / 24, kClose);
  EXPECT_NEAR(odds.groups[0].policy.ignore, 1.0 / 21, kClose);
  EXPECT_EQ(odds.groups[0].policy.thresholds, (std::vector<double>{0.8, 0.3}));
  EXPECT_EQ(odds.groups[1].policy.thresholds, (std::vector<double>{0.6}));
  const auto parity = optimum(groups, {Constraint::kSelectionRate, kAccuracy, 0});
  EXPECT_NEAR(parity.value, 5.0 / 7, kClose);
  EXPECT_NEAR(parity.groups[1].range.low, 2.0 / 7, kClose);
  EXPECT_NEAR(parity.groups[1].range.high, 3.0 / 7, kClose);
  EXPECT_EQ(parity.groups[1].policy.probabilities.size(), 2);
  EXPECT_NEAR(unconstrained(groups, {Constraint::kSelectionRate, kAccuracy, 0}).value, 5.0 / 7,
              kClose);
}

// Verified by a linear program. During the search, a group's best true positive rate is exactly at
// the upper end of a window.
TEST(EqualizedThresholds, OfSixteenRowsWithATolerance) {
  const TestRows rows{{2, 0, 2, 2, 1, 1, 1, 1, 0, 1, 0, 0, 0, 2, 2, 0},
                      {0, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 0},
                      {0, 3, 4, 0, 0, 5, 2, 5, 5, 2, 2, 4, 4, 2, 5, 4},
                      {},
                      3};
  const Objective costs{Measure::kCost, {-2, 5, 4, 0}};
  EXPECT_NEAR(optimum(curves(rows.view()), {Constraint::kEqualizedOdds, costs, 0.25}).value,
              0.28125, kClose);
}

// A mean cost is the sum over the four kinds of decisions.
TEST(EqualizedThresholds, HaveTheCostOfTheirDecisions) {
  const auto groups = curves(fourteenRows().view());
  const Task task{Constraint::kTruePositiveRate, kCosts, 0};
  const auto best = optimum(groups, task);
  double cost = 0;
  for (std::size_t g = 0; g < 2; ++g) {
    const double hits = best.groups[g].truePositiveRate * groups[g].positives;
    const double alarms = best.groups[g].falsePositiveRate * groups[g].negatives;
    cost += -0.5 * hits + alarms + 3 * (groups[g].positives - hits) +
            0.25 * (groups[g].negatives - alarms);
  }
  EXPECT_NEAR(best.value, cost / 14, kClose);
}

TEST(EqualizedThresholds, AreUndefinedWithoutTheirRates) {
  auto rows = fourteenRows();
  for (std::size_t i = 0; i < 7; ++i) rows.positive[i] = 1;
  const auto groups = curves(rows.view());
  EXPECT_TRUE(std::isnan(optimum(groups, {Constraint::kFalsePositiveRate, kAccuracy, 0}).value));
  EXPECT_TRUE(std::isnan(optimum(groups, {Constraint::kEqualizedOdds, kAccuracy, 1}).value));
  EXPECT_TRUE(std::isnan(optimum(groups, {Constraint::kSelectionRate, kGroupBalanced, 0}).value));
  EXPECT_TRUE(frontier(groups, {Constraint::kFalsePositiveRate, kAccuracy, 0}, 5).empty());
  const auto defined = optimum(groups, {Constraint::kTruePositiveRate, kBalanced, 0});
  EXPECT_FALSE(std::isnan(defined.value));
  EXPECT_TRUE(std::isnan(defined.groups[0].falsePositiveRate));
  EXPECT_TRUE(std::isnan(optimum({}, {Constraint::kSelectionRate, kAccuracy, 0}).value));
}

TEST(EqualizedThresholds, RejectInvalidTasks) {
  const auto groups = curves(fourteenRows().view());
  const auto refused = [&](const Task& task) { return [&groups, task] { optimum(groups, task); }; };
  const auto invalid = ErrorCode::kInvalidArgument;
  expectError(refused({Constraint::kEqualizedOdds, kAccuracy, -0.1}), invalid, "tolerance");
  expectError(refused({Constraint::kEqualizedOdds, kAccuracy, kNaN}), invalid, "tolerance");
  for (const Costs& costs :
       {Costs{1, 0, 0, 0}, Costs{0, 0, 1, 1}, Costs{2, 2, 2, 2}, Costs{0, kNaN, 1, 0}}) {
    expectError(refused({Constraint::kEqualizedOdds, {Measure::kCost, costs}, 0}), invalid,
                "objective");
  }
  const Task task{Constraint::kSelectionRate, kAccuracy, 0};
  const std::vector<double> three(3, 0.5);
  expectError([&] { atRates(groups, task, three); }, ErrorCode::kShapeMismatch, "rate");
  const std::vector<double> beyond{1.5};
  expectError([&] { atRates(groups, task, beyond); }, invalid, "rate");
}

struct Setting {
  Constraint constraint;
  Objective objective;
};

class Equalizing : public ::testing::TestWithParam<Setting> {
 protected:
  [[nodiscard]] static Task task(double tolerance) {
    return {GetParam().constraint, GetParam().objective, tolerance};
  }
  // Larger is better.
  [[nodiscard]] static double gain(const Outcome& outcome) {
    return GetParam().objective.measure == Measure::kCost ? -outcome.value : outcome.value;
  }
  [[nodiscard]] static std::vector<std::vector<Curve>> samples() {
    std::vector<std::vector<Curve>> samples{curves(fourteenRows().view())};
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      samples.push_back(curves(randomRows(seed, 40 + 30 * seed, 1 + seed % 5).view()));
    }
    return samples;
  }
};

// The reported outcome equals that of the policies on the rows.
TEST_P(Equalizing, PoliciesSatisfyTheTolerance) {
  for (const auto& groups : samples()) {
    for (const double tolerance : {0.0, 0.01, 0.1, 0.5}) {
      const auto best = optimum(groups, task(tolerance));
      std::vector<Policy> policies;
      for (const auto& group : best.groups) policies.push_back(group.policy);
      const auto there = applied(groups, task(tolerance), policies);
      EXPECT_NEAR(there.value, best.value, kClose);
      EXPECT_NEAR(there.gap, best.gap, kClose);
      EXPECT_LE(best.gap, tolerance + kClose);
    }
  }
}

// Mixtures are at least as good as deterministic thresholds with the same tolerance.
TEST_P(Equalizing, IsBetweenDeterministicThresholdsAndNoConstraint) {
  for (const auto& groups : samples()) {
    const double free = gain(unconstrained(groups, task(0)));
    EXPECT_LE(gain(singleThreshold(groups, task(0))), free + kClose);
    for (const double tolerance : {0.0, 0.05, 0.2}) {
      const auto pure = deterministicOptimum(groups, task(tolerance), {});
      EXPECT_LE(pure.gap, tolerance + kClose);
      EXPECT_LE(gain(pure), gain(optimum(groups, task(tolerance))) + kClose);
      EXPECT_LE(gain(optimum(groups, task(tolerance))), free + kClose);
    }
    EXPECT_NEAR(gain(optimum(groups, task(1))), free, kClose);
  }
}

TEST_P(Equalizing, ValueIsConcaveInTheTolerance) {
  for (const auto& groups : samples()) {
    std::vector<double> values;
    for (int i = 0; i <= 10; ++i) values.push_back(gain(optimum(groups, task(0.05 * i))));
    for (std::size_t i = 1; i < values.size(); ++i) EXPECT_GE(values[i], values[i - 1] - kClose);
    for (std::size_t i = 2; i < values.size(); ++i) {
      EXPECT_LE(values[i] - values[i - 1], values[i - 1] - values[i - 2] + 4 * kClose);
    }
  }
}

// Two methods: a walk over corners, and a search at one tolerance.
TEST_P(Equalizing, FrontierEqualsTheOptimumAtEachTolerance) {
  for (const auto& groups : samples()) {
    const auto points = frontier(groups, task(0), 8);
    ASSERT_FALSE(points.empty());
    EXPECT_EQ(points.front().tolerance, 0);
    EXPECT_NEAR(points.back().value, unconstrained(groups, task(0)).value, kClose);
    const bool isExact = GetParam().constraint != Constraint::kEqualizedOdds;
    for (std::size_t i = 0; i < points.size(); ++i) {
      EXPECT_NEAR(points[i].value, optimum(groups, task(points[i].tolerance)).value, 4 * kClose);
      if (!isExact || i == 0) continue;
      const double middle = (points[i].tolerance + points[i - 1].tolerance) / 2;
      EXPECT_NEAR((points[i].value + points[i - 1].value) / 2, optimum(groups, task(middle)).value,
                  4 * kClose);
    }
  }
}

// No shared rate, and no window of equalized odds, is better.
TEST_P(Equalizing, NoSharedRateIsBetter) {
  for (const auto& groups : samples()) {
    const auto best = optimum(groups, task(0));
    for (int i = 0; i <= 100; ++i) {
      const std::vector<double> rate{0.01 * i};
      EXPECT_LE(gain(atRates(groups, task(0), rate)), gain(best) + kClose);
    }
    for (const double rate : {best.groups[0].range.low, best.groups[0].range.high}) {
      const std::vector<double> rates{rate};
      EXPECT_NEAR(atRates(groups, task(0), rates).value, best.value, 4 * kClose);
    }
  }
}

TEST_P(Equalizing, CostsNothingForEqualGroups) {
  const auto one = curves(randomRows(5, 90, 1).view()).front();
  const std::vector<Curve> alike(3, one);
  EXPECT_NEAR(optimum(alike, task(0)).value, unconstrained(alike, task(0)).value, kClose);
  EXPECT_NEAR(deterministicOptimum(alike, task(0), {}).value, unconstrained(alike, task(0)).value,
              kClose);
}

TEST_P(Equalizing, DoesNotDependOnTheOrderOfGroups) {
  for (const auto& groups : samples()) {
    auto reversed = groups;
    std::ranges::reverse(reversed);
    for (const double tolerance : {0.0, 0.1}) {
      EXPECT_NEAR(optimum(groups, task(tolerance)).value, optimum(reversed, task(tolerance)).value,
                  kClose);
      EXPECT_NEAR(deterministicOptimum(groups, task(tolerance), {}).value,
                  deterministicOptimum(reversed, task(tolerance), {}).value, kClose);
    }
  }
}

// Tries every combination of three thresholds.
TEST_P(Equalizing, DeterministicThresholdsAreTheBestOfAllCombinations) {
  const auto groups = curves(randomRows(3, 60, 3).view());
  for (const double tolerance : {0.0, 0.05, 0.15}) {
    double best = -std::numeric_limits<double>::infinity();
    for (const auto& a : groups[0].points) {
      for (const auto& b : groups[1].points) {
        for (const auto& c : groups[2].points) {
          const std::vector<Policy> policies{
              {{a.threshold}, {1}}, {{b.threshold}, {1}}, {{c.threshold}, {1}}};
          const auto outcome = applied(groups, task(tolerance), policies);
          if (outcome.gap <= tolerance + kClose) best = std::max(best, gain(outcome));
        }
      }
    }
    EXPECT_NEAR(gain(deterministicOptimum(groups, task(tolerance), {})), best, kClose);
  }
}

std::vector<Setting> settings() {
  std::vector<Setting> settings;
  for (const auto constraint : {Constraint::kSelectionRate, Constraint::kTruePositiveRate,
                                Constraint::kFalsePositiveRate, Constraint::kEqualizedOdds}) {
    for (const auto& objective : {kAccuracy, kBalanced, kGroupBalanced, kCosts}) {
      settings.push_back({constraint, objective});
    }
  }
  return settings;
}

std::string nameOfSetting(const ::testing::TestParamInfo<Setting>& info) {
  return std::string(getName(info.param.constraint)) + "_" +
         std::string(getName(info.param.objective.measure));
}

INSTANTIATE_TEST_SUITE_P(All, Equalizing, ::testing::ValuesIn(settings()), nameOfSetting);

TEST(PureThresholds, OfAGridAreTheLowestThatSelectTheSameRows) {
  const auto groups = curves(fourteenRows().view());
  const Task task{Constraint::kTruePositiveRate, kAccuracy, 0.1};
  std::vector<double> grid{std::numeric_limits<double>::infinity()};
  for (int i = 0; i <= 100; ++i) grid.push_back(i / 100.0);
  const auto best = deterministicOptimum(groups, task, grid);
  EXPECT_NEAR(best.value, 5.0 / 7, kClose);
  EXPECT_EQ(best.groups[0].policy.thresholds, std::vector<double>{0.41});
  EXPECT_EQ(best.groups[1].policy.thresholds, std::vector<double>{0.51});
  const std::vector<double> one{0.7};
  EXPECT_TRUE(std::isnan(deterministicOptimum(groups, task, one).value));
}

}  // namespace
}  // namespace fairwasm::thresholds
