// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/pair_counts.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "fairwasm/amplification/row_lists.hpp"
#include "fairwasm/core/error.hpp"

namespace fairwasm::amplification {
namespace {

// Columns are counted in blocks of this length, which stay in the second-level cache.
constexpr std::size_t kBlockWords = 512;

// A column, or the rows of it that count 2^k times.
struct Mask {
  WordSpan words;
  std::size_t column;
  double times;
};

Words intersect(WordSpan a, WordSpan b) {
  Words both(a.size());
  std::ranges::transform(a, b, both.begin(), std::bit_and<>());
  return both;
}

double countRows(const BitColumns& bits, const Multiplicity& multiplicity) {
  const auto weights = bits.weights();
  if (!weights.empty()) return std::accumulate(weights.begin(), weights.end(), 0.0);
  if (multiplicity.empty()) return static_cast<double>(bits.rows());
  double rows = 0;
  for (std::size_t k = 0; k < multiplicity.size(); ++k) {
    rows += static_cast<double>(countBits(multiplicity[k]) << k);
  }
  return rows;
}

double countWeighted(WordSpan column, const Multiplicity& multiplicity) {
  if (multiplicity.empty()) return static_cast<double>(countBits(column));
  double rows = 0;
  for (std::size_t k = 0; k < multiplicity.size(); ++k) {
    rows += static_cast<double>(countBits(column, multiplicity[k]) << k);
  }
  return rows;
}

Words findAny(const BitColumns& bits, std::initializer_list<ColumnRange> ranges) {
  Words any(wordsFor(bits.rows()));
  for (const ColumnRange range : ranges) {
    for (std::size_t c = range.first; c < range.first + range.count; ++c) {
      std::ranges::transform(any, bits[c], any.begin(), std::bit_or<>());
    }
  }
  return any;
}

}  // namespace

DirectedColumns columnsFor(const CooccurrenceSchema& schema, Direction direction) {
  const ColumnRange attributes = getColumns(schema, Labels::kAttribute);
  const ColumnRange tasks = getColumns(schema, Labels::kTask);
  if (direction == Direction::kAttributeToTask) {
    return {attributes, tasks, getColumns(schema, Labels::kTaskPrediction)};
  }
  return {tasks, attributes, getColumns(schema, Labels::kAttributePrediction)};
}

void requireCounts(const Cooccurrence& cooccurrence, Direction direction, bool predictions) {
  const auto require = [](bool present, const char* argument, const char* expected) {
    if (!present) throw Error(ErrorCode::kInvalidState, {argument, expected, "none", {}});
  };
  const DirectedColumns columns = columnsFor(cooccurrence.schema(), direction);
  const bool toTask = direction == Direction::kAttributeToTask;
  require(!cooccurrence.schema().attributes.empty(), "attribute", "at least one attribute");
  require(!cooccurrence.schema().tasks.empty(), "task", "at least one task");
  require(cooccurrence.rows() > 0, "rows", "at least one row");
  require(cooccurrence.weight() > 0, "weight", "a positive total weight");
  require(!predictions || columns.predicted.count > 0,
          toTask ? "taskPrediction" : "attributePrediction",
          toTask ? "predicted tasks" : "predicted attributes");
}

Multiplicity binaryDigits(std::span<const std::uint32_t> counts) {
  const std::uint32_t all = std::accumulate(counts.begin(), counts.end(), 0U, std::bit_or<>());
  Multiplicity digits(static_cast<std::size_t>(std::bit_width(all)),
                      Words(wordsFor(counts.size())));
  for (std::size_t w = 0; w * kBitsPerWord < counts.size(); ++w) {
    const auto part =
        counts.subspan(w * kBitsPerWord, std::min(kBitsPerWord, counts.size() - w * kBitsPerWord));
    for (std::size_t k = 0; k < digits.size(); ++k) {
      std::uint64_t word = 0;
      for (std::size_t i = 0; i < part.size(); ++i) {
        word |= std::uint64_t{(part[i] >> k) & 1U} << i;
      }
      digits[k][w] = word;
    }
  }
  return digits;
}

std::vector<double> countTogether(const BitColumns& bits, ColumnRange a, ColumnRange b,
                                  const Multiplicity& multiplicity) {
  std::vector<Words> owned;
  owned.reserve(a.count * multiplicity.size());
  std::vector<Mask> masks;
  for (std::size_t i = 0; i < a.count; ++i) {
    if (multiplicity.empty()) masks.push_back({bits[a.first + i], i, 1});
    for (std::size_t k = 0; k < multiplicity.size(); ++k) {
      owned.push_back(intersect(bits[a.first + i], multiplicity[k]));
      masks.push_back({owned.back(), i, static_cast<double>(std::uint64_t{1} << k)});
    }
  }
  std::vector<double> counts(a.count * b.count, 0.0);
  const std::size_t words = wordsFor(bits.rows());
  for (std::size_t first = 0; first < words; first += kBlockWords) {
    const std::size_t length = std::min(kBlockWords, words - first);
    for (const Mask& mask : masks) {
      const WordSpan maskPart = mask.words.subspan(first, length);
      for (std::size_t j = 0; j < b.count; ++j) {
        const std::uint64_t count = countBits(maskPart, bits[b.first + j].subspan(first, length));
        counts[mask.column * b.count + j] += mask.times * static_cast<double>(count);
      }
    }
  }
  return counts;
}

std::vector<double> countTrue(const BitColumns& bits, ColumnRange columns,
                              const Multiplicity& multiplicity) {
  std::vector<double> counts;
  for (std::size_t c = columns.first; c < columns.first + columns.count; ++c) {
    counts.push_back(bits.weights().empty() ? countWeighted(bits[c], multiplicity)
                                            : sumWeights(bits[c], bits.weights()));
  }
  return counts;
}

PairCounts countPairs(const BitColumns& bits, const DirectedColumns& columns,
                      const Multiplicity& multiplicity) {
  if (!bits.weights().empty()) return countPairs(RowLists(bits), columns, bits.weights());
  PairCounts counts;
  counts.fromCount = columns.from.count;
  counts.toCount = columns.to.count;
  counts.rows = countRows(bits, multiplicity);
  counts.labeledRows = countWeighted(findAny(bits, {columns.from, columns.to}), multiplicity);
  counts.from = countTrue(bits, columns.from, multiplicity);
  counts.to = countTrue(bits, columns.to, multiplicity);
  counts.together = countTogether(bits, columns.from, columns.to, multiplicity);
  if (columns.predicted.count > 0) {
    counts.predicted = countTogether(bits, columns.from, columns.predicted, multiplicity);
    counts.predictedTo = countTrue(bits, columns.predicted, multiplicity);
    counts.predictedLabeledRows =
        countWeighted(findAny(bits, {columns.from, columns.predicted}), multiplicity);
  }
  return counts;
}

PairCounts combine(double a, const PairCounts& x, double b, const PairCounts& y) {
  PairCounts sum = x;
  for (double PairCounts::* number :
       {&PairCounts::rows, &PairCounts::labeledRows, &PairCounts::predictedLabeledRows}) {
    sum.*number = a * x.*number + b * y.*number;
  }
  for (std::vector<double> PairCounts::* numbers :
       {&PairCounts::from, &PairCounts::to, &PairCounts::together, &PairCounts::predicted,
        &PairCounts::predictedTo}) {
    std::ranges::transform(x.*numbers, y.*numbers, (sum.*numbers).begin(),
                           [&](double ofX, double ofY) { return a * ofX + b * ofY; });
  }
  return sum;
}

PairCounts exchanged(PairCounts counts) {
  std::swap(counts.to, counts.predictedTo);
  std::swap(counts.together, counts.predicted);
  std::swap(counts.labeledRows, counts.predictedLabeledRows);
  return counts;
}

PairCounts countPairs(const Cooccurrence& cooccurrence, Direction direction) {
  requireCounts(cooccurrence, direction, false);
  return countPairs(cooccurrence.bits(), columnsFor(cooccurrence.schema(), direction));
}

PairCounts countPairs(const Cooccurrence& cooccurrence, Labels from, Labels to) {
  requireCounts(cooccurrence, Direction::kAttributeToTask, false);
  const CooccurrenceSchema& schema = cooccurrence.schema();
  return countPairs(cooccurrence.bits(), {getColumns(schema, from), getColumns(schema, to), {}});
}

}  // namespace fairwasm::amplification
