// SPDX-License-Identifier: Apache-2.0
//
// The accumulator behind every group metric. It keeps six sums for each combination of group
// attributes, true label and predicted label; the rows themselves are forgotten. All that fairwasm
// says about groups is a function of these sums, so a tally can be streamed, merged over workers,
// stored as bytes, or filled from a database's GROUP BY.
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

// The sums of one cell, in the order in which they stand on the last axis of Tally::cells().
enum Sum : std::size_t {
  kRows,           // how many rows
  kWeight,         // sum of w
  kSquaredWeight,  // sum of w^2: how unequal the weights are, for intervals
  kScore,          // sum of w * score
  // How the scores vary within the cell, for intervals:
  kSquaredScore,  // sum of (w * score)^2
  kScoreWeight,   // sum of w * (w * score)
};
inline constexpr std::size_t kSums = 6;

class Tally {
 public:
  using Batch = data::Batch;
  using Counted = std::span<const double>;  // kSums values for each cell, as in cells()

  // Rows are counted in chunks of this many, and the chunks' sums are added up: the rounding error
  // stays small over 1e8 rows, and is the same wherever the chunks begin at the same rows.
  static constexpr std::size_t kChunkRows = 65536;
  // More cells than this are refused (kTooLarge): 192 MiB.
  static constexpr std::size_t kMaxCells = std::size_t{1} << 22;

  explicit Tally(data::Schema schema);

  // Adds the rows of `batch`. All or nothing: where a column has the wrong length, a code is not in
  // the schema, a weight is not finite or above data::kMaxWeight, or a score is not finite, it
  // throws, names the row, and changes nothing; likewise where a sum would not be finite.
  void update(const data::Batch& batch);

  // Adds rows that were counted elsewhere. Where the schema has a cluster, the same rows have to be
  // added by addClusters().
  void updateCounted(std::span<const double> sums);
  // `places` says in which cell here each cell of the tally is that `clusters` are from. Throws
  // kInvalidArgument for a cell that there is not.
  void addClusters(const Clusters& clusters, std::span<const std::uint32_t> places);

  // Adds the rows of `other`, matching attributes, categories and labels by name; categories that
  // only `other` has are taken over. Throws kIncompatible where the columns differ,
  // kInvalidArgument where a sum would not be finite, and changes nothing then.
  void merge(const Tally& other);

  // Forgets the rows, keeps the schema.
  void reset();

  // A self-contained copy: magic number, version, schema, sums, checksum. Little-endian.
  [[nodiscard]] std::vector<std::uint8_t> toBytes() const;
  // Throws kCorruptBytes for anything toBytes() did not write.
  static Tally fromBytes(std::span<const std::uint8_t> bytes);

  [[nodiscard]] const data::Schema& schema() const { return schema_; }
  // The sums of every cell, those of the last axis of shape() side by side.
  [[nodiscard]] std::span<const double> cells() const { return cells_; }
  // (categories of attribute 1, …, true labels, predicted labels, kSums). The axis of a label or
  // prediction that the schema does not have is 1 long.
  [[nodiscard]] const std::vector<std::size_t>& shape() const { return shape_; }
  [[nodiscard]] double total(Sum sum) const;
  // Which rows belong together: none where the schema has no cluster.
  [[nodiscard]] const Clusters& clusters() const { return clusters_; }

 private:
  void requireSums(std::span<const double> sums) const;
  void addSums(std::span<const double> sums);

  data::Schema schema_;
  std::vector<std::size_t> shape_;
  // No xt::xarray: where memory runs out while one is moved, the program ends.
  std::vector<double> cells_;
  Clusters clusters_;
};

}  // namespace fairwasm::tally
