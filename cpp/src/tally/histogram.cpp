// SPDX-License-Identifier: Apache-2.0
//
// Rows are taken in blocks that stay in the first-level cache: first the cell of every row of the
// block (one vectorized pass a column, range check included), then one scattered addition a row.
// Four interleaved histograms keep consecutive additions apart: neighbors often fall into the same
// cell, and would otherwise wait for each other's store.
#include "histogram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "fairwasm/core/require.hpp"
#include "fairwasm/core/shown.hpp"
#include "fairwasm/data/weights.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::tally::internal {
namespace {

constexpr std::size_t kBlockRows = 1024;
constexpr std::size_t kLanes = 4;
// Beyond this many cells four histograms leave the second-level cache; one is faster then.
constexpr std::size_t kMaxInterleavedCells = 4096;

// Cells are numbered in two bytes where that is enough: twice as many fit into a SIMD register.
template <class Cell>
using BlockCells = std::array<Cell, kBlockRows>;

template <class Code>
[[noreturn]] void failOnCode(const Axis& axis, std::span<const Code> codes, std::size_t firstRow) {
  const auto bad = std::ranges::find_if(codes, [&](Code code) { return code >= axis.categories; });
  throw Error(ErrorCode::kInvalidArgument,
              {axis.name, "a code below " + std::to_string(axis.categories), std::to_string(*bad),
               firstRow + static_cast<std::size_t>(bad - codes.begin())});
}

template <class Cell>
void locate(const Axis& axis, std::size_t firstRow, std::size_t rows, BlockCells<Cell>& cells) {
  std::visit(
      [&](auto column) {
        const auto codes = column.subspan(firstRow, rows);
        using Code = typename decltype(codes)::value_type;
        // Without a sign, as a code that is out of range may be as large as it likes until it is
        // found.
        const auto stride = static_cast<std::uint32_t>(axis.stride);
        Code largest = 0;
        for (std::size_t i = 0; i < rows; ++i) {
          largest = std::max(largest, codes[i]);
          cells[i] = static_cast<Cell>(cells[i] + std::uint32_t{codes[i]} * stride);
        }
        if (largest >= axis.categories) failOnCode(axis, codes, firstRow);
      },
      axis.codes);
}

// Two sums side by side, which compilers turn into one SIMD addition.
using Pair [[gnu::vector_size(16)]] = double;

struct CellSums {
  Pair rowsAndWeight{};
  Pair squaredWeightAndScore{};
  Pair scoreMoments{};  // squared score, score times weight
};

// `Weighted` and `Scored` are compile-time so that the loop of a plain count has no
// multiplications.
template <bool Weighted, bool Scored, class Cell>
void scatter(const BlockCells<Cell>& cells, std::size_t rows, const double* weights,
             const double* scores, CellSums* histogram, std::size_t laneStride) {
  const auto addRow = [&](std::size_t row, std::size_t lane) {
    const double weight = Weighted ? weights[row] : 1.0;
    CellSums& sums = histogram[lane * laneStride + cells[row]];
    sums.rowsAndWeight += Pair{1.0, weight};
    if constexpr (Scored) {
      const double score = weight * scores[row];
      sums.squaredWeightAndScore += Pair{weight * weight, score};
      sums.scoreMoments += Pair{score * score, score * weight};
    } else {
      sums.squaredWeightAndScore[0] += weight * weight;
    }
  };
  std::size_t row = 0;
  for (; row + kLanes <= rows; row += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) addRow(row + lane, lane);
  }
  for (; row < rows; ++row) addRow(row, 0);
}

// Without weights and scores a row is one integer increment.
template <class Cell>
void countRows(const BlockCells<Cell>& cells, std::size_t rows, std::uint32_t* histogram,
               std::size_t laneStride) {
  std::size_t row = 0;
  for (; row + kLanes <= rows; row += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      ++histogram[lane * laneStride + cells[row + lane]];
    }
  }
  for (; row < rows; ++row) ++histogram[cells[row]];
}

struct Values {
  std::span<const double> weights;
  std::span<const double> scores;
};

template <class Cell>
void scatterBlock(const BlockCells<Cell>& cells, std::size_t rows, Values values,
                  CellSums* histogram, std::size_t laneStride) {
  const double* weights = values.weights.data();
  const double* scores = values.scores.data();
  if (values.scores.empty()) {
    scatter<true, false>(cells, rows, weights, scores, histogram, laneStride);
  } else if (values.weights.empty()) {
    scatter<false, true>(cells, rows, weights, scores, histogram, laneStride);
  } else {
    scatter<true, true>(cells, rows, weights, scores, histogram, laneStride);
  }
}

// A weight or score that is not finite makes a sum that is not, and a weight that is too heavy one
// that is too large for as many rows, so that rows need not be looked at one by one unless there is
// something to find.
void requireFiniteSums(const std::vector<CellSums>& histogram, Values values) {
  constexpr double kMost = data::kMaxWeight * data::kMaxWeight;
  const bool areWeights = std::ranges::all_of(histogram, [](const CellSums& sums) {
    return sums.squaredWeightAndScore[0] <= kMost * sums.rowsAndWeight[0];
  });
  const bool areScores = std::ranges::all_of(histogram, [](const CellSums& sums) {
    return std::isfinite(sums.squaredWeightAndScore[1]) && std::isfinite(sums.scoreMoments[0]) &&
           std::isfinite(sums.scoreMoments[1]);
  });
  if (areWeights && areScores) return;
  requireFinite("weight", values.weights);
  requireFinite("score", values.scores);
  const auto heavy = std::ranges::find_if(
      values.weights, [](double weight) { return std::abs(weight) > data::kMaxWeight; });
  if (heavy != values.weights.end()) {
    throw Error(ErrorCode::kInvalidArgument,
                {"weight", "a weight of at most 1e100", shown(*heavy),
                 static_cast<std::size_t>(heavy - values.weights.begin())});
  }
  if (areScores) return;  // the sum of squares was above its bound by rounding alone
  throw Error(ErrorCode::kInvalidArgument,
              {"score", "numbers whose squares can be summed", "numbers too large", {}});
}

// The squares of weights say how far a weighted value can be trusted. Where all of a cell's are
// lost to underflow, its intervals would be lost with them, and nobody would know why.
void requireSquares(const std::vector<CellSums>& histogram, std::span<const double> weights) {
  constexpr double kSmallest = std::numeric_limits<double>::min();
  const bool kept = std::ranges::none_of(histogram, [](const CellSums& sums) {
    return sums.rowsAndWeight[1] != 0 && sums.squaredWeightAndScore[0] < kSmallest;
  });
  if (weights.empty() || kept) return;
  const auto small = std::ranges::find_if(
      weights, [](double weight) { return weight != 0 && weight * weight < kSmallest; });
  if (small == weights.end()) return;
  throw Error(
      ErrorCode::kInvalidArgument,
      {"weight", "0 or numbers whose squares do not vanish; multiply all of them by a constant",
       shown(*small), static_cast<std::size_t>(small - weights.begin())});
}

void addCounts(const std::vector<std::uint32_t>& histogram, std::span<double> sums) {
  const std::size_t cellCount = sums.size() / kSums;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    double* into = sums.data() + i % cellCount * kSums;
    for (const Sum sum : {kRows, kWeight, kSquaredWeight}) into[sum] += histogram[i];
  }
}

void addSums(const std::vector<CellSums>& histogram, bool weighted, std::span<double> sums) {
  const std::size_t cellCount = sums.size() / kSums;
  for (std::size_t i = 0; i < histogram.size(); ++i) {
    const CellSums& from = histogram[i];
    double* into = sums.data() + i % cellCount * kSums;
    into[kRows] += from.rowsAndWeight[0];
    into[kWeight] += from.rowsAndWeight[1];
    into[kSquaredWeight] += weighted ? from.squaredWeightAndScore[0] : from.rowsAndWeight[0];
    into[kScore] += from.squaredWeightAndScore[1];
    into[kSquaredScore] += from.scoreMoments[0];
    into[kScoreWeight] += from.scoreMoments[1];
  }
}

template <class Cell>
void addRowsByCell(std::span<const Axis> axes, std::size_t rows, Values values,
                   std::span<double> sums) {
  const bool countsOnly = values.weights.empty() && values.scores.empty();
  const std::size_t cellCount = sums.size() / kSums;
  const std::size_t lanes = cellCount <= kMaxInterleavedCells ? kLanes : 1;
  const std::size_t laneStride = lanes == 1 ? 0 : cellCount;
  std::vector<std::uint32_t> counts(countsOnly ? lanes * cellCount : 0);
  std::vector<CellSums> histogram(countsOnly ? 0 : lanes * cellCount);

  BlockCells<Cell> cells;
  for (std::size_t first = 0; first < rows; first += kBlockRows) {
    const std::size_t blockRows = std::min(kBlockRows, rows - first);
    cells.fill(0);
    for (const Axis& axis : axes) locate(axis, first, blockRows, cells);
    if (countsOnly) {
      countRows(cells, blockRows, counts.data(), laneStride);
      continue;
    }
    const auto block = [&](std::span<const double> column) {
      return column.empty() ? column : column.subspan(first, blockRows);
    };
    const Values inBlock{block(values.weights), block(values.scores)};
    scatterBlock(cells, blockRows, inBlock, histogram.data(), laneStride);
  }
  requireFiniteSums(histogram, values);
  requireSquares(histogram, values.weights);
  addCounts(counts, sums);
  addSums(histogram, !values.weights.empty(), sums);
}

}  // namespace

void addRows(std::span<const Axis> axes, std::size_t rows, std::span<const double> weights,
             std::span<const double> scores, std::span<double> sums) {
  const bool narrow = sums.size() / kSums <= std::numeric_limits<std::uint16_t>::max();
  (narrow ? addRowsByCell<std::uint16_t> : addRowsByCell<std::uint32_t>)(axes, rows,
                                                                         {weights, scores}, sums);
}

}  // namespace fairwasm::tally::internal
