// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/spread_intervals.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::group {
namespace {

// A group with a defined rate and its index among all groups.
struct Defined {
  Counts counts;
  std::size_t place;
};

}  // namespace

uncertainty::SpreadIntervals spreadIntervals(const Rate& rate, std::span<const Counts> groups,
                                             const Counts& overall, double confidence,
                                             const SharedClusters& shared) {
  std::vector<Defined> defined;
  uncertainty::SpreadParts parts{{}, evaluate(rate, overall), {}, {}, {}};
  for (std::size_t place = 0; place < groups.size(); ++place) {
    const double value = evaluate(rate, groups[place]);
    if (std::isnan(value)) continue;
    defined.push_back({groups[place], place});
    parts.values.push_back(value);
  }
  parts.at = [&](std::size_t group, double z) {
    return boundedRate(rate, defined[group].counts, z);
  };
  parts.jointlyAt = [&](std::size_t group, double z) {
    return jointlyBoundedRate(rate, defined[group].counts, z);
  };
  parts.against = [&](std::size_t group, double z) -> uncertainty::Against {
    const auto& [counts, place] = defined[group];
    if (!isOneQuotient(rate))
      return {boundedRate(rate, counts, z), boundedRate(rate, overall, z), 0};
    const Counts others = shared.others(overall, counts, place);
    return {boundedRate(rate, counts, z), boundedRate(rate, others, z),
            rate.denominator(counts) / rate.denominator(overall),
            correlation(rate, counts, others, shared.withOthers(place))};
  };
  if (!shared.groups.empty()) {
    parts.together = [&](std::size_t one, std::size_t other) {
      return correlation(rate, defined[one].counts, defined[other].counts,
                         shared.between(defined[one].place, defined[other].place));
    };
  }
  uncertainty::SpreadIntervals result = uncertainty::spreadIntervals(parts, confidence);
  if (rate.lowest < 0) result.ratio = result.ratioToOverall = uncertainty::kNoInterval;
  return result;
}

}  // namespace fairwasm::group
