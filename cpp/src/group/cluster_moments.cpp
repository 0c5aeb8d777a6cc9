// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/cluster_moments.hpp"

#include <algorithm>

#include "fairwasm/data/grid.hpp"

namespace fairwasm::group {
namespace {

using Sums = std::array<double, kBaseSums>;

// The rows of one cluster in one group.
struct Part {
  std::uint32_t group;
  Sums sums{};
  CellSet cells = 0;
};

void addProducts(const Sums& x, const Sums& y, Products& products) {
  for (std::size_t i = 0; i < kBaseSums; ++i) {
    if (x[i] == 0) continue;
    for (std::size_t j = 0; j < kBaseSums; ++j) products[i][j] += x[i] * y[j];
  }
}

// Maps each cell of the tally to a cell of the confusion matrix.
class Places {
 public:
  Places(const data::Schema& schema, const std::vector<bool>& favorable, bool ofLabels)
      : schema_(schema),
        favorable_(favorable),
        ofLabels_(ofLabels),
        predictions_(schema.hasPrediction ? schema.labels.size() : 1),
        pairs_((schema.hasLabel ? schema.labels.size() : 1) * predictions_) {}

  [[nodiscard]] std::size_t makeGroup(std::uint32_t cell) const { return cell / pairs_; }

  void add(const tally::ClusterSums& from, Part& part) const {
    const std::size_t pair = from.cell % pairs_;
    const bool positive = schema_.hasLabel && favorable_[pair / predictions_];
    const bool predicted =
        ofLabels_ ? positive : schema_.hasPrediction && favorable_[pair % predictions_];
    const BaseSum cell = positive ? (predicted ? kTruePositives : kFalseNegatives)
                                  : (predicted ? kFalsePositives : kTrueNegatives);
    part.sums[cell] += from.weight;
    part.sums[positive ? kPositiveScores : kNegativeScores] += from.score;
    part.cells |= cellSet(cell);
  }

 private:
  const data::Schema& schema_;
  const std::vector<bool>& favorable_;
  bool ofLabels_;
  std::size_t predictions_;
  std::size_t pairs_;
};

// Calls `visit` with the parts of each cluster.
template <class Visit>
void forEachCluster(const tally::Tally& tally, std::span<const std::uint32_t> groups,
                    const std::vector<bool>& favorable, bool ofLabels, Visit&& visit) {
  const Places places(tally.schema(), favorable, ofLabels);
  const auto sums = tally.clusters().sums();
  std::vector<Part> parts;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::uint32_t group = groups[places.makeGroup(sums[i].cell)];
    if (group != kNoGroup) {
      auto part = std::ranges::find(parts, group, &Part::group);
      if (part == parts.end()) part = parts.insert(part, Part{group});
      places.add(sums[i], *part);
    }
    if (i + 1 < sums.size() && sums[i + 1].cluster == sums[i].cluster) continue;
    visit(std::span<const Part>(parts));
    parts.clear();
  }
}

Part together(std::span<const Part> parts) {
  Part all{kNoGroup};
  for (const Part& part : parts) {
    std::ranges::transform(all.sums, part.sums, all.sums.begin(), std::plus<>());
    all.cells |= part.cells;
  }
  return all;
}

// Returns the cluster's rows in all groups but that of `part`.
Part rest(std::span<const Part> parts, const Part& part) {
  Part others{kNoGroup};
  for (const Part& other : parts) {
    if (&other == &part) continue;
    std::ranges::transform(others.sums, other.sums, others.sums.begin(), std::plus<>());
    others.cells |= other.cells;
  }
  return others;
}

void addShared(std::span<const Part> parts, SharedClusters& shared) {
  const CellSet everywhere = together(parts).cells;
  for (const Part& part : parts) {
    auto& [withOthers, leaving] = shared.groups[part.group];
    const Part others = rest(parts, part);
    addProducts(part.sums, others.sums, withOthers);
    addProducts(part.sums, others.sums, leaving.products);
    addProducts(others.sums, part.sums, leaving.products);
    ++leaving.units[everywhere];
    --leaving.units[part.cells];
    --leaving.units[others.cells];
    for (const Part& other : parts) {
      if (part.group >= other.group) continue;
      addProducts(part.sums, other.sums, shared.pairs[{part.group, other.group}]);
    }
  }
}

}  // namespace

std::vector<Moments> clusterMoments(const tally::Tally& tally,
                                    std::span<const std::uint32_t> groups, std::size_t count,
                                    const std::vector<bool>& favorable) {
  std::vector<Moments> moments(count);
  forEachCluster(tally, groups, favorable, false, [&](std::span<const Part> parts) {
    for (const Part& part : parts) {
      addProducts(part.sums, part.sums, moments[part.group].products);
      ++moments[part.group].units[part.cells];
    }
  });
  return moments;
}

SharedClusters sharedClusters(const tally::Tally& tally, std::span<const std::uint32_t> groups,
                              std::size_t count, const std::vector<bool>& favorable,
                              bool ofLabels) {
  SharedClusters shared;
  forEachCluster(tally, groups, favorable, ofLabels, [&](std::span<const Part> parts) {
    if (parts.size() < 2) return;
    shared.groups.resize(count);
    ++shared.clusters;
    addShared(parts, shared);
  });
  return shared;
}

Products SharedClusters::between(std::size_t one, std::size_t other) const {
  const auto found = pairs.find({static_cast<std::uint32_t>(std::min(one, other)),
                                 static_cast<std::uint32_t>(std::max(one, other))});
  if (found == pairs.end()) return {};
  if (one < other) return found->second;
  Products turned{};
  for (std::size_t i = 0; i < kBaseSums; ++i) {
    for (std::size_t j = 0; j < kBaseSums; ++j) turned[i][j] = found->second[j][i];
  }
  return turned;
}

Products SharedClusters::withOthers(std::size_t group) const {
  return groups.empty() ? Products{} : groups[group].withOthers;
}

Counts SharedClusters::others(const Counts& overall, const Counts& counts,
                              std::size_t group) const {
  if (groups.empty()) return without(overall, counts);
  Counts part = counts;
  const Moments& leaving = groups[group].leaving;
  for (std::size_t i = 0; i < kBaseSums; ++i) {
    for (std::size_t j = 0; j < kBaseSums; ++j) {
      part.moments.products[i][j] += leaving.products[i][j];
    }
  }
  for (CellSet set = 0; set < kCellSets; ++set) part.moments.units[set] += leaving.units[set];
  return without(overall, part);
}

SharedClusters sharedInFrame(const tally::Tally& tally, const std::vector<std::string>& by,
                             const std::vector<bool>& favorable,
                             std::span<const std::uint32_t> places) {
  const auto grouping = data::groupBy(tally.schema(), by);
  std::vector<std::uint32_t> getPlace(grouping.codes.shape(0), kNoGroup);
  for (std::size_t i = 0; i < places.size(); ++i) {
    getPlace.at(places[i]) = static_cast<std::uint32_t>(i);
  }
  auto groups = data::coarseGroups(tally.schema(), grouping);
  for (std::uint32_t& group : groups) group = getPlace[group];
  return sharedClusters(tally, groups, places.size(), favorable);
}

SharedClusters sharedBetween(const tally::Tally& tally, const data::Condition& one,
                             const data::Condition& other, const std::vector<bool>& favorable,
                             bool ofLabels) {
  const auto first = data::matchingCells(tally.schema(), one);
  const auto second = data::matchingCells(tally.schema(), other);
  std::vector<std::uint32_t> groups(first.size(), kNoGroup);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (first.data()[i] || second.data()[i]) groups[i] = first.data()[i] ? 0 : 1;
  }
  return sharedClusters(tally, groups, 2, favorable, ofLabels);
}

}  // namespace fairwasm::group
