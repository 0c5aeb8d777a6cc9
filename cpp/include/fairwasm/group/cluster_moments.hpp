// SPDX-License-Identifier: Apache-2.0
//
// Moments of clustered rows for confidence intervals: per group, sums over clusters of squares and
// products of base sums, instead of sums over rows; and covariances between groups that share
// clusters. A cluster usually consists of the rows of one person.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "fairwasm/group/counts.hpp"

namespace fairwasm::group {

inline constexpr std::uint32_t kNoGroup = std::numeric_limits<std::uint32_t>::max();

// Returns the moments of `count` groups of a tally with clusters. `groups` contains the group of
// each combination of the schema's attributes in row-major order, or kNoGroup.
std::vector<Moments> clusterMoments(const tally::Tally& tally,
                                    std::span<const std::uint32_t> groups, std::size_t count,
                                    const std::vector<bool>& favorable);

// Clusters with rows in several groups. If empty, groups are independent.
struct SharedClusters {
  struct OfGroup {
    // Sum over clusters of x y', with x the cluster's base sums in this group and y those in all
    // other groups.
    Products withOthers{};
    // Moments to subtract from those of all rows, in addition to the group's own, to exclude the
    // group.
    Moments leaving;
  };

  double clusters = 0;          // number of clusters with rows in several groups
  std::vector<OfGroup> groups;  // one per group; empty without such clusters
  // Sum over clusters of x y', with x in the first group and y in the second, which has the larger
  // index.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Products> pairs;

  // Returns the products of any two groups; zero if they share no clusters.
  [[nodiscard]] Products between(std::size_t one, std::size_t other) const;
  // Returns the products of a group and all other groups together.
  [[nodiscard]] Products withOthers(std::size_t group) const;
  // Returns the counts of all rows outside the group.
  [[nodiscard]] Counts others(const Counts& overall, const Counts& counts, std::size_t group) const;
};

// Returns the shared clusters of disjoint groups; arguments as above. With `ofLabels`, uses the
// counts of labelsAsPredictions().
SharedClusters sharedClusters(const tally::Tally& tally, std::span<const std::uint32_t> groups,
                              std::size_t count, const std::vector<bool>& favorable,
                              bool ofLabels = false);

// Returns the clusters shared by the groups that these attributes define; `places` contains the
// groups' indices in the frame.
SharedClusters sharedInFrame(const tally::Tally& tally, const std::vector<std::string>& by,
                             const std::vector<bool>& favorable,
                             std::span<const std::uint32_t> places);

// Returns the shared clusters of two disjoint groups.
SharedClusters sharedBetween(const tally::Tally& tally, const data::Condition& one,
                             const data::Condition& other, const std::vector<bool>& favorable,
                             bool ofLabels);

}  // namespace fairwasm::group
