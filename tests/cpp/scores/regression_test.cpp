// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/regression.hpp"

#include <cmath>

#include "support.hpp"

namespace fairwasm::scores {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
const std::vector<data::Attribute> kTwoGroups{{"g", {"a", "b"}}};

struct Columns {
  std::vector<std::uint8_t> group;
  std::vector<double> label;
  std::vector<double> prediction;
  std::vector<double> weight;

  [[nodiscard]] NumberBatch batch(std::size_t first, std::size_t rows) const {
    const std::span<const std::uint8_t> codes(group);
    const auto part = [&](const std::vector<double>& values) {
      return std::span<const double>(values).subspan(values.empty() ? 0 : first,
                                                     values.empty() ? 0 : rows);
    };
    return {rows, {codes.subspan(first, rows)}, part(label), part(prediction), part(weight)};
  }
};

// Group a: 1 -> 2, 3 -> 3 (weight 3); group b: 5 -> 1.
Columns threeRows() { return {{0, 0, 1}, {1, 3, 5}, {2, 3, 1}, {1, 3, 1}}; }

RegressionTally makeTally(const Columns& columns) {
  RegressionTally tally(kTwoGroups);
  tally.update(columns.batch(0, columns.group.size()));
  return tally;
}

double computeValue(const RegressionTally& tally, const std::vector<std::string>& by,
                    std::size_t group, std::string_view name) {
  const auto sums = tally.by(data::groupBy(tally.schema(), by)).at(group);
  for (const auto& metric : kRegressionMetrics) {
    if (metric.name == name) return metric.value(sums);
  }
  return kNaN;
}

// Precomputed counts give the same results as their rows.
TEST(Regression, AcceptsPrecomputedCounts) {
  const Columns rows{{0, 0, 0, 1, 1}, {1, 1, 3, 4, 4}, {2, 2, 4, 1, 1}, {1, 2, 3, 0.5, 0.25}};
  const Columns alike{{0, 0, 1}, {1, 3, 4}, {2, 4, 1}, {3, 3, 0.75}};
  const std::vector<double> counts{2, 1, 2};
  const std::vector<double> squares{5, 9, 0.3125};
  for (const bool isWeighted : {true, false}) {
    Columns each = rows;
    Columns counted = alike;
    if (!isWeighted) each.weight = counted.weight = {};
    RegressionTally tally(kTwoGroups);
    tally.updateCounted(
        {counted.batch(0, 3),
         {counts, isWeighted ? std::span<const double>(squares) : std::span<const double>{}}});
    const auto whole = makeTally(each);
    EXPECT_EQ(tally.toBytes(), whole.toBytes()) << isWeighted;
  }
  RegressionTally tally(kTwoGroups);
  const auto refused = [&](const std::vector<double>& wrong, const char* argument) {
    testing::expectError([&] { tally.updateCounted({alike.batch(0, 3), {wrong, squares}}); },
                         ErrorCode::kInvalidArgument, argument, 1);
  };
  refused({1, -1, 1}, "rows");
  refused({1, kNaN, 1}, "rows");
  testing::expectError([&] { tally.updateCounted({alike.batch(0, 3), {counts, {}}}); },
                       ErrorCode::kShapeMismatch, "squared weight");
}

TEST(Regression, MatchesManualCalculation) {
  const auto tally = makeTally(threeRows());
  EXPECT_EQ(computeValue(tally, {"g"}, 0, "count"), 2);
  EXPECT_DOUBLE_EQ(computeValue(tally, {"g"}, 0, "meanLabel"), 2.5);
  EXPECT_DOUBLE_EQ(computeValue(tally, {"g"}, 0, "meanPrediction"), 11. / 4);
  EXPECT_DOUBLE_EQ(computeValue(tally, {"g"}, 0, "meanAbsoluteError"), 0.25);
  EXPECT_DOUBLE_EQ(computeValue(tally, {"g"}, 0, "rootMeanSquaredError"), 0.5);
  // Around 2.5: 2.25 + 3 * 0.25 = 3.
  EXPECT_DOUBLE_EQ(computeValue(tally, {"g"}, 0, "r2Score"), 1 - 1. / 3);
  EXPECT_DOUBLE_EQ(computeValue(tally, {}, 0, "meanSquaredError"), 17. / 5);
  EXPECT_TRUE(std::isnan(computeValue(tally, {"g"}, 1, "r2Score")));
}

// Labels 0, 2, 4 around 2: 8; errors 1, -1, 3.
TEST(Regression, SignedAndRelativeErrorsMatchManualCalculation) {
  const auto tally = makeTally({{0, 0, 0}, {0, 2, 4}, {1, 1, 7}, {}});
  EXPECT_DOUBLE_EQ(computeValue(tally, {}, 0, "meanError"), 1);
  EXPECT_DOUBLE_EQ(computeValue(tally, {}, 0, "r2Score"), 1 - 11. / 8);
  const auto sums = tally.by(data::groupBy(tally.schema(), {})).at(0);
  // 0.1 of the amount by which the second is too low, 0.9 of the amounts by which the others are
  // too high.
  EXPECT_DOUBLE_EQ(pinballLoss(sums, 0.1), (0.9 * 1 + 0.1 * 1 + 0.9 * 3) / 3);
  // A target of 0 is replaced by 2^-52.
  EXPECT_NEAR(computeValue(tally, {}, 0, "meanAbsolutePercentageError"),
              (std::pow(2.0, 52) + 0.5 + 0.75) / 3, 1);
}

TEST(Regression, EqualLabelsExplainNothing) {
  // The sum of three times 0.1, divided by three, is not 0.1.
  const auto tally = makeTally({{0, 0, 0}, {0.1, 0.1, 0.1}, {0.1, 0.2, 0.3}, {0.3, 0.3, 0.7}});
  EXPECT_EQ(computeValue(tally, {}, 0, "meanLabel"), 0.1);
  EXPECT_TRUE(std::isnan(computeValue(tally, {}, 0, "r2Score")));
  const auto exact = makeTally({{0, 0}, {0.1, 0.1}, {0.1, 0.1}, {}});
  EXPECT_TRUE(std::isnan(computeValue(exact, {}, 0, "r2Score")));
}

TEST(Regression, LargeNumbersDoNotCancel) {
  const double far = 1e9;
  const auto near = makeTally({{0, 0, 0}, {0, 1, 5}, {1, 1, 4}, {}});
  const auto moved =
      makeTally({{0, 0, 0}, {far, far + 1, far + 5}, {far + 1, far + 1, far + 4}, {}});
  for (const auto name : {"meanError", "meanSquaredError", "r2Score"}) {
    EXPECT_NEAR(computeValue(moved, {}, 0, name), computeValue(near, {}, 0, name), 1e-13) << name;
  }
}

TEST(Regression, AGroupWithoutRowsIsUndefined) {
  const RegressionTally tally(kTwoGroups);
  for (const auto& metric : kRegressionMetrics) {
    if (metric.name == "count") continue;
    EXPECT_TRUE(std::isnan(metric.value({}))) << metric.name;
  }
  EXPECT_EQ(computeValue(tally, {"g"}, 0, "count"), 0);
}

TEST(Regression, AMergedTallyEqualsOnePass) {
  Columns many;
  for (int i = 0; i < 1000; ++i) {
    many.group.push_back(static_cast<std::uint8_t>(i % 2));
    many.label.push_back(1e6 + std::sin(i));  // sums of squares would cancel
    many.prediction.push_back(1e6 + std::cos(i));
    many.weight.push_back(i % 7);
  }
  const auto whole = makeTally(many);
  RegressionTally merged(kTwoGroups);
  for (const std::size_t first : {0, 300, 600}) {
    RegressionTally part(kTwoGroups);
    part.update(many.batch(first, first == 600 ? 400 : 300));
    merged.merge(part);
  }
  for (const auto& metric : kRegressionMetrics) {
    EXPECT_NEAR(computeValue(merged, {"g"}, 1, metric.name),
                computeValue(whole, {"g"}, 1, metric.name), 1e-9)
        << metric.name;
  }
}

TEST(Regression, MergesGroupsByName) {
  auto tally = makeTally(threeRows());
  RegressionTally other({{"g", {"c", "b"}}});
  const Columns row{{1}, {7}, {7}, {}};
  other.update(row.batch(0, 1));
  tally.merge(other);
  EXPECT_EQ(computeValue(tally, {"g"}, 1, "count"), 2);
  EXPECT_EQ(computeValue(tally, {"g"}, 2, "count"), 0);
  const RegressionTally stranger({{"h", {}}});
  testing::expectError([&] { tally.merge(stranger); }, ErrorCode::kIncompatible, "other");
}

TEST(Regression, RestoresBytes) {
  const auto tally = makeTally(threeRows());
  auto bytes = tally.toBytes();
  const auto copy = RegressionTally::fromBytes(bytes);
  EXPECT_EQ(copy.toBytes(), bytes);
  bytes.pop_back();
  testing::expectError([&] { RegressionTally::fromBytes(bytes); }, ErrorCode::kCorruptBytes,
                       "bytes");
}

TEST(Regression, FailedUpdateChangesNothing) {
  auto tally = makeTally(threeRows());
  const auto before = tally.toBytes();
  auto columns = threeRows();
  columns.prediction[2] = kNaN;
  testing::expectError([&] { tally.update(columns.batch(0, 3)); }, ErrorCode::kInvalidArgument,
                       "prediction", 2);
  columns = threeRows();
  columns.weight[1] = -1;
  testing::expectError([&] { tally.update(columns.batch(0, 3)); }, ErrorCode::kInvalidArgument,
                       "weight", 1);
  columns = threeRows();
  columns.group[1] = 2;
  testing::expectError([&] { tally.update(columns.batch(0, 3)); }, ErrorCode::kInvalidArgument, "g",
                       1);
  EXPECT_EQ(tally.toBytes(), before);
}

// A square that overflows, and squares whose sum overflows in a group or in all rows, are rejected
// instead of becoming infinite.
TEST(Regression, RejectsSumsThatOverflow) {
  auto tally = makeTally(threeRows());
  const auto refuses = [&](double number, const char* argument, bool isLabel) {
    const auto before = tally.toBytes();
    auto columns = threeRows();
    (isLabel ? columns.label : columns.prediction)[1] = number;
    testing::expectError([&] { tally.update(columns.batch(0, 3)); }, ErrorCode::kInvalidArgument,
                         argument, 1);
    EXPECT_EQ(tally.toBytes(), before);
  };
  refuses(1e200, "label", true);
  refuses(-1e200, "prediction", false);
  tally.update(Columns{{1}, {0}, {1e154}, {}}.batch(0, 1));  // the square is 1e308
  refuses(0.7e154, "prediction", false);                     // 1.5e308 in the other group
  const auto before = tally.toBytes();
  for (const std::uint8_t group : {0, 1}) {
    const auto other = makeTally({{group}, {0}, {1e154}, {}});
    testing::expectError([&] { tally.merge(other); }, ErrorCode::kInvalidArgument,
                         "label and prediction");
  }
  EXPECT_EQ(tally.toBytes(), before);
  EXPECT_EQ(RegressionTally::fromBytes(before).toBytes(), before);
}

}  // namespace
}  // namespace fairwasm::scores
