// SPDX-License-Identifier: Apache-2.0
//
// What can be said about radii once they are counted: certified accuracy, its curve and area,
// averages, by group and between groups, each with a 95 % interval.
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
  std::vector<std::uint32_t> codes;  // the group's category of each attribute asked for
  std::uint64_t rows = 0;
  RadiusMoments moments;
  std::vector<std::uint64_t> counts;  // by cell of the grid
  std::vector<CellWeight> weights;    // by cell; without weights the counts
  bool isWeighted = false;
};

// The groups made by the categories of the attributes `by` that have rows, the last attribute's
// running fastest; with an empty `by` all rows, even if there are none. Throws kInvalidArgument for
// an unknown attribute.
std::vector<GroupRadii> groupRadii(const Certificates& certificates,
                                   std::span<const std::string> by);

// A value and its 95 % interval. NaN where undefined (no rows).
struct Estimated {
  double value;
  uncertainty::Interval interval;
};

// What is known about one group. Rows with weights count what they weigh: "share of rows" is then
// their share of the weights, and a mean is weighted. Wilson's intervals stand at the effective
// number of rows, from the variance of a quotient of sums; the variance of a mean is that, too; and
// in a bootstrap sums of weights are drawn from gamma variables with the mean and the variance of
// the cell.
struct RobustnessValues {
  // Share of rows with radius > 0. Interval: Wilson (Wilson 1927).
  Estimated accuracy;
  // mean max(radius, 0), which is the area under the curve of certified accuracy over epsilon >= 0.
  // Interval: mean +- 1.96 standard errors; NaN below two rows.
  Estimated averageRobustness;
  // mean radius, wrong predictions counted negatively. Interval as above.
  Estimated signedRobustness;
  // The smallest edge of the grid at which at most half of the accuracy is left: the true place is
  // at most one edge below. NaN without a right prediction, infinite where half of the right ones
  // have no edge above them. Interval: bootstrap.
  Estimated halfRadius;
  // By announced epsilon: share of rows with radius > epsilon. Exact. Interval: Wilson.
  std::vector<Estimated> certifiedAccuracy;
};

// Largest minus smallest value among the groups; groups without a value are passed over, NaN where
// none has one. Intervals: intervals of all pairs of groups, made of the two groups' own, that hold
// together by Bonferroni's inequality; from the largest of their lower ends, 0 where all pairs may
// be equal, to the largest of their upper ends. NaN where fewer than two groups have a value, or
// one has no interval.
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

// `epsilons` are those announced to the grid. The bootstrap of half radii draws as many rows as
// there are, with replacement, by a multinomial draw over the cells of all groups; intervals are
// the 2.5 % and 97.5 % quantiles of the draws (Efron and Tibshirani 1993). One seed, one result.
RobustnessSummary summarize(const RadiusGrid& grid, std::span<const double> epsilons,
                            std::span<const GroupRadii> groups, std::uint32_t replicates,
                            std::uint64_t seed);

// The curve of certified accuracy: it falls from (0, accuracy) in steps; `accuracy[i]` is exact at
// `epsilon[i]`, and between two points the curve lies between their accuracies. Only cells with
// rows in them make a point. Empty without rows.
struct AccuracyCurve {
  std::vector<double> epsilon;
  std::vector<double> accuracy;
};
AccuracyCurve accuracyCurve(const RadiusGrid& grid, const GroupRadii& group);

// All rows, as plain sums: what the metrics with deel-lip's names divide. A row counts once.
struct RobustnessTotals {
  std::uint64_t rows = 0;
  double sum = 0;                 // of radii
  double positiveSum = 0;         // of those above 0
  std::vector<double> certified;  // by announced epsilon: rows with a radius beyond it
};
RobustnessTotals totals(const Certificates& certificates);

// What is known, in one list: the estimates of these names, then those of certified accuracy by
// announced epsilon.
inline constexpr auto kRobustnessValues = std::to_array<std::string_view>(
    {"accuracy", "averageRobustness", "signedRobustness", "halfRadius"});
inline constexpr auto kRobustnessDifferences =
    std::to_array<std::string_view>({"accuracy", "averageRobustness", "halfRadius"});
std::vector<Estimated> estimates(const RobustnessValues& values);
std::vector<Estimated> estimates(const RobustnessDifferences& differences);

}  // namespace fairwasm::robustness
