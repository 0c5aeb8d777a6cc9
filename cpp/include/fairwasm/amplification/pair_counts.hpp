// SPDX-License-Identifier: Apache-2.0
//
// What the pair metrics are functions of: how often each attribute stands together with each task,
// in truth and in the prediction. Rows may count several times, which is how a bootstrap resamples
// them; rows with weights count what they weigh.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/amplification/cooccurrence.hpp"
#include "fairwasm/core/names.hpp"

namespace fairwasm::amplification {

// What bias is asked about: do attributes drive the predicted tasks, or tasks the predicted
// attributes?
enum class Direction : std::uint8_t { kAttributeToTask, kTaskToAttribute };
constexpr auto namesOf(Direction) {
  return makeNames<Direction>(
      "direction", {{"AtoT", Direction::kAttributeToTask}, {"TtoA", Direction::kTaskToAttribute}});
}

// The columns of a direction: P(to | from) is compared with P(predicted to | from).
struct DirectedColumns {
  ColumnRange from;
  ColumnRange to;
  ColumnRange predicted;  // empty where there are no predictions
};
DirectedColumns columnsFor(const CooccurrenceSchema& schema, Direction direction);

// Throws kInvalidState where there are no rows, no attributes, no tasks, or, if they are needed, no
// predictions for the direction.
void requireCounts(const Cooccurrence& cooccurrence, Direction direction, bool predictions);

struct PairCounts {
  std::size_t fromCount = 0;
  std::size_t toCount = 0;
  double rows = 0;
  double labeledRows = 0;           // rows with at least one true `from` or `to`
  std::vector<double> from;         // rows with it
  std::vector<double> to;           // rows with it
  std::vector<double> together;     // fromCount x toCount, row-major: rows with both
  std::vector<double> predicted;    // the same with the predicted `to`; empty where there is none
  std::vector<double> predictedTo;  // rows with each predicted `to`
  double predictedLabeledRows = 0;  // rows with at least one true `from` or predicted `to`
};

// a x + b y, count by count; both have the same pairs.
PairCounts combine(double a, const PairCounts& x, double b, const PairCounts& y);

// The counts with truth and prediction in each other's place.
PairCounts exchanged(PairCounts counts);

// How often each row counts, as binary digits: the row counts 2^k times for its bit in digit k. No
// digits at all: once, or its weight; rows with weights have no digits.
using Multiplicity = std::vector<Words>;
Multiplicity binaryDigits(std::span<const std::uint32_t> counts);

// Row-major counts of the rows in which a column of `a` and one of `b` are both true.
std::vector<double> countTogether(const BitColumns& bits, ColumnRange a, ColumnRange b,
                                  const Multiplicity& multiplicity = {});
// Rows in which each column is true.
std::vector<double> countTrue(const BitColumns& bits, ColumnRange columns,
                              const Multiplicity& multiplicity = {});

PairCounts countPairs(const BitColumns& bits, const DirectedColumns& columns,
                      const Multiplicity& multiplicity = {});
// Of everything that was counted. Throws like requireCounts(), without predictions.
PairCounts countPairs(const Cooccurrence& cooccurrence, Direction direction);
// Of any two label matrices. Throws as requireCounts() without predictions.
PairCounts countPairs(const Cooccurrence& cooccurrence, Labels from, Labels to);

}  // namespace fairwasm::amplification
