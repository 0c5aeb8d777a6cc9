// SPDX-License-Identifier: Apache-2.0
//
// Rows are processed in blocks that stay in the first-level cache: first the cells of all rows (one
// vectorized pass per column, including the range check), then one scattered addition per row. Four
// interleaved histograms separate consecutive additions, which often hit the same cell and would
// otherwise wait for each other's store. Unweighted rows with few cells are counted in pairs, which
// halves the number of additions.
#include "histogram.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/weights.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::tally::internal {
namespace {

constexpr std::size_t kBlockRows = 1024;
constexpr std::size_t kLanes = 4;
// With more cells, four histograms exceed the second-level cache, and one is faster.
constexpr std::size_t kMaxInterleavedCells = 4096;
constexpr std::size_t kMaxPairedCells = 64;
static_assert(kMaxPairedCells * kMaxPairedCells <= kMaxInterleavedCells);

// Up to this many cells are numbered in two bytes, so that twice as many fit into a SIMD register.
constexpr std::size_t kNarrowCells = std::size_t{1} << 16;

template <class Cell>
using BlockCells = std::array<Cell, kBlockRows>;

template <class Code>
[[noreturn]] void failOnCode(const Axis& axis, std::span<const Code> codes, std::size_t firstRow) {
  const auto bad = std::ranges::find_if(codes, [&](Code code) { return code >= axis.categories; });
  throw Error(ErrorCode::kInvalidArgument,
              {axis.name, "a code below " + std::to_string(axis.categories), std::to_string(*bad),
               firstRow + static_cast<std::size_t>(bad - codes.begin())});
}

// Adds each row's contribution to its cell; returns the largest code. The stride has the width of a
// cell, so that products are equally narrow. A code that is out of range may overflow before it is
// detected.
template <class Code, class Cell>
Code addCodes(const Code* __restrict codes, std::size_t rows, Cell stride, Cell* __restrict cells) {
  Code largest = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    largest = std::max(largest, codes[i]);
    cells[i] = static_cast<Cell>(cells[i] + std::uint32_t{codes[i]} * stride);
  }
  return largest;
}

template <class Cell>
void locate(const Axis& axis, std::size_t firstRow, std::size_t rows, BlockCells<Cell>& cells) {
  std::visit(
      [&](auto column) {
        const auto codes = column.subspan(firstRow, rows);
        const auto stride = static_cast<Cell>(axis.stride);
        const auto largest = addCodes(codes.data(), rows, stride, cells.data());
        if (largest >= axis.categories) failOnCode(axis, codes, firstRow);
      },
      axis.codes);
}

// Two adjacent sums, which compilers turn into one SIMD addition.
using Pair [[gnu::vector_size(16)]] = double;

struct CellSums {
  Pair rowsAndWeight{};
  Pair squaredWeightAndScore{};
  Pair scoreMoments{};  // squared score, score times weight
};

// `Weighted` and `Scored` are compile-time parameters, so that the loop of a plain count has no
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

// Without weights and scores, a row is one integer increment.
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

// Weights or scores that are not finite, and weights that are too heavy, make a sum too large or
// not finite. Single rows are checked only in that case.
void requireFiniteSums(const std::vector<CellSums>& histogram, Values values) {
  constexpr double kMaxSquare = data::kMaxWeight * data::kMaxWeight;
  const bool areWeights = std::ranges::all_of(histogram, [](const CellSums& sums) {
    return sums.squaredWeightAndScore[0] <= kMaxSquare * sums.rowsAndWeight[0];
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
  if (areScores) return;  // rounding moved the sum of squares above its bound
  throw Error(ErrorCode::kInvalidArgument,
              {"score", "numbers whose squares can be summed", "numbers too large", {}});
}

// Confidence intervals need the squares of weights. If all squares in a cell underflow, its
// intervals would silently be undefined.
void requireSquares(const std::vector<CellSums>& histogram, std::span<const double> weights) {
  constexpr double kSmallest = std::numeric_limits<double>::min();
  const bool kept = std::ranges::none_of(histogram, [](const CellSums& sums) {
    return sums.rowsAndWeight[1] != 0 && sums.squaredWeightAndScore[0] < kSmallest;
  });
  if (weights.empty() || kept) return;
  const auto small = std::ranges::find_if(
      weights, [](double weight) { return weight != 0 && weight * weight < kSmallest; });
  if (small == weights.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"weight",
               "0, or a number whose square does not underflow; multiply all weights by a constant",
               shown(*small), static_cast<std::size_t>(small - weights.begin())});
}

// Computes the cell of each row, block by block.
template <class Cell, class Use>
void forEachBlock(std::span<const Axis> axes, std::size_t rows, Use use) {
  BlockCells<Cell> cells;
  for (std::size_t first = 0; first < rows; first += kBlockRows) {
    const std::size_t blockRows = std::min(kBlockRows, rows - first);
    cells.fill(0);
    for (const Axis& axis : axes) locate(axis, first, blockRows, cells);
    use(first, blockRows, cells);
  }
}

// A histogram that is interleaved if there are few cells.
template <class T>
struct Lanes {
  explicit Lanes(std::size_t cells)
      : stride(cells <= kMaxInterleavedCells ? cells : 0),
        sums(stride == 0 ? cells : kLanes * cells) {}

  std::size_t stride;
  std::vector<T> sums;
};

template <class Cell>
std::vector<std::uint32_t> countEach(std::span<const Axis> axes, std::size_t rows,
                                     std::size_t cellCount) {
  Lanes<std::uint32_t> lanes(cellCount);
  forEachBlock<Cell>(axes, rows, [&](std::size_t, std::size_t blockRows, const auto& cells) {
    countRows(cells, blockRows, lanes.sums.data(), lanes.stride);
  });
  std::vector<std::uint32_t> counts(cellCount);
  for (std::size_t i = 0; i < lanes.sums.size(); ++i) counts[i % cellCount] += lanes.sums[i];
  return counts;
}

void pairUp(const std::uint16_t* __restrict cells, std::size_t pairCount, std::uint16_t width,
            std::uint16_t* __restrict pairs) {
  for (std::size_t i = 0; i < pairCount; ++i) {
    pairs[i] = static_cast<std::uint16_t>(cells[2 * i] * width + cells[2 * i + 1]);
  }
}

// Treats two neighboring rows as one row of a table with a cell for each pair of cells.
std::vector<std::uint32_t> countPairs(std::span<const Axis> axes, std::size_t rows,
                                      std::size_t cellCount) {
  Lanes<std::uint32_t> lanes(cellCount * cellCount);
  std::vector<std::uint32_t> counts(cellCount);
  BlockCells<std::uint16_t> pairs;
  const auto width = static_cast<std::uint16_t>(cellCount);
  forEachBlock<std::uint16_t>(
      axes, rows, [&](std::size_t, std::size_t blockRows, const BlockCells<std::uint16_t>& cells) {
        const std::size_t pairCount = blockRows / 2;
        pairUp(cells.data(), pairCount, width, pairs.data());
        countRows(pairs, pairCount, lanes.sums.data(), lanes.stride);
        if (blockRows % 2 != 0) ++counts[cells[blockRows - 1]];
      });
  for (std::size_t first = 0; first < kLanes * cellCount; ++first) {
    const auto row = std::span(lanes.sums).subspan(first * cellCount, cellCount);
    std::uint32_t sum = 0;
    for (std::size_t second = 0; second < cellCount; ++second) {
      sum += row[second];
      counts[second] += row[second];
    }
    counts[first % cellCount] += sum;
  }
  return counts;
}

std::vector<std::uint32_t> countRowsByCell(std::span<const Axis> axes, std::size_t rows,
                                           std::size_t cellCount) {
  const std::size_t pairs = cellCount * cellCount;
  // Pairs must be much fewer than rows, because each pair is added to two cells.
  if (cellCount <= kMaxPairedCells && kLanes * pairs <= rows)
    return countPairs(axes, rows, cellCount);
  const bool isNarrow = cellCount <= kNarrowCells;
  return (isNarrow ? countEach<std::uint16_t> : countEach<std::uint32_t>)(axes, rows, cellCount);
}

void addCounts(std::span<const std::uint32_t> counts, std::span<double> sums) {
  for (std::size_t i = 0; i < counts.size(); ++i) {
    for (const Sum sum : {kRows, kWeight, kSquaredWeight}) sums[i * kSums + sum] += counts[i];
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
void addValuesByCell(std::span<const Axis> axes, std::size_t rows, Values values,
                     std::span<double> sums) {
  Lanes<CellSums> lanes(sums.size() / kSums);
  forEachBlock<Cell>(axes, rows,
                     [&](std::size_t first, std::size_t blockRows, const BlockCells<Cell>& cells) {
                       const auto block = [&](std::span<const double> column) {
                         return column.empty() ? column : column.subspan(first, blockRows);
                       };
                       const Values inBlock{block(values.weights), block(values.scores)};
                       scatterBlock(cells, blockRows, inBlock, lanes.sums.data(), lanes.stride);
                     });
  requireFiniteSums(lanes.sums, values);
  requireSquares(lanes.sums, values.weights);
  addSums(lanes.sums, !values.weights.empty(), sums);
}

}  // namespace

void addRows(std::span<const Axis> axes, std::size_t rows, std::span<const double> weights,
             std::span<const double> scores, std::span<double> sums) {
  const std::size_t cellCount = sums.size() / kSums;
  if (weights.empty() && scores.empty()) {
    addCounts(countRowsByCell(axes, rows, cellCount), sums);
    return;
  }
  (cellCount <= kNarrowCells ? addValuesByCell<std::uint16_t>
                             : addValuesByCell<std::uint32_t>)(axes, rows, {weights, scores}, sums);
}

}  // namespace fairwasm::tally::internal
