// SPDX-License-Identifier: Apache-2.0
//
// Search tree of visitNeighbors(). Points are packed into blocks of eight, blocks are boxed in
// groups of eight, and groups likewise up to one root, so that eight boxes or points are compared
// at once. Comparisons use float32 and only exclude what is certainly too far; the remaining points
// are compared in float64. docs/decisions/013-numeric-libraries.md explains why nanoflann is not
// used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual::internal {

// The nearest candidates so far, in ascending order of distance and then of row number.
class Nearest {
 public:
  explicit Nearest(std::size_t capacity) : distances_(capacity), rows_(capacity) {}

  void clear() { count_ = 0; }
  // Returns false if the candidate is farther than all kept ones.
  bool add(double squaredDistance, std::uint32_t row);
  [[nodiscard]] bool isFull() const { return count_ == rows_.size(); }
  // Returns the squared distance of the farthest kept candidate.
  [[nodiscard]] double worst() const { return distances_[count_ - 1]; }
  [[nodiscard]] std::span<const std::uint32_t> rows() const { return {rows_.data(), count_}; }

 private:
  std::size_t count_ = 0;
  std::vector<double> distances_;
  std::vector<std::uint32_t> rows_;
};

// Distinct points, each with the rows that are equal to it.
class SearchTree {
 public:
  explicit SearchTree(const Matrix& features);

  [[nodiscard]] std::size_t points() const { return order_.size(); }
  // Returns the rows at a point in ascending order.
  [[nodiscard]] std::span<const std::uint32_t> rowsAt(std::size_t point) const;
  // Fills `nearest` with the rows nearest to a point.
  void search(std::size_t point, Nearest& nearest) const;

 private:
  // One level of boxes. The eight boxes of a group are interleaved: all lower ends of the first
  // feature, all its upper ends, and so on.
  struct Level {
    std::size_t boxes = 0;
    std::vector<float> ends;
  };
  struct Query;

  void findPoints();
  void arrange(std::size_t first, std::size_t last);
  void fillBlocks();
  void boxBlocks();
  void boxLevel(const Level& below);
  void descend(std::size_t level, std::size_t group, Query& query) const;
  void scan(std::size_t block, Query& query) const;

  Matrix features_;
  std::vector<std::uint32_t> rows_;    // sorted by point, then by number
  std::vector<std::uint32_t> starts_;  // index in rows_ at which each point begins, and the end
  std::vector<std::uint32_t> order_;   // points in the order of the blocks
  std::vector<double> ordered_;        // the features in that order
  std::vector<float> blocks_;          // rounded features, with eight points interleaved
  std::vector<Level> levels_;  // levels_[0] boxes the blocks; the last one is a single group
  double roundingError_ = 0;   // maximum absolute error of a rounded distance
  double scale_ = 1;           // rounded coordinates are scale * (feature - center)
};

}  // namespace fairwasm::individual::internal
