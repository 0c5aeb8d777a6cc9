// SPDX-License-Identifier: Apache-2.0
//
// Metrics of counted radii: certified accuracy, its curve and area, and averages, by group and
// between groups, with 95% confidence intervals.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fairwasm/robustness/certificates.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::robustness {

// The counted radii of one group.
struct GroupRadii {
  std::vector<std::uint32_t> codes;  // the group's category of each requested attribute
  std::uint64_t rows = 0;
  RadiusMoments moments;
  std::vector<std::uint64_t> counts;  // by cell of the grid
  std::vector<CellWeight> weights;    // by cell; equal to the counts without weights
  bool isWeighted = false;
};

// Returns the nonempty groups defined by the attributes `by` (last attribute fastest); for an empty
// `by`, one group with all rows, even if there are none. Throws kInvalidArgument for an unknown
// attribute.
std::vector<GroupRadii> groupRadii(const Certificates& certificates,
                                   std::span<const std::string> by);

// A value with its 95% confidence interval. NaN if undefined (no rows).
struct Estimated {
  double value;
  uncertainty::Interval interval;
};

// Metrics of one group. With weights, "proportion of rows" means proportion of weight, and means
// are weighted. Wilson's intervals use the effective number of rows, from the variance of a ratio
// of sums, which is also the variance of means. In a bootstrap, sums of weights are drawn from
// gamma variables with the mean and variance of the cell.
struct RobustnessValues {
  // Proportion of rows with radius > 0. Interval: Wilson (Wilson 1927).
  Estimated accuracy;
  // Mean of max(radius, 0), the area under the curve of certified accuracy over epsilon >= 0.
  // Interval: mean +- 1.96 standard errors; NaN for fewer than two rows.
  Estimated averageRobustness;
  // Mean radius, with wrong predictions counted as negative. Interval as above.
  Estimated signedRobustness;
  // Smallest edge of the grid at which at most half of the accuracy remains; the exact radius is at
  // most one edge lower. NaN without correct predictions; infinite if half of the correct ones are
  // beyond the last edge. Interval: bootstrap.
  Estimated halfRadius;
  // For each given epsilon, the proportion of rows with radius > epsilon. Exact. Interval: Wilson.
  std::vector<Estimated> certifiedAccuracy;
};

// Largest minus smallest value among the groups. Groups without a value are omitted; NaN if none
// has one. The interval is computed from intervals of all pairs of groups that hold jointly
// (Bonferroni): it ranges from the largest of their lower ends (0 if all pairs may be equal) to the
// largest of their upper ends. NaN if fewer than two groups have a value, or if one has no
// interval.
struct RobustnessDifferences {
  Estimated accuracy;
  Estimated averageRobustness;
  Estimated halfRadius;
  std::vector<Estimated> certifiedAccuracy;
};

struct RobustnessSummary {
  std::vector<RobustnessValues> groups;
  RobustnessDifferences differences;
};

// `epsilons` are those of the grid. The bootstrap of half radii draws as many rows as there are,
// with replacement, by a multinomial draw over the cells of all groups. Its intervals are the 2.5%
// and 97.5% quantiles of the draws (Efron and Tibshirani 1993). Equal seeds give equal results.
RobustnessSummary summarize(const RadiusGrid& grid, std::span<const double> epsilons,
                            std::span<const GroupRadii> groups, std::uint32_t replicates,
                            std::uint64_t seed);

// Curve of certified accuracy, which decreases from (0, accuracy) in steps. `accuracy[i]` is exact
// at `epsilon[i]`, and between two points, the curve is between their accuracies. Only nonempty
// cells have a point. Empty without rows.
struct AccuracyCurve {
  std::vector<double> epsilon;
  std::vector<double> accuracy;
};
AccuracyCurve accuracyCurve(const RadiusGrid& grid, const GroupRadii& group);

// Sums over all rows for the metrics with deel-lip's names. Each row counts once.
struct RobustnessTotals {
  std::uint64_t rows = 0;
  double sum = 0;                 // of radii
  double positiveSum = 0;         // of positive radii
  std::vector<double> certified;  // for each given epsilon: rows with a larger radius
};
RobustnessTotals totals(const Certificates& certificates);

// Names of all estimates, followed by those of certified accuracy for each given epsilon.
inline constexpr auto kRobustnessValues = std::to_array<std::string_view>(
    {"accuracy", "averageRobustness", "signedRobustness", "halfRadius"});
inline constexpr auto kRobustnessDifferences =
    std::to_array<std::string_view>({"accuracy", "averageRobustness", "halfRadius"});
std::vector<Estimated> estimates(const RobustnessValues& values);
std::vector<Estimated> estimates(const RobustnessDifferences& differences);

}  // namespace fairwasm::robustness
