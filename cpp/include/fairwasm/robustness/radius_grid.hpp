// SPDX-License-Identifier: Apache-2.0
//
// The cells in which radii are counted. Their edges are the numbers that a float64 with a 7-bit
// fraction can hold, from 2^-24 to 2^24, so that neighboring edges differ by less than 0.8 %, and
// in addition 0 and every epsilon that was announced. Cells are open below and closed above, like
// the strict `radius > epsilon` of the metrics: at an edge, certified accuracy read off the counts
// is exact, not interpolated.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::robustness {

class RadiusGrid {
 public:
  // Neighboring edges differ by at most this factor (between 2^-24 and 2^24).
  static constexpr double kLargestStep = 1 + 1.0 / 128;

  // Throws kInvalidArgument, with its place as row, for an epsilon that is negative or not finite.
  explicit RadiusGrid(std::span<const double> epsilons);

  [[nodiscard]] std::size_t cells() const { return edges_.size() + 1; }

  // Ascending. Cell c holds edges()[c - 1] < radius <= edges()[c]; the first cell all radii <= 0,
  // the last one all beyond the last edge.
  [[nodiscard]] std::span<const double> edges() const { return edges_; }

  // The cell of a radius, which must not be NaN.
  [[nodiscard]] std::size_t cell(double radius) const {
    if (radius <= 0) return 0;
    // (a, b] becomes [a, b) in the ordered integers that the bits of positive numbers are.
    const auto octavePart =
        static_cast<std::int64_t>((std::bit_cast<std::uint64_t>(radius) - 1) >> kShift);
    const auto region = std::clamp<std::int64_t>(octavePart - kFirstRegion, -1, kRegions) + 1;
    std::size_t cell = firstCell_[static_cast<std::size_t>(region)];
    while (cell < edges_.size() && radius > edges_[cell]) ++cell;  // past announced epsilons
    return cell;
  }

  // The place of `epsilon` among the edges; it must be one of those given to the constructor.
  [[nodiscard]] std::size_t edgeOf(double epsilon) const;

 private:
  static constexpr int kFractionBits = 7;
  static constexpr int kShift = 52 - kFractionBits;
  static constexpr int kSmallestExponent = -24;
  static constexpr int kLargestExponent = 24;
  static constexpr std::int64_t kFirstRegion = std::int64_t{1023 + kSmallestExponent}
                                               << kFractionBits;
  static constexpr std::int64_t kRegions = std::int64_t{kLargestExponent - kSmallestExponent}
                                           << kFractionBits;

  std::vector<double> edges_;
  // By region between the regular edges: the first cell that begins there.
  std::vector<std::uint32_t> firstCell_;
};

}  // namespace fairwasm::robustness
