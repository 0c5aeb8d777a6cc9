// SPDX-License-Identifier: Apache-2.0
//
// The worst slices found so far, in descending order of scores, with a deterministic order for
// ties.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/slices/score.hpp"

namespace fairwasm::slices {

// A column has a certain value; both are indices.
struct Condition {
  std::uint32_t column = 0;
  std::uint32_t value = 0;
  auto operator<=>(const Condition&) const = default;
};

// The rows that satisfy all conditions, each on a different column, in column order.
struct Slice {
  std::vector<Condition> conditions;
  Sums sums;
  double score = 0;
};

// Orders slices by descending score, then by fewer conditions, more rows, and their conditions.
bool isBefore(const Slice& a, const Slice& b);

class Best {
 public:
  // Keeps the first `max` of the offered slices with a positive score of at least `floor`.
  explicit Best(std::size_t max, double floor = 0) : max_(max), floor_(floor) {}

  // Offers the slice with the conditions `conditions` and `last`.
  void offer(std::span<const Condition> conditions, const Condition& last, const Sums& sums,
             double score);

  // Returns true if a slice with at most this score could still be kept.
  [[nodiscard]] bool admits(double score) const {
    return score > 0 && score >= floor_ && (slices_.size() < max_ || score >= last_);
  }

  [[nodiscard]] const std::vector<Slice>& slices() const { return slices_; }

 private:
  std::size_t max_;
  double floor_;
  double last_ = 0;  // the lowest kept score, once `max` slices are kept
  std::vector<Slice> slices_;
};

}  // namespace fairwasm::slices
