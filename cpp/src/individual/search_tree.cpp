// SPDX-License-Identifier: Apache-2.0
#include "search_tree.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <xsimd/xsimd.hpp>

namespace fairwasm::individual::internal {
namespace {

constexpr std::size_t kLanes = 8;  // points in a block, boxes in a group
constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNoLimit =
    std::numeric_limits<float>::max();  // infinite padding is never below this limit
constexpr std::size_t kFeaturesBetweenLooks = 16;

std::size_t getGroups(std::size_t items) { return (items + kLanes - 1) / kLanes; }

// Eight float32 numbers in two registers, which all machines have.
struct Eight {
  using Four = xsimd::make_sized_batch_t<float, 4>;
  Four low;
  Four high;

  explicit Eight(float value) : low(value), high(value) {}
  explicit Eight(const float* from)
      : low(Four::load_unaligned(from)), high(Four::load_unaligned(from + 4)) {}

  [[nodiscard]] bool anyUpTo(float limit) const {
    return xsimd::any(xsimd::min(low, high) <= Four(limit));
  }
  void store(std::array<float, kLanes>& into) const {
    low.store_unaligned(into.data());
    high.store_unaligned(into.data() + 4);
  }
};

// Computes two sums in parallel, in the same order on all machines.
double squaredDistance(const double* a, const double* b, std::size_t columns) {
  double even = 0;
  double odd = 0;
  std::size_t i = 0;
  for (; i + 2 <= columns; i += 2) {
    const double first = a[i] - b[i];
    const double second = a[i + 1] - b[i + 1];
    even += first * first;
    odd += second * second;
  }
  if (i < columns) even += (a[i] - b[i]) * (a[i] - b[i]);
  return even + odd;
}

}  // namespace

bool Nearest::add(double squaredDistance, std::uint32_t row) {
  const auto isBefore = [&](std::size_t place) {
    return squaredDistance < distances_[place] ||
           (squaredDistance == distances_[place] && row < rows_[place]);
  };
  if (isFull() && !isBefore(count_ - 1)) return false;
  std::size_t place = isFull() ? count_ - 1 : count_++;
  for (; place > 0 && isBefore(place - 1); --place) {
    distances_[place] = distances_[place - 1];
    rows_[place] = rows_[place - 1];
  }
  distances_[place] = squaredDistance;
  rows_[place] = row;
  return true;
}

struct SearchTree::Query {
  const double* features;
  std::vector<float> rounded;
  Nearest& nearest;
  float limit = kNoLimit;  // larger squared and rounded distances are too far
};

SearchTree::SearchTree(const Matrix& features) : features_(features) {
  findPoints();
  order_.resize(starts_.size() - 1);
  std::iota(order_.begin(), order_.end(), 0U);
  arrange(0, order_.size());
  fillBlocks();
  boxBlocks();
  while (levels_.back().boxes > kLanes) boxLevel(levels_.back());
}

std::span<const std::uint32_t> SearchTree::rowsAt(std::size_t point) const {
  const std::uint32_t place = order_[point];
  return std::span(rows_).subspan(starts_[place], starts_[place + 1] - starts_[place]);
}

// Merges equal rows to one point: they have the same neighbors, and splitting would not separate
// them.
void SearchTree::findPoints() {
  rows_.resize(features_.rows);
  std::iota(rows_.begin(), rows_.end(), 0U);
  const auto at = [&](std::uint32_t row) {
    return std::span(features_.row(row), features_.columns);
  };
  std::ranges::sort(rows_, [&](std::uint32_t a, std::uint32_t b) {
    const auto [endA, endB] = std::ranges::mismatch(at(a), at(b));
    return endA == at(a).end() ? a < b : *endA < *endB;
  });
  for (std::uint32_t i = 0; i < rows_.size(); ++i) {
    if (i == 0 || !std::ranges::equal(at(rows_[i - 1]), at(rows_[i]))) starts_.push_back(i);
  }
  starts_.push_back(static_cast<std::uint32_t>(rows_.size()));
}

// Orders points so that nearby points are adjacent: splits at the widest feature into halves. The
// first half is a power of two of blocks, so that groups of boxes do not cross a split.
void SearchTree::arrange(std::size_t first, std::size_t last) {
  const std::size_t blocks = getGroups(last - first);
  if (blocks <= 1) return;
  const auto value = [&](std::uint32_t place, std::size_t feature) {
    return features_.row(rows_[starts_[place]])[feature];
  };
  std::size_t widest = 0;
  double greatestWidth = -1;
  for (std::size_t feature = 0; feature < features_.columns; ++feature) {
    double low = value(order_[first], feature);
    double high = low;
    for (std::size_t i = first + 1; i < last; ++i) {
      low = std::min(low, value(order_[i], feature));
      high = std::max(high, value(order_[i], feature));
    }
    if (high - low > greatestWidth) {
      greatestWidth = high - low;
      widest = feature;
    }
  }
  const std::size_t middle = first + std::bit_floor(blocks - 1) * kLanes;
  const auto begin = order_.begin();
  const auto at = [&](std::size_t i) { return begin + static_cast<std::ptrdiff_t>(i); };
  std::nth_element(at(first), at(middle), at(last), [&](std::uint32_t a, std::uint32_t b) {
    return value(a, widest) < value(b, widest);
  });
  arrange(first, middle);
  arrange(middle, last);
}

// Centers and scales the features (exactly, by a power of two) before rounding, so that offsets and
// units cannot cause overflow or loss of precision.
void SearchTree::fillBlocks() {
  const std::size_t columns = features_.columns;
  ordered_.resize(points() * columns);
  for (std::size_t i = 0; i < points(); ++i) {
    std::copy_n(features_.row(rows_[starts_[order_[i]]]), columns, &ordered_[i * columns]);
  }
  std::vector<double> centers(columns);
  std::vector<double> reaches(columns);
  double greatestReach = 0;
  double centringError = 0;
  for (std::size_t feature = 0; feature < columns; ++feature) {
    double low = std::numeric_limits<double>::max();
    double high = std::numeric_limits<double>::lowest();
    for (std::size_t i = 0; i < points(); ++i) {
      low = std::min(low, ordered_[i * columns + feature]);
      high = std::max(high, ordered_[i * columns + feature]);
    }
    centers[feature] = low / 2 + high / 2;
    reaches[feature] = high / 2 - low / 2;
    greatestReach = std::max(greatestReach, reaches[feature]);
    centringError += std::max(std::abs(low), std::abs(high)) * 0x1p-50;
  }
  // At most 2^1000, because the scale of subnormal features would be infinite.
  scale_ = greatestReach > 0 ? std::exp2(std::min(-std::ilogb(greatestReach) - 1, 1000)) : 1;
  double squaredReach = 0;
  for (const double reach : reaches) squaredReach += (reach * scale_) * (reach * scale_);
  roundingError_ = 0x1.1p-23 * std::sqrt(squaredReach) + centringError * scale_;

  blocks_.assign(getGroups(points()) * columns * kLanes, kInfinity);
  for (std::size_t i = 0; i < points(); ++i) {
    for (std::size_t feature = 0; feature < columns; ++feature) {
      const double centered = ordered_[i * columns + feature] - centers[feature];
      blocks_[(i / kLanes * columns + feature) * kLanes + i % kLanes] =
          static_cast<float>(centered * scale_);
    }
  }
}

void SearchTree::boxBlocks() {
  const std::size_t columns = features_.columns;
  Level level{getGroups(points()), {}};
  level.ends.assign(getGroups(level.boxes) * columns * 2 * kLanes, kInfinity);
  for (std::size_t box = 0; box < level.boxes; ++box) {
    const std::size_t filled = std::min(kLanes, points() - box * kLanes);
    for (std::size_t feature = 0; feature < columns; ++feature) {
      const float* values = &blocks_[(box * columns + feature) * kLanes];
      float* ends = &level.ends[(box / kLanes * columns + feature) * 2 * kLanes + box % kLanes];
      ends[0] = *std::min_element(values, values + filled);
      ends[kLanes] = *std::max_element(values, values + filled);
    }
  }
  levels_.push_back(std::move(level));
}

void SearchTree::boxLevel(const Level& below) {
  const std::size_t columns = features_.columns;
  Level level{getGroups(below.boxes), {}};
  level.ends.assign(getGroups(level.boxes) * columns * 2 * kLanes, kInfinity);
  for (std::size_t box = 0; box < level.boxes; ++box) {
    const std::size_t filled = std::min(kLanes, below.boxes - box * kLanes);
    for (std::size_t feature = 0; feature < columns; ++feature) {
      const float* lows = &below.ends[(box * columns + feature) * 2 * kLanes];
      const float* highs = lows + kLanes;
      float* ends = &level.ends[(box / kLanes * columns + feature) * 2 * kLanes + box % kLanes];
      ends[0] = *std::min_element(lows, lows + filled);
      ends[kLanes] = *std::max_element(highs, highs + filled);
    }
  }
  levels_.push_back(std::move(level));
}

void SearchTree::search(std::size_t point, Nearest& nearest) const {
  const std::size_t columns = features_.columns;
  nearest.clear();
  Query query{&ordered_[point * columns], std::vector<float>(columns), nearest};
  for (std::size_t feature = 0; feature < columns; ++feature) {
    query.rounded[feature] =
        blocks_[(point / kLanes * columns + feature) * kLanes + point % kLanes];
  }
  descend(levels_.size() - 1, 0, query);
}

void SearchTree::descend(std::size_t level, std::size_t group, Query& query) const {
  const std::size_t columns = features_.columns;
  const float* ends = &levels_[level].ends[group * columns * 2 * kLanes];
  Eight sum(0.0F);
  for (std::size_t feature = 0; feature < columns; ++feature, ends += 2 * kLanes) {
    const Eight::Four value(query.rounded[feature]);
    const Eight::Four zero(0.0F);
    const Eight lows(ends);
    const Eight highs(ends + kLanes);
    const auto low = xsimd::max(xsimd::max(lows.low - value, value - highs.low), zero);
    const auto high = xsimd::max(xsimd::max(lows.high - value, value - highs.high), zero);
    sum.low += low * low;
    sum.high += high * high;
  }
  if (!sum.anyUpTo(query.limit)) return;

  std::array<float, kLanes> distances;
  sum.store(distances);
  std::array<std::size_t, kLanes> nearestFirst;
  std::size_t found = 0;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (!(distances[lane] <= query.limit)) continue;
    std::size_t place = found++;
    for (; place > 0 && distances[nearestFirst[place - 1]] > distances[lane]; --place) {
      nearestFirst[place] = nearestFirst[place - 1];
    }
    nearestFirst[place] = lane;
  }
  for (std::size_t i = 0; i < found; ++i) {
    const std::size_t lane = nearestFirst[i];
    if (distances[lane] > query.limit) return;
    const std::size_t box = group * kLanes + lane;
    if (level == 0) {
      scan(box, query);
    } else {
      descend(level - 1, box, query);
    }
  }
}

void SearchTree::scan(std::size_t block, Query& query) const {
  const std::size_t columns = features_.columns;
  const float* values = &blocks_[block * columns * kLanes];
  Eight sum(0.0F);
  for (std::size_t first = 0; first < columns; first += kFeaturesBetweenLooks) {
    const std::size_t last = std::min(columns, first + kFeaturesBetweenLooks);
    for (std::size_t feature = first; feature < last; ++feature, values += kLanes) {
      const Eight::Four value(query.rounded[feature]);
      const Eight other(values);
      const auto low = other.low - value;
      const auto high = other.high - value;
      sum.low += low * low;
      sum.high += high * high;
    }
    if (!sum.anyUpTo(query.limit)) return;
  }

  std::array<float, kLanes> distances;
  sum.store(distances);
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    if (!(distances[lane] <= query.limit)) continue;
    const std::size_t point = block * kLanes + lane;
    const double exact = squaredDistance(query.features, &ordered_[point * columns], columns);
    bool closer = false;
    for (const std::uint32_t row : rowsAt(point)) {
      if (!query.nearest.add(exact, row)) break;  // the later rows of this point are not nearer
      closer = true;
    }
    if (!closer || !query.nearest.isFull()) continue;
    const double distance = std::sqrt(query.nearest.worst()) * scale_ + roundingError_;
    const double slack = 1 + static_cast<double>(columns + 8) * 0x1p-22;
    query.limit = static_cast<float>(distance * distance * slack);
  }
}

}  // namespace fairwasm::individual::internal
