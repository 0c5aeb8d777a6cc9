// SPDX-License-Identifier: Apache-2.0
//
// Slices that were found, worst first: those of the highest score, in an order without ties.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/slices/score.hpp"

namespace fairwasm::slices {

// That a column has a value; both by their places.
struct Condition {
  std::uint32_t column = 0;
  std::uint32_t value = 0;
  auto operator<=>(const Condition&) const = default;
};

// The rows for which all conditions hold, each on another column, in the order of the columns.
struct Slice {
  std::vector<Condition> conditions;
  Sums sums;
  double score = 0;
};

// Whether `a` stands before `b`: by the higher score; then by fewer conditions, by more rows, and
// by conditions in their order.
bool isBefore(const Slice& a, const Slice& b);

class Best {
 public:
  // Keeps the first `most` of what it is offered, of scores above 0 and at least `floor`.
  explicit Best(std::size_t most, double floor = 0) : most_(most), floor_(floor) {}

  // The slice with `conditions` and `last`.
  void offer(std::span<const Condition> conditions, const Condition& last, const Sums& sums,
             double score);

  // Whether a slice of at most this score could still be kept.
  [[nodiscard]] bool admits(double score) const {
    return score > 0 && score >= floor_ && (slices_.size() < most_ || score >= last_);
  }

  [[nodiscard]] const std::vector<Slice>& slices() const { return slices_; }

 private:
  std::size_t most_;
  double floor_;
  double last_ = 0;  // the lowest score, once there are `most`
  std::vector<Slice> slices_;
};

}  // namespace fairwasm::slices
