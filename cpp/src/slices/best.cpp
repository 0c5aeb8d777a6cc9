// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/slices/best.hpp"

#include <algorithm>
#include <utility>

namespace fairwasm::slices {

bool isBefore(const Slice& a, const Slice& b) {
  if (a.score != b.score) return a.score > b.score;
  if (a.conditions.size() != b.conditions.size()) {
    return a.conditions.size() < b.conditions.size();
  }
  if (a.sums.rows != b.sums.rows) return a.sums.rows > b.sums.rows;
  return a.conditions < b.conditions;
}

void Best::offer(std::span<const Condition> conditions, const Condition& last, const Sums& sums,
                 double score) {
  if (!admits(score)) return;
  Slice slice{{conditions.begin(), conditions.end()}, sums, score};
  slice.conditions.push_back(last);
  slices_.insert(std::ranges::upper_bound(slices_, slice, isBefore), std::move(slice));
  if (slices_.size() > max_) slices_.pop_back();
  if (slices_.size() == max_) last_ = slices_.back().score;
}

}  // namespace fairwasm::slices
