// SPDX-License-Identifier: Apache-2.0
//
// All that a report says of some groups and of all rows: flat arrays, metric by metric, of the
// groups' values and then that of all rows, of their intervals, and of how far the groups lie
// apart.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/classes/confusion.hpp"
#include "fairwasm/classes/group_estimate.hpp"
#include "fairwasm/classes/labels.hpp"
#include "fairwasm/classes/probabilities.hpp"
#include "fairwasm/group/frame.hpp"
#include "fairwasm/group/spread_intervals.hpp"

namespace fairwasm::classes {

struct Report {
  std::vector<double> values;           // (metric, group or, last, all rows)
  std::vector<double> intervals;        // (metric, group or all rows, low and high)
  std::vector<double> spreads;          // (metric, member of group::Spread)
  std::vector<double> spreadIntervals;  // (metric, member, low and high)
};

// Of each group, and of all rows, the same metrics. No intervals without a confidence.
Report reportOf(std::span<const std::vector<Measured>> groups, const std::vector<Measured>& overall,
                std::optional<double> confidence);

// The metrics of kSummaries, of groups by their confusions.
struct CountedReport {
  std::vector<std::uint32_t> codes;
  std::vector<double> rows;        // (group or, last, all rows)
  std::vector<double> effective;   // Kish's number of rows, of the same
  std::vector<double> confusions;  // (the same, true class, predicted class)
  Report report;
};
// Of a tally of this schema and these sums. Persons with several rows are no independent evidence:
// where there are clusters there are no intervals. Throws as frameBy().
CountedReport countedReport(const data::Schema& schema, const std::vector<double>& sums,
                            const std::vector<std::string>& by,
                            const std::vector<std::string>& names,
                            const std::optional<double>& confidence);

// `groups` has the group of each row, below `count`. Metrics in the order of kProbabilitySummaries.
Report probabilityReport(const ProbabilityRows& rows, const std::vector<std::uint32_t>& groups,
                         std::size_t count, const std::optional<double>& confidence);

// Metrics in the order of labelMetricNames() and kLabelRankings.
struct LabelReport {
  std::vector<double> confusions;  // (group or, last, all rows, label, TN FP FN TP)
  Report report;
};
LabelReport labelReport(const LabelRows& rows, const std::vector<std::uint32_t>& groups,
                        std::size_t count, const std::optional<double>& confidence);
std::vector<std::string> labelMetricNames();

}  // namespace fairwasm::classes
