// SPDX-License-Identifier: Apache-2.0
//
// The accumulator behind the bias-amplification metrics: which attributes (groups of people) and
// which tasks (what is to be recognized or decided) each row has, in truth and as predicted. A row
// may have any number of either. Rows are kept as bits, because combinations of many tasks are
// counted too, and those cannot be had from counts of pairs.
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

// The four matrices of labels, in the order in which their columns are kept.
enum class Labels : std::uint8_t { kAttribute, kTask, kAttributePrediction, kTaskPrediction };
constexpr auto namesOf(Labels) {
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

// Where the columns of one matrix stand; empty for predictions that the schema does not have.
ColumnRange columnsOf(const CooccurrenceSchema& schema, Labels labels);

// Row-major bytes, 0 or 1: rows x attributes or rows x tasks. Views only.
struct LabelBatch {
  std::size_t rows = 0;
  std::span<const std::uint8_t> attribute;
  std::span<const std::uint8_t> task;
  std::span<const std::uint8_t> attributePrediction;  // empty where the schema has none
  std::span<const std::uint8_t> taskPrediction;       // empty where the schema has none
  std::span<const double> weight = {};                // what each row counts; empty: 1
};

class Cooccurrence {
 public:
  using Batch = LabelBatch;
  using Counted = data::RepeatedRows<LabelBatch>;

  // More rows than this are refused (kTooLarge): products of two counts stay exact in 64 bits.
  static constexpr std::uint64_t kMaxRows = (std::uint64_t{1} << 32U) - 1;
  // More columns than this are refused (kTooLarge).
  static constexpr std::size_t kMaxColumns = std::size_t{1} << 16U;

  // Throws kInvalidArgument where a name stands twice.
  explicit Cooccurrence(CooccurrenceSchema schema);

  // Adds rows. All or nothing: for a matrix of another shape, a byte that is neither 0 nor 1 or a
  // weight that is not between 0 and kMaxWeight it throws, names the row, and changes nothing. A
  // row of weight k is counted like k rows of weight 1; in a bootstrap it is one row.
  void update(const LabelBatch& batch) { updateCounted({batch, {}}); }

  // Adds rows that were counted elsewhere, likewise: each of them is kept, a bit a column.
  void updateCounted(const Counted& counted);

  // Adds the rows of `other`, matching attributes and tasks by name; those that only one side knows
  // are false in the rows of the other. Throws kIncompatible where one has predictions that the
  // other has not, and changes nothing then.
  void merge(const Cooccurrence& other);

  // Forgets the rows, keeps the schema.
  void reset() { bits_.clear(); }

  // A self-contained copy: magic number, version, schema, bits, weights, checksum. Little-endian.
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static Cooccurrence fromBytes(std::span<const std::uint8_t> bytes);

  // The true labels alone, with the attributes and tasks of `schema` in its order. Throws
  // kIncompatible where one of them is not known here.
  [[nodiscard]] Cooccurrence truth(const CooccurrenceSchema& schema) const;

  [[nodiscard]] const CooccurrenceSchema& schema() const { return schema_; }
  [[nodiscard]] std::size_t rows() const { return bits_.rows(); }
  // The sum of their weights; without weights their number.
  [[nodiscard]] double weight() const;
  // The columns of all four matrices, one behind the other; see columnsOf().
  [[nodiscard]] const BitColumns& bits() const { return bits_; }

 private:
  void reserve(std::uint64_t rows) const;

  CooccurrenceSchema schema_;
  BitColumns bits_;
};

}  // namespace fairwasm::amplification
