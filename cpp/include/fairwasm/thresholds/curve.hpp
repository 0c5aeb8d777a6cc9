// SPDX-License-Identifier: Apache-2.0
//
// Who is selected at which threshold, by group: all that thresholds can do follows from these
// counts, however many rows they stand for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::thresholds {

// A threshold t, and the weight of the positive and negative rows with a score of t or more.
struct OperatingPoint {
  double threshold;
  double truePositives;
  double falsePositives;
};

// One group. Points begin at an infinite threshold, which selects nobody, and go down over the
// distinct scores to the lowest, which selects everybody.
struct Curve {
  double positives = 0;
  double negatives = 0;
  std::vector<OperatingPoint> points;

  [[nodiscard]] double total() const { return positives + negatives; }
};

// Views of columns; `weight` empty: every row counts once.
struct ScoreRows {
  std::size_t groups = 0;
  std::span<const std::uint32_t> group;    // below `groups`
  std::span<const std::uint8_t> positive;  // 1 where the outcome is the favorable one, else 0
  std::span<const double> score;
  std::span<const double> weight;
};

// A curve for each group; rows that weigh 0 have no part in it. Throws kShapeMismatch for columns
// of different lengths, kInvalidArgument, with the row, for a group or label that there is not, a
// score that is not finite, or a weight that is not finite and 0 or more.
std::vector<Curve> curves(const ScoreRows& rows);

// The rows of all groups in two parts at random: within each outcome of a group `share` of the
// rows, rounded, are in the second part. Throws kInvalidArgument for a share outside (0, 1),
// kInvalidState for curves of weights that are no numbers of rows.
struct SplitCurves {
  std::vector<Curve> first;
  std::vector<Curve> second;
};
SplitCurves split(const std::vector<Curve>& curves, double share, std::uint64_t seed);

}  // namespace fairwasm::thresholds
