// SPDX-License-Identifier: Apache-2.0
//
// Accumulator of the group metrics. It keeps six sums for each combination of group attributes,
// true label, and predicted label, but no rows. All group metrics are functions of these sums, so a
// tally can be streamed, merged over workers, stored as bytes, or filled from a database's GROUP
// BY.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/data/batch.hpp"
#include "fairwasm/data/schema.hpp"
#include "fairwasm/tally/clusters.hpp"

namespace fairwasm::tally {

// Sums of one cell, in the order of the last axis of Tally::cells().
enum Sum : std::size_t {
  kRows,           // number of rows
  kWeight,         // sum of w
  kSquaredWeight,  // sum of w^2, for confidence intervals with unequal weights
  kScore,          // sum of w * score
  // Variation of the scores within the cell, for confidence intervals:
  kSquaredScore,  // sum of (w * score)^2
  kScoreWeight,   // sum of w * (w * score)
};
inline constexpr std::size_t kSums = 6;

class Tally {
 public:
  using Batch = data::Batch;
  using Counted = std::span<const double>;  // kSums values for each cell, as in cells()

  // Rows are summed in chunks of this size, and then the chunks are added, which keeps the rounding
  // error small for 1e8 rows and independent of how rows are passed, if chunks begin at the same
  // rows.
  static constexpr std::size_t kChunkRows = 65536;
  // More cells than this are rejected (kTooLarge): 192 MiB.
  static constexpr std::size_t kMaxCells = std::size_t{1} << 22;

  explicit Tally(data::Schema schema);

  // Adds the rows of `batch`, or none: throws with the row if a column has the wrong length, a code
  // is not in the schema, a weight is not finite or above data::kMaxWeight, a score is not finite,
  // or a sum would not be finite.
  void update(const data::Batch& batch);

  // Adds precomputed counts. If the schema has a cluster, the same rows must also be added by
  // addClusters().
  void updateCounted(std::span<const double> sums);
  // `places` contains the cell here for each cell of the tally that `clusters` come from. Throws
  // kInvalidArgument for a cell that does not exist.
  void addClusters(const Clusters& clusters, std::span<const std::uint32_t> places);

  // Adds the rows of `other`, matching attributes, categories, and labels by name; categories that
  // only `other` has are added. Throws, without changes, kIncompatible if the columns differ, and
  // kInvalidArgument if a sum would not be finite.
  void merge(const Tally& other);

  // Removes the rows but keeps the schema.
  void reset();

  // Returns a self-contained copy: magic number, version, schema, sums, checksum. Little-endian.
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for bytes that toBytes() did not write.
  static Tally fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return schema_; }
  // Returns the sums of all cells; those of one cell are adjacent.
  [[nodiscard]] std::span<const double> cells() const { return cells_; }
  // (categories of attribute 1, …, true labels, predicted labels, kSums). The axis of a missing
  // label or prediction column has length 1.
  [[nodiscard]] const std::vector<std::size_t>& shape() const { return shape_; }
  [[nodiscard]] double total(Sum sum) const;
  // Returns the clusters; empty if the schema has no cluster.
  [[nodiscard]] const Clusters& clusters() const { return clusters_; }

 private:
  void requireSums(std::span<const double> sums) const;
  void addSums(std::span<const double> sums);

  data::Schema schema_;
  std::vector<std::size_t> shape_;
  // Not an xt::xarray, because a move of an xt::xarray terminates the program if memory runs out.
  std::vector<double> cells_;
  Clusters clusters_;
};

}  // namespace fairwasm::tally
