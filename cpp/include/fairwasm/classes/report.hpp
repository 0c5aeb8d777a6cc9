// SPDX-License-Identifier: Apache-2.0
//
// Metrics of groups and of all rows as flat arrays: values, confidence intervals, and spreads. All
// arrays are ordered by metric; the entry of all rows follows those of the groups.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fairwasm/classes/confusion.hpp"
#include "fairwasm/classes/group_estimate.hpp"
#include "fairwasm/classes/labels.hpp"
#include "fairwasm/classes/probabilities.hpp"
#include "fairwasm/uncertainty/spread.hpp"

namespace fairwasm::classes {

struct Report {
  std::vector<double> values;           // (metric, groups and then all rows)
  std::vector<double> intervals;        // (metric, groups and then all rows, low and high)
  std::vector<double> spreads;          // (metric, member of uncertainty::Spread)
  std::vector<double> spreadIntervals;  // (metric, member, low and high)
};

// Returns the same metrics for each group and for all rows. There are no confidence intervals
// without a confidence level.
Report makeReport(std::span<const std::vector<Measured>> groups,
                  const std::vector<Measured>& overall, std::optional<double> confidence);

// The metrics of kSummaries with the confusion matrix of each group.
struct CountedReport {
  std::vector<std::uint32_t> codes;
  std::vector<double> rows;        // (groups and then all rows)
  std::vector<double> effective;   // Kish's effective number of rows, likewise
  std::vector<double> confusions;  // (groups and then all rows, true class, predicted class)
  Report report;
};
// Returns the report of a tally with this schema and these sums. There are no confidence intervals
// with clusters, because rows of the same person are not independent. Throws like frameBy().
CountedReport countedReport(const data::Schema& schema, const std::vector<double>& sums,
                            const std::vector<std::string>& by,
                            const std::vector<std::string>& names,
                            const std::optional<double>& confidence);

// Returns the metrics of kProbabilitySummaries. `groups` contains the group of each row, below
// `count`.
Report probabilityReport(const ProbabilityRows& rows, const std::vector<std::uint32_t>& groups,
                         std::size_t count, const std::optional<double>& confidence);

// Metrics in the order of labelMetricNames() and kLabelRankings.
struct LabelReport {
  std::vector<double> confusions;  // (groups and then all rows, label, TN FP FN TP)
  Report report;
};
LabelReport labelReport(const LabelRows& rows, const std::vector<std::uint32_t>& groups,
                        std::size_t count, const std::optional<double>& confidence);
std::vector<std::string> labelMetricNames();

}  // namespace fairwasm::classes
