// SPDX-License-Identifier: Apache-2.0
//
// Numbers of selected rows at each threshold, by group. Everything that thresholds can achieve is a
// function of these counts, so the cost does not depend on the number of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::thresholds {

// A threshold t, and the weights of the positive and negative rows with a score of at least t.
struct OperatingPoint {
  double threshold;
  double truePositives;
  double falsePositives;
};

// The curve of one group. Points start at an infinite threshold, which selects no rows, and descend
// over the distinct scores to the lowest, which selects all rows.
struct Curve {
  double positives = 0;
  double negatives = 0;
  std::vector<OperatingPoint> points;

  [[nodiscard]] double total() const { return positives + negatives; }
};

// Views of columns; if `weight` is empty, every row counts once.
struct ScoreRows {
  std::size_t groups = 0;
  std::span<const std::uint32_t> group;    // below `groups`
  std::span<const std::uint8_t> positive;  // 1 for a favorable outcome, otherwise 0
  std::span<const double> score;
  std::span<const double> weight;
};

// Returns a curve for each group; rows of weight 0 are ignored. Throws kShapeMismatch for columns
// of different lengths, and kInvalidArgument with the row for an invalid group or label, a score
// that is not finite, or a weight that is negative or not finite.
std::vector<Curve> curves(const ScoreRows& rows);

// Splits the rows of all groups into two random parts: within each outcome of a group, `share` of
// the rows, rounded, are in the second part. Throws kInvalidArgument for a share outside (0, 1),
// and kInvalidState for curves whose weights are not whole numbers of rows.
struct SplitCurves {
  std::vector<Curve> first;
  std::vector<Curve> second;
};
SplitCurves split(const std::vector<Curve>& curves, double share, std::uint64_t seed);

}  // namespace fairwasm::thresholds
