// SPDX-License-Identifier: Apache-2.0
//
// What intervals need to know of rows that belong together: per group the sums over persons of
// squares and products of their base sums, in the place of those over rows; and, where a person has
// rows in several groups, how the groups move together.
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

// Moments of `count` groups of a tally with clusters. `groups` is the group of each combination of
// the schema's attributes, in row-major order, or kNoGroup.
std::vector<Moments> clusterMoments(const tally::Tally& tally,
                                    std::span<const std::uint32_t> groups, std::size_t count,
                                    const std::vector<bool>& favorable);

// Persons with rows in several groups. Made empty there are none: groups are independent.
struct SharedClusters {
  struct OfGroup {
    // Sum of x y', where x is a person's in the group and y the same person's in all others.
    Products withOthers{};
    // What leaves the moments of all rows with the group, beyond the group's own.
    Moments leaving;
  };

  double clusters = 0;          // how many persons have rows in several groups
  std::vector<OfGroup> groups;  // one a group; none where nobody does
  // Sum of x y', x of the first group and y of the second, whose place is the larger one.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Products> pairs;

  // The same for any two groups; zero where they share nobody.
  [[nodiscard]] Products between(std::size_t one, std::size_t other) const;
  // Of a group and all others together.
  [[nodiscard]] Products withOthers(std::size_t group) const;
  // All rows but the group's.
  [[nodiscard]] Counts others(const Counts& overall, const Counts& counts, std::size_t group) const;
};

// Of any groups that have no rows in common, arguments as above. `ofLabels`: of the counts that
// labelsAsPredictions() makes.
SharedClusters sharedClusters(const tally::Tally& tally, std::span<const std::uint32_t> groups,
                              std::size_t count, const std::vector<bool>& favorable,
                              bool ofLabels = false);

// Of the groups of a frame by these attributes, in the order of their `places` in it.
SharedClusters sharedInFrame(const tally::Tally& tally, const std::vector<std::string>& by,
                             const std::vector<bool>& favorable,
                             std::span<const std::uint32_t> places);

// Of two groups that have no rows in common.
SharedClusters sharedBetween(const tally::Tally& tally, const data::Condition& one,
                             const data::Condition& other, const std::vector<bool>& favorable,
                             bool ofLabels);

}  // namespace fairwasm::group
