// SPDX-License-Identifier: Apache-2.0
//
// Rows that belong together: those of one person, one patient, one picture. They are no independent
// evidence, so that an interval has to know how a person's rows move together. Kept is, for each
// person and each cell of a tally, the sum of weights: from it follow the sums of squares and
// products over persons that intervals are made of (group/cluster_moments.hpp).
//
// Persons are numbers of 64 bits, which the caller makes: the same person must have the same number
// in every batch and every worker. Numbers made of names by a hash fall together by chance with a
// probability of n^2 / 2^65: 3 in 10^8 for a million persons.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/data/bytes.hpp"

namespace fairwasm::tally {

// What one cluster's rows in one cell sum up to.
struct ClusterSums {
  std::uint64_t cluster;
  std::uint32_t cell;
  double weight;  // sum of w
  double score;   // sum of w * score
};

class Clusters {
 public:
  void add(const ClusterSums& sums);
  // Joins by the clusters' numbers. `places` says in which cell here each cell of `other` is. All
  // or nothing.
  void merge(const Clusters& other, std::span<const std::uint32_t> places);
  void clear() { sums_.clear(), settled_ = 0; }

  // By cluster, then by cell, each pair once: the same for any order of rows, but for rounding.
  [[nodiscard]] std::span<const ClusterSums> sums() const;
  // How many clusters there are.
  [[nodiscard]] std::size_t count() const;

  void write(data::ByteWriter& writer) const;
  // Throws kCorruptBytes for what write() did not write about a tally of so many cells.
  static Clusters read(data::ByteReader& reader, std::size_t cells);

 private:
  void settle() const;

  // What came since the last time stands behind what is settled already, as it came: sorting is
  // put off until there is as much of it, or until somebody asks.
  mutable std::vector<ClusterSums> sums_;
  mutable std::size_t settled_ = 0;
};

}  // namespace fairwasm::tally
