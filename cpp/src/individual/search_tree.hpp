// SPDX-License-Identifier: Apache-2.0
//
// The search behind visitNeighbors(): points packed into blocks of eight, blocks boxed in groups of
// eight, groups again, up to one root; so that eight boxes or eight points are compared at once.
// The comparison is in float32 and only rules out what is certainly too far; what it lets through
// is measured in float64. (Why not nanoflann: docs/decisions/006-search-tree.md.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual::internal {

// The nearest candidates so far, nearest first, the lower row number first among equals.
class Nearest {
 public:
  explicit Nearest(std::size_t capacity) : distances_(capacity), rows_(capacity) {}

  void clear() { count_ = 0; }
  // False where the candidate is farther than all that are kept.
  bool add(double squaredDistance, std::uint32_t row);
  [[nodiscard]] bool isFull() const { return count_ == rows_.size(); }
  // Squared distance of the farthest that is kept.
  [[nodiscard]] double worst() const { return distances_[count_ - 1]; }
  [[nodiscard]] std::span<const std::uint32_t> rows() const { return {rows_.data(), count_}; }

 private:
  std::size_t count_ = 0;
  std::vector<double> distances_;
  std::vector<std::uint32_t> rows_;
};

// Points of different places, each with the rows that stand there.
class SearchTree {
 public:
  explicit SearchTree(const Matrix& features);

  [[nodiscard]] std::size_t points() const { return order_.size(); }
  // The rows at a point, in ascending order.
  [[nodiscard]] std::span<const std::uint32_t> rowsAt(std::size_t point) const;
  // Fills `nearest` with the rows nearest to a point.
  void search(std::size_t point, Nearest& nearest) const;

 private:
  // One level of boxes: the eight boxes of a group stand side by side, all lower ends of the first
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
  std::vector<std::uint32_t> rows_;    // sorted by place, then by number
  std::vector<std::uint32_t> starts_;  // where in rows_ each place begins, and the end
  std::vector<std::uint32_t> order_;   // places, in the order of the blocks
  std::vector<double> ordered_;        // their features in that order
  std::vector<float> blocks_;          // the same, rounded: eight points side by side
  std::vector<Level> levels_;  // levels_[0] boxes the blocks, the last one is a single group
  double roundingError_ = 0;   // how far a rounded distance can be off at most, absolutely
  double scale_ = 1;           // rounded coordinates are scale * (feature - center)
};

}  // namespace fairwasm::individual::internal
