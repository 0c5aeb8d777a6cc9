// SPDX-License-Identifier: Apache-2.0
//
// Clusters of rows, such as those of one person, patient, or image. Such rows are not independent,
// so confidence intervals must account for their covariance. For each cluster and each cell of a
// tally, the sum of weights is stored; the sums of squares and products over clusters are computed
// from it (group/cluster_moments.hpp).
//
// Clusters are identified by 64-bit numbers from the caller: a cluster must have the same number in
// every batch and every worker. If numbers are hashes of names, n clusters collide with a
// probability of n^2 / 2^65, which is 3 in 10^8 for a million clusters.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/data/bytes.hpp"

namespace fairwasm::tally {

// Sums over one cluster's rows in one cell.
struct ClusterSums {
  std::uint64_t cluster;
  std::uint32_t cell;
  double weight;  // sum of w
  double score;   // sum of w * score
};

class Clusters {
 public:
  void add(const ClusterSums& sums);
  // Merges clusters with equal numbers, or nothing if it throws. `places` contains the cell here
  // for each cell of `other`.
  void merge(const Clusters& other, std::span<const std::uint32_t> places);
  void clear() { sums_.clear(), settled_ = 0; }

  // Returns each pair once, ordered by cluster and then by cell; independent of the order of rows,
  // up to rounding.
  [[nodiscard]] std::span<const ClusterSums> sums() const;
  // Returns the number of clusters.
  [[nodiscard]] std::size_t count() const;

  void write(data::ByteWriter& writer) const;
  // Throws kCorruptBytes for bytes that write() did not write for a tally with this number of
  // cells.
  static Clusters read(data::ByteReader& reader, std::size_t cells);

 private:
  void settle() const;

  // New entries are appended unsorted after the sorted ones; sorting is delayed until they are as
  // numerous or until the sums are requested.
  mutable std::vector<ClusterSums> sums_;
  mutable std::size_t settled_ = 0;
};

}  // namespace fairwasm::tally
