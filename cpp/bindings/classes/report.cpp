// SPDX-License-Identifier: Apache-2.0
#include "report.hpp"

#include <cmath>

#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::bindings {
namespace {

using classes::Measured;
using uncertainty::Bounded;
using uncertainty::Interval;

// One metric of the groups in which it is defined.
group::SpreadIntervals spreadIntervalsOf(const std::vector<Measured>& groups,
                                         const Measured& overall, double confidence) {
  group::SpreadParts parts{{}, overall.value, {}, {}, {}};
  std::vector<Measured> defined;
  for (const auto& each : groups) {
    if (std::isnan(each.value)) continue;
    defined.push_back(each);
    parts.values.push_back(each.value);
  }
  parts.at = [&](std::size_t place, double z) { return classes::bounded(defined[place], z); };
  parts.jointlyAt = [&](std::size_t place, double z) {
    return classes::jointlyBounded(defined[place], z);
  };
  // A part of all rows is taken as if it were none of them: rather too long than too short.
  parts.against = [&](std::size_t place, double z) -> group::Against {
    return {classes::bounded(defined[place], z), classes::bounded(overall, z), 0};
  };
  auto result = group::spreadIntervals(parts, confidence);
  if (overall.range.low < 0) result.ratio = result.ratioToOverall = {kNaN, kNaN};
  return result;
}

void append(std::vector<double>& to, const Interval& interval) {
  to.push_back(interval.low);
  to.push_back(interval.high);
}

void append(std::vector<double>& to, const group::SpreadIntervals& all) {
  for (const auto& each :
       {all.min, all.max, all.difference, all.ratio, all.differenceToOverall, all.ratioToOverall}) {
    append(to, each);
  }
}

void append(std::vector<double>& to, const group::Spread& all) {
  for (const double each :
       {all.min, all.max, all.difference, all.ratio, all.differenceToOverall, all.ratioToOverall}) {
    to.push_back(each);
  }
}

}  // namespace

Report reportOf(std::span<const std::vector<Measured>> groups, const std::vector<Measured>& overall,
                std::optional<double> confidence) {
  Report report;
  const double z = confidence ? uncertainty::normalQuantile(0.5 + *confidence / 2) : kNaN;
  for (std::size_t metric = 0; metric < overall.size(); ++metric) {
    std::vector<Measured> column;
    std::vector<double> values;
    for (const auto& group : groups) {
      column.push_back(group[metric]);
      values.push_back(group[metric].value);
    }
    auto apart = group::spread(values, overall[metric].value);
    // What may be negative has no ratio that means anything.
    if (overall[metric].range.low < 0) apart.ratio = apart.ratioToOverall = kNaN;
    append(report.spreads, apart);
    values.push_back(overall[metric].value);
    report.values.insert(report.values.end(), values.begin(), values.end());
    if (!confidence) continue;
    for (const auto& each : column) append(report.intervals, classes::bounded(each, z).ci);
    append(report.intervals, classes::bounded(overall[metric], z).ci);
    append(report.spreadIntervals, spreadIntervalsOf(column, overall[metric], *confidence));
  }
  return report;
}

}  // namespace fairwasm::bindings
