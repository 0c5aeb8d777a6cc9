// SPDX-License-Identifier: Apache-2.0
//
// Bias scan: of all subgroups that can be named by choosing values of some attributes, the one
// whose observed outcomes lie farthest above, or below, what was expected of it; and how likely so
// extreme a subgroup would be if the expectations were right. Source: Zhang and Neill: Identifying
// Significant Predictive Bias in Classifiers, 2016; the search by linear-time subset scanning,
// Neill 2012 and Speakman et al. 2016. As in AIF360's bias_scan and MDSSClassificationMetric.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/core/names.hpp"

namespace fairwasm::group {

// How surprising outcomes y are, given expectations p: the log-likelihood ratio of an alternative,
// at its best q, to the expectations.
enum class ScanStatistic {
  // Odds multiplied by q: sum y ln q - sum ln(1 - p + q p). For y of 0 and 1, p in [0, 1].
  kBernoulli,
  // Means multiplied by q: sum y ln q + sum p (1 - q). For counts, p >= 0.
  kPoisson,
  // Means multiplied by q, variance v: ((q - 1) sum y p + (1 - q^2) / 2 sum p^2) / v.
  kGaussian,
  // The rate q in the place of alpha, expectations unused: sum y ln(q / alpha) + sum (1 - y)
  // ln((1 - q) / (1 - alpha)). For y of 0 and 1. Source: Berk and Jones 1979.
  kBerkJones,
};

constexpr auto namesOf(ScanStatistic) {
  return makeNames<ScanStatistic>("scoring", {{"Bernoulli", ScanStatistic::kBernoulli},
                                              {"Poisson", ScanStatistic::kPoisson},
                                              {"Gaussian", ScanStatistic::kGaussian},
                                              {"BerkJones", ScanStatistic::kBerkJones}});
}

// Which side of the expectations is looked for.
enum class ScanDirection {
  kPositive,  // observed above expected: the group is under-predicted
  kNegative,  // observed below expected: the group is over-predicted
};

constexpr auto namesOf(ScanDirection) {
  return makeNames<ScanDirection>("direction", {{"positive", ScanDirection::kPositive},
                                                {"negative", ScanDirection::kNegative}});
}

struct ScanModel {
  ScanStatistic statistic = ScanStatistic::kBernoulli;
  ScanDirection direction = ScanDirection::kPositive;
  double alpha = 0.5;   // of kBerkJones, in (0, 1)
  double variance = 1;  // of kGaussian, above 0
};

// AIF360's score of one group of rows, rounded to 4 decimals as there: the statistic less
// `penalty`, q found as AIF360 finds it, by bisection of [1e-3, 1e3] to a width of 1e-3. At least
// -penalty for kBernoulli and kPoisson. As in AIF360, kBerkJones in the negative direction takes 1
// - alpha for alpha but does not turn the outcomes around, so that it still rewards high rates.
// Throws kInvalidArgument for kGaussian (AIF360 has no score of one group with it), alpha outside
// (0, 1), and values outside the ranges above.
double scoreGroup(const ScanModel& model, std::span<const double> observed,
                  std::span<const double> expected, double penalty);

// One attribute of the rows to be scanned.
struct ScanAttribute {
  std::vector<std::uint32_t> codes;
  std::size_t categories = 0;
};

// A subgroup: for every attribute, which categories belong to it. All of them: the attribute is not
// used.
struct Subgroup {
  std::vector<std::vector<bool>> included;
  double score =
      0;  // of the statistic, less `penalty` for each category named; 0 or less: no evidence
  std::size_t rows = 0;
  double observed = 0;  // sums over its rows
  double expected = 0;
};

class BiasScan {
 public:
  // `penalty` is taken off the score for every category that a subgroup names. Throws
  // kShapeMismatch and kInvalidArgument as scoreGroup(), but allows kGaussian.
  BiasScan(const ScanModel& model, std::vector<ScanAttribute> attributes,
           std::vector<double> observed, std::vector<double> expected, double penalty,
           std::uint64_t seed);

  // Climbs from one starting point to a subgroup that no change of a single attribute's categories
  // makes more surprising: exactly the best choice for each attribute in turn, until none helps.
  // Start 0 is all rows, the others are random subgroups; the best of several starts is the answer.
  //
  // `replicate` 0 scans the observed outcomes, every other one outcomes drawn from the expectations
  // (from N(p, v) for kGaussian, from alpha for kBerkJones). The same numbers give the same
  // subgroup, in any order and on any machine but for the last place of the score.
  [[nodiscard]] Subgroup climb(std::uint32_t replicate, std::uint32_t start) const;

  // The subgroup's rows, score and sums.
  [[nodiscard]] Subgroup evaluate(std::vector<std::vector<bool>> included) const;

 private:
  ScanModel model_;
  std::vector<ScanAttribute> attributes_;
  std::vector<double> observed_;
  std::vector<double> expected_;
  double penalty_;
  std::uint64_t seed_;
};

}  // namespace fairwasm::group
