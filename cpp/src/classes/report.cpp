// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/report.hpp"

#include <cmath>

#include "fairwasm/classes/summaries.hpp"
#include "fairwasm/tally/tally.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::classes {
namespace {

using uncertainty::Bounded;
using uncertainty::Interval;

// Returns the spread of one metric over the groups in which it is defined.
uncertainty::SpreadIntervals computeSpreadIntervals(const std::vector<Measured>& groups,
                                                    const Measured& overall, double confidence) {
  uncertainty::SpreadParts parts{{}, overall.value, {}, {}, {}};
  std::vector<Measured> defined;
  for (const auto& each : groups) {
    if (std::isnan(each.value)) continue;
    defined.push_back(each);
    parts.values.push_back(each.value);
  }
  parts.at = [&](std::size_t place, double z) { return bounded(defined[place], z); };
  parts.jointlyAt = [&](std::size_t place, double z) { return jointlyBounded(defined[place], z); };
  // A group is compared with all rows as if it were not part of them, which makes the interval
  // rather too wide than too narrow.
  parts.against = [&](std::size_t place, double z) -> uncertainty::Against {
    return {bounded(defined[place], z), bounded(overall, z), 0};
  };
  auto result = uncertainty::spreadIntervals(parts, confidence);
  if (overall.range.low < 0) result.ratio = result.ratioToOverall = {kNaN, kNaN};
  return result;
}

void append(std::vector<double>& to, const Interval& interval) {
  to.push_back(interval.low);
  to.push_back(interval.high);
}

void append(std::vector<double>& to, const uncertainty::SpreadIntervals& all) {
  for (const auto& each :
       {all.min, all.max, all.difference, all.ratio, all.differenceToOverall, all.ratioToOverall}) {
    append(to, each);
  }
}

void append(std::vector<double>& to, const uncertainty::Spread& all) {
  for (const double each :
       {all.min, all.max, all.difference, all.ratio, all.differenceToOverall, all.ratioToOverall}) {
    to.push_back(each);
  }
}

double sumExcept(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

std::vector<Measured> computeSummaries(const Confusion& confusion) {
  std::vector<Measured> all;
  for (const auto& summary : kSummaries) all.push_back(measure(summary, confusion));
  return all;
}

// Concatenates lists.
std::vector<Measured> joined(std::initializer_list<const std::vector<Measured>*> parts) {
  std::vector<Measured> all;
  for (const auto* part : parts) all.insert(all.end(), part->begin(), part->end());
  return all;
}

std::vector<Measured> computeMetrics(const ProbabilityValues& values) {
  return joined({&values.summaries, &values.topAccuracy, &values.brierScore, &values.areaUnderCurve,
                 &values.averagePrecision});
}
std::vector<Measured> computeMetrics(const LabelValues& values) {
  return joined(
      {&values.summaries, &values.jaccardIndex, &values.areaUnderCurve, &values.averagePrecision});
}

// Treats all rows as one group.
template <class Rows>
auto computeOverall(const Rows& rows, std::size_t count) {
  return rows.by(std::vector<std::uint32_t>(count, 0U), 1).front();
}

template <class Values>
Report reportOfValues(const std::vector<Values>& groups, const Values& overall,
                      const std::optional<double>& confidence) {
  std::vector<std::vector<Measured>> metrics;
  for (const auto& each : groups) metrics.push_back(computeMetrics(each));
  return makeReport(metrics, computeMetrics(overall), confidence);
}

}  // namespace

Report makeReport(std::span<const std::vector<Measured>> groups,
                  const std::vector<Measured>& overall, std::optional<double> confidence) {
  Report report;
  const double z = confidence ? uncertainty::normalQuantile(0.5 + *confidence / 2) : kNaN;
  for (std::size_t metric = 0; metric < overall.size(); ++metric) {
    std::vector<Measured> column;
    std::vector<double> values;
    for (const auto& group : groups) {
      column.push_back(group[metric]);
      values.push_back(group[metric].value);
    }
    auto apart = uncertainty::spread(values, overall[metric].value);
    // Ratios are meaningless for metrics that can be negative.
    if (overall[metric].range.low < 0) apart.ratio = apart.ratioToOverall = kNaN;
    append(report.spreads, apart);
    values.push_back(overall[metric].value);
    report.values.insert(report.values.end(), values.begin(), values.end());
    if (!confidence) continue;
    for (const auto& each : column) append(report.intervals, bounded(each, z).ci);
    append(report.intervals, bounded(overall[metric], z).ci);
    append(report.spreadIntervals, computeSpreadIntervals(column, overall[metric], *confidence));
  }
  return report;
}

CountedReport countedReport(const data::Schema& schema, const std::vector<double>& sums,
                            const std::vector<std::string>& by,
                            const std::vector<std::string>& names,
                            const std::optional<double>& confidence) {
  auto plain = schema;
  plain.hasCluster = false;
  tally::Tally tally(plain);
  tally.updateCounted(sums);
  auto frame = frameBy(tally, by, names);
  CountedReport result{std::move(frame.codes), {}, {}, {}, {}};
  std::vector<std::vector<Measured>> groups;
  for (const auto& each : frame.groups) groups.push_back(computeSummaries(each));
  frame.groups.push_back(frame.overall);
  for (const auto& each : frame.groups) {
    const double weight = sumExcept(each.weights);
    result.rows.push_back(sumExcept(each.rows));
    result.effective.push_back(weight * weight / sumExcept(each.squares));
    result.confusions.insert(result.confusions.end(), each.weights.begin(), each.weights.end());
  }
  const bool isIndependent = !schema.hasCluster;
  result.report = makeReport(groups, computeSummaries(frame.overall),
                             isIndependent ? confidence : std::nullopt);
  return result;
}

Report probabilityReport(const ProbabilityRows& rows, const std::vector<std::uint32_t>& groups,
                         std::size_t count, const std::optional<double>& confidence) {
  return reportOfValues(rows.by(groups, count), computeOverall(rows, groups.size()), confidence);
}

LabelReport labelReport(const LabelRows& rows, const std::vector<std::uint32_t>& groups,
                        std::size_t count, const std::optional<double>& confidence) {
  auto values = rows.by(groups, count);
  const auto overall = computeOverall(rows, groups.size());
  LabelReport result{{}, reportOfValues(values, overall, confidence)};
  values.push_back(overall);
  for (const auto& each : values) {
    result.confusions.insert(result.confusions.end(), each.confusion.begin(), each.confusion.end());
  }
  return result;
}

std::vector<std::string> labelMetricNames() {
  std::vector<std::string> all;
  for (const auto& summary : kLabelSummaries) all.emplace_back(summary);
  for (const auto& rate : kAveragedRates) all.emplace_back(rate.name);
  return all;
}

}  // namespace fairwasm::classes
