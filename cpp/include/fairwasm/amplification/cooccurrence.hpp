// SPDX-License-Identifier: Apache-2.0
//
// Accumulator of the bias amplification metrics: attributes (groups of people) and tasks (what is
// recognized or decided) of each row, as true labels and as predictions. A row may have any number
// of each. Rows are kept as bits, because combinations of many tasks cannot be computed from pair
// counts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/amplification/bit_columns.hpp"
#include "fairwasm/core/names.hpp"
#include "fairwasm/data/counted_rows.hpp"

namespace fairwasm::amplification {

struct CooccurrenceSchema {
  std::vector<std::string> attributes;
  std::vector<std::string> tasks;
  bool hasAttributePrediction = false;
  bool hasTaskPrediction = false;

  friend bool operator==(const CooccurrenceSchema&, const CooccurrenceSchema&) = default;
};

// The four matrices of labels, in the order of their columns.
enum class Labels : std::uint8_t { kAttribute, kTask, kAttributePrediction, kTaskPrediction };
constexpr auto getNames(Labels) {
  return makeNames<Labels>("labels", {{"attribute", Labels::kAttribute},
                                      {"task", Labels::kTask},
                                      {"attributePrediction", Labels::kAttributePrediction},
                                      {"taskPrediction", Labels::kTaskPrediction}});
}
inline constexpr std::size_t kLabelMatrices = 4;

struct ColumnRange {
  std::size_t first = 0;
  std::size_t count = 0;
};

// Returns the columns of one matrix; empty for predictions that the schema does not have.
ColumnRange getColumns(const CooccurrenceSchema& schema, Labels labels);

// Row-major bytes, 0 or 1: rows x attributes or rows x tasks. The spans are views.
struct LabelBatch {
  std::size_t rows = 0;
  std::span<const std::uint8_t> attribute;
  std::span<const std::uint8_t> task;
  std::span<const std::uint8_t> attributePrediction;  // empty if the schema has none
  std::span<const std::uint8_t> taskPrediction;       // empty if the schema has none
  std::span<const double> weight = {};                // per row; empty: 1 each
};

class Cooccurrence {
 public:
  using Batch = LabelBatch;
  using Counted = data::RepeatedRows<LabelBatch>;

  // More rows than this are rejected (kTooLarge), so that products of two counts are exact in 64
  // bits.
  static constexpr std::uint64_t kMaxRows = (std::uint64_t{1} << 32U) - 1;
  // More columns than this are rejected (kTooLarge).
  static constexpr std::size_t kMaxColumns = std::size_t{1} << 16U;

  // Throws kInvalidArgument for a duplicate name.
  explicit Cooccurrence(CooccurrenceSchema schema);

  // Adds rows, or none: throws with the row for a matrix of another shape, a byte that is neither 0
  // nor 1, or a weight outside [0, kMaxWeight]. A row of weight k counts like k rows of weight 1,
  // but is a single row in a bootstrap.
  void update(const LabelBatch& batch) { updateCounted({batch, {}}); }

  // Likewise adds precomputed rows; each of them is kept with one bit per column.
  void updateCounted(const Counted& counted);

  // Adds the rows of `other`, matching attributes and tasks by name; a name that only one side has
  // is false in the rows of the other. Throws kIncompatible, without changes, if only one side has
  // predictions.
  void merge(const Cooccurrence& other);

  // Removes the rows but keeps the schema.
  void reset() { bits_.clear(); }

  // Returns a self-contained copy: magic number, version, schema, bits, weights, checksum.
  // Little-endian.
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static Cooccurrence fromBytes(std::span<const std::uint8_t> bytes);

  // Returns only the true labels, with the attributes and tasks of `schema` in its order. Throws
  // kIncompatible if one of them does not exist here.
  [[nodiscard]] Cooccurrence truth(const CooccurrenceSchema& schema) const;

  [[nodiscard]] const CooccurrenceSchema& schema() const { return schema_; }
  [[nodiscard]] std::size_t rows() const { return bits_.rows(); }
  // Returns the sum of the row weights, or the number of rows without weights.
  [[nodiscard]] double weight() const;
  // Returns the concatenated columns of all four matrices; see getColumns().
  [[nodiscard]] const BitColumns& bits() const { return bits_; }

 private:
  void reserve(std::uint64_t rows) const;

  CooccurrenceSchema schema_;
  BitColumns bits_;
};

}  // namespace fairwasm::amplification
