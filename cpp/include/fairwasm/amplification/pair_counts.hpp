// SPDX-License-Identifier: Apache-2.0
//
// Input of the pair metrics: how often each attribute occurs together with each task, in the true
// labels and in the predictions. Rows may count several times (bootstrap), or by their weight.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/amplification/cooccurrence.hpp"
#include "fairwasm/core/names.hpp"

namespace fairwasm::amplification {

// Direction of the bias: from attributes to predicted tasks, or from tasks to predicted attributes.
enum class Direction : std::uint8_t { kAttributeToTask, kTaskToAttribute };
constexpr auto getNames(Direction) {
  return makeNames<Direction>(
      "direction", {{"AtoT", Direction::kAttributeToTask}, {"TtoA", Direction::kTaskToAttribute}});
}

// Columns of a direction: P(to | from) is compared with P(predicted to | from).
struct DirectedColumns {
  ColumnRange from;
  ColumnRange to;
  ColumnRange predicted;  // empty without predictions
};
DirectedColumns columnsFor(const CooccurrenceSchema& schema, Direction direction);

// Throws kInvalidState without rows, attributes, or tasks, or without predictions for the direction
// if they are required.
void requireCounts(const Cooccurrence& cooccurrence, Direction direction, bool predictions);

struct PairCounts {
  std::size_t fromCount = 0;
  std::size_t toCount = 0;
  double rows = 0;
  double labeledRows = 0;           // rows with at least one true `from` or `to`
  std::vector<double> from;         // rows with each `from`
  std::vector<double> to;           // rows with each `to`
  std::vector<double> together;     // fromCount x toCount, row-major: rows with both
  std::vector<double> predicted;    // rows with `from` and predicted `to`; empty without any
  std::vector<double> predictedTo;  // rows with each predicted `to`
  double predictedLabeledRows = 0;  // rows with at least one true `from` or predicted `to`
};

// Returns a x + b y for each count; both must have the same pairs.
PairCounts combine(double a, const PairCounts& x, double b, const PairCounts& y);

// Returns the counts after truth and prediction have been exchanged.
PairCounts exchanged(PairCounts counts);

// Multiplicities of the rows in binary: the row counts 2^k times if its bit in digit k is set.
// Without digits, each row counts once or by its weight; rows with weights must not have digits.
using Multiplicity = std::vector<Words>;
Multiplicity binaryDigits(std::span<const std::uint32_t> counts);

// Returns row-major counts of the rows in which a column of `a` and one of `b` are both true.
std::vector<double> countTogether(const BitColumns& bits, ColumnRange a, ColumnRange b,
                                  const Multiplicity& multiplicity = {});
// Counts the rows in which each column is true.
std::vector<double> countTrue(const BitColumns& bits, ColumnRange columns,
                              const Multiplicity& multiplicity = {});

PairCounts countPairs(const BitColumns& bits, const DirectedColumns& columns,
                      const Multiplicity& multiplicity = {});
// Counts all rows. Throws like requireCounts() without predictions.
PairCounts countPairs(const Cooccurrence& cooccurrence, Direction direction);
// Counts pairs of any two label matrices. Throws like requireCounts() without predictions.
PairCounts countPairs(const Cooccurrence& cooccurrence, Labels from, Labels to);

}  // namespace fairwasm::amplification
