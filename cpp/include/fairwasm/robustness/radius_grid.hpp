// SPDX-License-Identifier: Apache-2.0
//
// Cells that radii are counted in. Their edges are the float64 numbers with a 7-bit fraction from
// 2^-24 to 2^24, so that neighboring edges differ by less than 0.8%, plus 0 and all given epsilons.
// Cells exclude their lower and include their upper edge, like the strict `radius > epsilon` of the
// metrics, so certified accuracy at an edge is exact.
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

  // Throws kInvalidArgument for an epsilon that is negative or not finite; its index is the row.
  explicit RadiusGrid(std::span<const double> epsilons);

  [[nodiscard]] std::size_t cells() const { return edges_.size() + 1; }

  // Edges in ascending order. Cell c contains edges()[c - 1] < radius <= edges()[c]; the first cell
  // contains all radii <= 0, and the last one all radii beyond the last edge.
  [[nodiscard]] std::span<const double> edges() const { return edges_; }

  // Returns the cell of a radius, which must not be NaN.
  [[nodiscard]] std::size_t cell(double radius) const {
    if (radius <= 0) return 0;
    // Subtracting 1 from the bits of a positive number, which are ordered integers, changes (a, b]
    // to [a, b).
    const auto octavePart =
        static_cast<std::int64_t>((std::bit_cast<std::uint64_t>(radius) - 1) >> kShift);
    const auto region = std::clamp<std::int64_t>(octavePart - kFirstRegion, -1, kRegions) + 1;
    std::size_t cell = firstCell_[static_cast<std::size_t>(region)];
    while (cell < edges_.size() && radius > edges_[cell]) ++cell;  // skips given epsilons
    return cell;
  }

  // Returns the index of `epsilon`, which must be one of the constructor's, among the edges.
  [[nodiscard]] std::size_t getEdge(double epsilon) const;

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
  // The first cell in each region between regular edges.
  std::vector<std::uint32_t> firstCell_;
};

}  // namespace fairwasm::robustness
