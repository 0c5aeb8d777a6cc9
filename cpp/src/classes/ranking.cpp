// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/ranking.hpp"

#include <algorithm>
#include <utility>

namespace fairwasm::classes {

std::vector<std::uint32_t> descendingOrder(std::span<const double> scores, std::size_t stride) {
  // Scores are stored next to their rows, because lookups during the sort would miss the cache.
  std::vector<std::pair<double, std::uint32_t>> entries;
  entries.reserve(scores.size() / stride + 1);
  for (std::size_t i = 0; i < scores.size(); i += stride) {
    entries.emplace_back(-scores[i], static_cast<std::uint32_t>(entries.size()));
  }
  std::ranges::sort(entries);
  std::vector<std::uint32_t> order;
  order.reserve(entries.size());
  for (const auto& [score, row] : entries) order.push_back(row);
  return order;
}

void RankingSweep::flush() {
  if (!hasTied_) return;
  const double own = tied_[own_];
  const double pairs = above_[own_] + 0.5 * own;
  for (std::size_t k = 0; k < tied_.size(); ++k) {
    wins_[k] += tied_[k] * pairs;
    above_[k] += tied_[k];
    all_ += tied_[k];
    tied_[k] = 0;
  }
  if (own > 0) precisions_ += own * (above_[own_] / all_);
  hasTied_ = false;
}

double RankingSweep::area() const {
  double wins = 0;
  double others = 0;
  for (std::size_t k = 0; k < above_.size(); ++k) {
    if (k == own_) continue;
    wins += wins_[k];
    others += above_[k];
  }
  return wins / (above_[own_] * others);
}

}  // namespace fairwasm::classes
