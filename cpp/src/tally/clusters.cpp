// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/tally/clusters.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>

#include "fairwasm/core/error.hpp"
#include "fairwasm/data/reserve.hpp"

namespace fairwasm::tally {
namespace {

constexpr std::size_t kBytesEach = 32;
constexpr std::size_t kMinUnsettled = 4096;

auto getKey(const ClusterSums& sums) { return std::tuple(sums.cluster, sums.cell); }

bool isBefore(const ClusterSums& a, const ClusterSums& b) { return getKey(a) < getKey(b); }

[[noreturn]] void corrupt(std::string expected, std::string actual) {
  throw Error(ErrorCode::kCorruptBytes, {"bytes", std::move(expected), std::move(actual), {}});
}

}  // namespace

void Clusters::add(const ClusterSums& sums) {
  sums_.push_back(sums);
  if (sums_.size() - settled_ > std::max(kMinUnsettled, settled_)) settle();
}

void Clusters::merge(const Clusters& other, std::span<const std::uint32_t> places) {
  const auto added = other.sums();
  data::makeRoom(sums_, added.size());
  for (const auto& [cluster, cell, weight, score] : added) {
    add({cluster, places[cell], weight, score});
  }
}

void Clusters::settle() const {
  if (settled_ == sums_.size()) return;
  const auto middle = sums_.begin() + static_cast<std::ptrdiff_t>(settled_);
  std::stable_sort(middle, sums_.end(), isBefore);
  std::inplace_merge(sums_.begin(), middle, sums_.end(), isBefore);
  std::size_t last = 0;
  for (std::size_t i = 1; i < sums_.size(); ++i) {
    if (getKey(sums_[last]) == getKey(sums_[i])) {
      sums_[last].weight += sums_[i].weight;
      sums_[last].score += sums_[i].score;
    } else {
      sums_[++last] = sums_[i];
    }
  }
  sums_.resize(last + 1);
  settled_ = sums_.size();
}

std::span<const ClusterSums> Clusters::sums() const {
  settle();
  return sums_;
}

std::size_t Clusters::count() const {
  const auto all = sums();
  std::size_t clusters = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == 0 || all[i].cluster != all[i - 1].cluster) ++clusters;
  }
  return clusters;
}

void Clusters::write(data::ByteWriter& writer) const {
  writer.number(sums().size());
  for (const auto& [cluster, cell, weight, score] : sums()) {
    writer.number(cluster);
    writer.number(cell);
    writer.doubles(std::vector{weight, score});
  }
}

Clusters Clusters::read(data::ByteReader& reader, std::size_t cells) {
  const std::uint64_t count = reader.number();
  if (count > reader.left() / kBytesEach) {
    corrupt("fewer clusters", std::to_string(count));
  }
  Clusters clusters;
  clusters.sums_.reserve(static_cast<std::size_t>(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t cluster = reader.number();
    const std::uint64_t cell = reader.number();
    const auto sums = reader.doubles(2);
    if (cell >= cells) corrupt("a cell below " + std::to_string(cells), std::to_string(cell));
    if (!std::isfinite(sums[0]) || !std::isfinite(sums[1])) corrupt("finite sums", "other numbers");
    const ClusterSums next{cluster, static_cast<std::uint32_t>(cell), sums[0], sums[1]};
    if (i > 0 && !isBefore(clusters.sums_.back(), next))
      corrupt("clusters in ascending order", "another order");
    clusters.sums_.push_back(next);
  }
  clusters.settled_ = clusters.sums_.size();
  return clusters;
}

}  // namespace fairwasm::tally
