// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/curve.hpp"

#include <limits>

#include "fairwasm/thresholds/hull.hpp"
#include "support.hpp"
#include "thresholds/rows.hpp"

namespace fairwasm::thresholds {
namespace {

using testing::expectError;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<std::vector<double>> listed(const std::vector<OperatingPoint>& points) {
  std::vector<std::vector<double>> list;
  for (const auto& point : points) {
    list.push_back({point.threshold, point.truePositives, point.falsePositives});
  }
  return list;
}

TEST(ThresholdCurves, CountSelectedRowsAtEachScore) {
  const TestRows rows{{0, 0, 0, 1}, {1, 0, 1, 0}, {0.5, 0.5, 0.75, 2}, {1, 2, 3, 0}};
  const auto groups = curves(rows.view());
  EXPECT_EQ(listed(groups[0].points),
            (std::vector<std::vector<double>>{{kInfinity, 0, 0}, {0.75, 3, 0}, {0.5, 4, 2}}));
  EXPECT_EQ(groups[0].positives, 4);
  EXPECT_EQ(groups[0].negatives, 2);
  EXPECT_EQ(groups[1].total(), 0);
  EXPECT_EQ(groups[1].points.size(), 1);
}

TEST(ThresholdCurves, EqualThoseOfRepeatedRows) {
  auto weighted = fourteenRows();
  weighted.weight.assign(14, 1);
  weighted.weight[3] = 2;
  auto repeated = fourteenRows();
  repeated.group.push_back(weighted.group[3]);
  repeated.positive.push_back(weighted.positive[3]);
  repeated.score.push_back(weighted.score[3]);
  const auto one = curves(weighted.view());
  const auto other = curves(repeated.view());
  for (std::size_t g = 0; g < 2; ++g) EXPECT_EQ(listed(one[g].points), listed(other[g].points));
}

TEST(ThresholdCurves, RejectInvalidRows) {
  const auto refused = [](auto change) {
    return [change] {
      auto rows = fourteenRows();
      change(rows);
      curves(rows.view());
    };
  };
  const auto invalid = ErrorCode::kInvalidArgument;
  expectError(refused([](auto& rows) { rows.group[3] = 2; }), invalid, "groups", 3);
  expectError(refused([](auto& rows) { rows.positive[2] = 2; }), invalid, "label", 2);
  expectError(refused([](auto& rows) { rows.score[1] = kInfinity; }), invalid, "score", 1);
  expectError(refused([](auto& rows) { rows.weight.assign(14, -1); }), invalid, "weight", 0);
  expectError(refused([](auto& rows) { rows.weight = {1}; }), ErrorCode::kShapeMismatch, "weight");
  expectError(refused([](auto& rows) { rows.positive.pop_back(); }), ErrorCode::kShapeMismatch,
              "label");
}

TEST(ThresholdCurves, HaveAHullWithoutCollinearPoints) {
  // From (0, 0) over (0, 1/4), (0, 1/2), (1/3, 1/2), (1/3, 3/4), (2/3, 3/4), (2/3, 1) to (1, 1).
  const auto hulls = hullPoints(curves(fourteenRows().view()));
  EXPECT_EQ(listed(hulls[0]),
            (std::vector<std::vector<double>>{{0.8, 2, 0}, {0.3, 4, 2}, {0.2, 4, 3}}));
}

TEST(ThresholdCurves, AreSplitByOutcome) {
  const auto groups = curves(randomRows(1, 600, 3).view());
  const auto [first, second] = split(groups, 0.25, 7);
  for (std::size_t g = 0; g < 3; ++g) {
    EXPECT_EQ(second[g].positives, std::round(groups[g].positives / 4));
    EXPECT_EQ(second[g].negatives, std::round(groups[g].negatives / 4));
    EXPECT_EQ(first[g].total() + second[g].total(), groups[g].total());
    // At every threshold, the parts sum to the whole.
    for (const auto& point : groups[g].points) {
      double truePositives = 0;
      for (const auto* part : {&first[g], &second[g]}) {
        double here = 0;
        for (const auto& own : part->points) {
          if (own.threshold >= point.threshold) here = own.truePositives;
        }
        truePositives += here;
      }
      EXPECT_EQ(truePositives, point.truePositives);
    }
  }
  EXPECT_EQ(listed(split(groups, 0.25, 7).second[0].points), listed(second[0].points));
  EXPECT_NE(listed(split(groups, 0.25, 8).second[0].points), listed(second[0].points));
}

TEST(ThresholdCurves, WithWeightsCannotBeSplit) {
  auto rows = fourteenRows();
  rows.weight.assign(14, 0.5);
  const auto groups = curves(rows.view());
  expectError([&] { split(groups, 0.5, 1); }, ErrorCode::kInvalidState, "this");
  expectError([&] { split(groups, 1, 1); }, ErrorCode::kInvalidArgument, "share");
}

}  // namespace
}  // namespace fairwasm::thresholds
