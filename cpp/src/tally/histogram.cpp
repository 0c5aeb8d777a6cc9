// SPDX-License-Identifier: Apache-2.0
//
// Rows are taken in blocks that stay in the first-level cache: first the cell of every row of the
// block (one vectorised pass a column, range check included), then one scattered addition a row.
// Four interleaved histograms keep consecutive additions apart: neighbours often fall into the same
// cell, and would otherwise wait for each other's store.
#include "histogram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "fairwasm/error.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::internal {
namespace {

constexpr std::size_t kBlockRows = 1024;
constexpr std::size_t kLanes = 4;
// Beyond this many cells four histograms leave the second-level cache; one is faster then.
constexpr std::size_t kMaxInterleavedCells = 4096;

using BlockCells = std::array<std::uint32_t, kBlockRows>;

template <class Code>
[[noreturn]] void failOnCode(const Axis& axis, std::span<const Code> codes, std::size_t firstRow) {
  const auto bad = std::ranges::find_if(codes, [&](Code code) { return code >= axis.categories; });
  throw Error(ErrorCode::kInvalidArgument,
              {axis.name, "a code below " + std::to_string(axis.categories), std::to_string(*bad),
               firstRow + static_cast<std::size_t>(bad - codes.begin())});
}

void locate(const Axis& axis, std::size_t firstRow, std::size_t rows, BlockCells& cells) {
  std::visit(
      [&](auto column) {
        const auto codes = column.subspan(firstRow, rows);
        const auto stride = static_cast<std::uint32_t>(axis.stride);
        std::uint32_t largest = 0;
        for (std::size_t i = 0; i < rows; ++i) {
          const std::uint32_t code = codes[i];
          largest = std::max(largest, code);
          cells[i] += code * stride;
        }
        if (largest >= axis.categories) failOnCode(axis, codes, firstRow);
      },
      axis.codes);
}

void requireFinite(const char* argument, std::span<const double> values, std::size_t firstRow) {
  double probe = 0;  // x * 0 is 0 for a finite x and NaN for every other
  for (const double value : values) probe += value * 0;
  if (probe == 0) return;
  const auto bad = std::ranges::find_if(values, [](double value) { return !std::isfinite(value); });
  throw Error(ErrorCode::kInvalidArgument,
              {argument, "a finite number", std::to_string(*bad),
               firstRow + static_cast<std::size_t>(bad - values.begin())});
}

// Two sums side by side, which compilers turn into one SIMD addition.
using Pair [[gnu::vector_size(16)]] = double;

struct CellSums {
  Pair rowsAndWeight{};
  Pair squaredWeightAndScore{};
};

// `Weighted` and `Scored` are compile-time so that the loop of a plain count has no
// multiplications.
template <bool Weighted, bool Scored>
void scatter(const BlockCells& cells, std::size_t rows, const double* weights, const double* scores,
             CellSums* histogram, std::size_t laneStride) {
  const auto addRow = [&](std::size_t row, std::size_t lane) {
    const double weight = Weighted ? weights[row] : 1.0;
    CellSums& sums = histogram[lane * laneStride + cells[row]];
    sums.rowsAndWeight += Pair{1.0, weight};
    if constexpr (Weighted || Scored) {
      sums.squaredWeightAndScore += Pair{weight * weight, Scored ? weight * scores[row] : 0.0};
    }
  };
  std::size_t row = 0;
  for (; row + kLanes <= rows; row += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) addRow(row + lane, lane);
  }
  for (; row < rows; ++row) addRow(row, 0);
}

// Without weights and scores a row is one integer increment.
void countRows(const BlockCells& cells, std::size_t rows, std::uint32_t* histogram,
               std::size_t laneStride) {
  std::size_t row = 0;
  for (; row + kLanes <= rows; row += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      ++histogram[lane * laneStride + cells[row + lane]];
    }
  }
  for (; row < rows; ++row) ++histogram[cells[row]];
}

using Scatter = void (*)(const BlockCells&, std::size_t, const double*, const double*, CellSums*,
                         std::size_t);

Scatter chooseScatter(bool weighted, bool scored) {
  if (weighted) return scored ? scatter<true, true> : scatter<true, false>;
  return scatter<false, true>;
}

}  // namespace

void addRows(std::span<const Axis> axes, std::size_t rows, std::span<const double> weights,
             std::span<const double> scores, std::span<double> sums) {
  const bool countsOnly = weights.empty() && scores.empty();
  const std::size_t cellCount = sums.size() / kSums;
  const std::size_t lanes = cellCount <= kMaxInterleavedCells ? kLanes : 1;
  const std::size_t laneStride = lanes == 1 ? 0 : cellCount;
  std::vector<std::uint32_t> counts(countsOnly ? lanes * cellCount : 0);
  std::vector<CellSums> histogram(countsOnly ? 0 : lanes * cellCount);
  const Scatter scatterBlock = chooseScatter(!weights.empty(), !scores.empty());

  BlockCells cells{};
  for (std::size_t first = 0; first < rows; first += kBlockRows) {
    const std::size_t blockRows = std::min(kBlockRows, rows - first);
    cells.fill(0);
    for (const Axis& axis : axes) locate(axis, first, blockRows, cells);
    if (countsOnly) {
      countRows(cells, blockRows, counts.data(), laneStride);
      continue;
    }
    if (!weights.empty()) requireFinite("weight", weights.subspan(first, blockRows), first);
    if (!scores.empty()) requireFinite("score", scores.subspan(first, blockRows), first);
    scatterBlock(cells, blockRows, weights.empty() ? nullptr : weights.data() + first,
                 scores.empty() ? nullptr : scores.data() + first, histogram.data(), laneStride);
  }

  for (std::size_t lane = 0; lane < lanes; ++lane) {
    for (std::size_t cell = 0; cell < cellCount; ++cell) {
      double* into = sums.data() + cell * kSums;
      if (countsOnly) {
        const double count = counts[lane * cellCount + cell];
        for (const Sum sum : {kRows, kWeight, kSquaredWeight}) into[sum] += count;
        continue;
      }
      const CellSums& from = histogram[lane * cellCount + cell];
      const double rowCount = from.rowsAndWeight[0];
      into[kRows] += rowCount;
      into[kWeight] += from.rowsAndWeight[1];
      into[kSquaredWeight] += from.squaredWeightAndScore[0];
      into[kScore] += from.squaredWeightAndScore[1];
    }
  }
}

}  // namespace fairwasm::internal
