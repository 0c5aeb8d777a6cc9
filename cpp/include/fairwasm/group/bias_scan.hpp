// SPDX-License-Identifier: Apache-2.0
//
// Bias scan: finds the subgroup, defined by chosen values of some attributes, whose observed
// outcomes deviate most from their expectations, upward or downward, and estimates how likely such
// an extreme subgroup is if the expectations are correct. Source: Zhang and Neill: Identifying
// Significant Predictive Bias in Classifiers, 2016; the search uses linear-time subset scanning
// (Neill 2012; Speakman et al. 2016). Like AIF360's bias_scan and MDSSClassificationMetric.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/core/names.hpp"

namespace fairwasm::group {

// Log-likelihood ratio of outcomes y between an alternative, at its best parameter q, and the
// expectations p.
enum class ScanStatistic {
  // The odds are multiplied by q: sum y ln q - sum ln(1 - p + q p). For y of 0 and 1, p in [0, 1].
  kBernoulli,
  // The means are multiplied by q: sum y ln q + sum p (1 - q). For counts, p >= 0.
  kPoisson,
  // The means are multiplied by q, variance v: ((q - 1) sum y p + (1 - q^2) / 2 sum p^2) / v.
  kGaussian,
  // The rate is q instead of alpha; expectations are unused: sum y ln(q / alpha) + sum (1 - y)
  // ln((1 - q) / (1 - alpha)). For y of 0 and 1. Source: Berk and Jones 1979.
  kBerkJones,
};

constexpr auto getNames(ScanStatistic) {
  return makeNames<ScanStatistic>("scoring", {{"Bernoulli", ScanStatistic::kBernoulli},
                                              {"Poisson", ScanStatistic::kPoisson},
                                              {"Gaussian", ScanStatistic::kGaussian},
                                              {"BerkJones", ScanStatistic::kBerkJones}});
}

// Direction of the deviations to find.
enum class ScanDirection {
  kPositive,  // observed above expected: the model underestimates the subgroup
  kNegative,  // observed below expected: the model overestimates the subgroup
};

constexpr auto getNames(ScanDirection) {
  return makeNames<ScanDirection>("direction", {{"positive", ScanDirection::kPositive},
                                                {"negative", ScanDirection::kNegative}});
}

struct ScanModel {
  ScanStatistic statistic = ScanStatistic::kBernoulli;
  ScanDirection direction = ScanDirection::kPositive;
  double alpha = 0.5;   // for kBerkJones, in (0, 1)
  double variance = 1;  // for kGaussian, above 0
};

// Returns AIF360's score of one group of rows, rounded to 4 decimals: the statistic minus
// `penalty`. Like AIF360, finds q by bisection of [1e-3, 1e3] to a width of 1e-3. The score is at
// least -penalty for kBernoulli and kPoisson. Also like AIF360, kBerkJones in the negative
// direction replaces alpha by 1 - alpha but does not invert the outcomes, so it still rewards high
// rates. Throws kInvalidArgument for kGaussian (not supported by AIF360 for one group), alpha
// outside (0, 1), and values outside the ranges above.
double scoreGroup(const ScanModel& model, std::span<const double> observed,
                  std::span<const double> expected, double penalty);

// One attribute of the scanned rows.
struct ScanAttribute {
  std::vector<std::uint32_t> codes;
  std::size_t categories = 0;
};

// A subgroup: the included categories of each attribute. An attribute with all categories included
// is not part of the description.
struct Subgroup {
  std::vector<std::vector<bool>> included;
  double score =
      0;  // statistic minus `penalty` for each named category; 0 or less means no evidence
  std::size_t rows = 0;
  double observed = 0;  // sums over its rows
  double expected = 0;
};

class BiasScan {
 public:
  // The score is reduced by `penalty` for every category that a subgroup names. Throws
  // kShapeMismatch and kInvalidArgument like scoreGroup(), but allows kGaussian.
  BiasScan(const ScanModel& model, std::vector<ScanAttribute> attributes,
           std::vector<double> observed, std::vector<double> expected, double penalty,
           std::uint64_t seed);

  // Climbs from a starting point to a local maximum: optimizes the categories of one attribute at a
  // time, exactly, until no attribute improves the score. Start 0 is all rows; other starts are
  // random subgroups. Use the best of several starts. `replicate` 0 scans the observed outcomes;
  // other replicates scan outcomes drawn from the expectations (from N(p, v) for kGaussian, from
  // alpha for kBerkJones). Equal arguments give the same subgroup in any order and on any machine;
  // only the last digit of the score may differ.
  [[nodiscard]] Subgroup climb(std::uint32_t replicate, std::uint32_t start) const;

  // Returns the subgroup with its rows, score, and sums.
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
