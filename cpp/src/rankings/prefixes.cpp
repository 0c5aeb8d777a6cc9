// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/rankings/prefixes.hpp"

#include <algorithm>

namespace fairwasm::rankings {
namespace {

constexpr double kTie = 1 + 1e-9;                        // p-values that are equal up to rounding
constexpr std::size_t kMaxSize = std::size_t{1} << 22U;  // probabilities: 32 MiB

// Adds a position: moves the probability of each count of members to this count or the next one.
void addPosition(std::vector<double>& chances, std::size_t before, double rows, double members) {
  const double left = rows - static_cast<double>(before);
  chances.push_back(0);
  for (std::size_t count = chances.size(); count-- > 0;) {
    const double remaining = members - static_cast<double>(count);
    const double stay = chances[count] * (left - remaining) / left;
    const double come = count > 0 ? chances[count - 1] * (remaining + 1) / left : 0;
    chances[count] = std::max(0.0, stay) + std::max(0.0, come);
  }
  if (static_cast<double>(chances.size()) > members + 1) chances.pop_back();
}

}  // namespace

PrefixDistribution::PrefixDistribution(std::size_t rows, std::size_t members, std::size_t depth)
    : rows_(static_cast<double>(rows)), members_(static_cast<double>(members)) {
  std::vector<double> chances{1};
  for (std::size_t before = 0; before < std::min(rows, depth); ++before) {
    addPosition(chances, before, rows_, members_);
    double sum = 0;
    for (const double chance : chances) cumulative_.push_back(sum += chance);
    starts_.push_back(cumulative_.size());
  }
}

double PrefixDistribution::smallestAtMost(double pValue) {
  const auto [at, isNew] = smallest_.try_emplace(pValue);
  if (isNew) at->second = computeSmallestAtMost(pValue);
  return at->second;
}

double PrefixDistribution::computeSmallestAtMost(double pValue) const {
  std::vector<double> chances{1};
  double found = 0;
  for (std::size_t before = 0; before + 1 < starts_.size(); ++before) {
    addPosition(chances, before, rows_, members_);
    const double* own = &cumulative_[starts_[before]];
    for (std::size_t count = 0; count < chances.size() && own[count] <= pValue * kTie; ++count) {
      found += chances[count];
      chances[count] = 0;
    }
  }
  return std::min(1.0, found);
}

PrefixDistribution& PrefixDistributions::of(std::size_t rows, std::size_t members) {
  const auto [place, isNew] =
      known_.try_emplace((std::uint64_t{rows} << 32U) | members, rows, members, depth_);
  if (isNew) size_ += place->second.size();
  return place->second;
}

void PrefixDistributions::forget() {
  if (size_ < kMaxSize) return;
  known_.clear();
  size_ = 0;
}

}  // namespace fairwasm::rankings
