// SPDX-License-Identifier: Apache-2.0
//
// Effects of a variant compared with the reference variant, with items, or clusters of items, as
// the independent units. For item i, variant g, and reference r, m is the mean and s^2 the variance
// of the R runs of a cell.
//
// - Gap: mean of d_i = m_ig - m_ir.
// - Disagreement: mean squared difference of two runs, for outcomes 0 and 1 the probability that
//   they differ: 2 s^2 within a cell, and b_i between the variants.
// - Squared effect on one item: mean of e_i = d_i^2 - s_ig^2 / R_ig - s_ir^2 / R_ir, which is b_i
//   less the mean disagreement within both cells. Its expectation is the mean of (p_ig - p_ir)^2,
//   with p the expected outcome of a cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fairwasm/repeated/runs.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::repeated {

// Undefined numbers are NaN.
struct Effect {
  double items;         // with a run of both variants
  double degrees;       // degrees of freedom of the gap's interval
  double designEffect;  // variance of the gap in relation to that of independent items
  double mean;          // of the variant, over these items
  double referenceMean;
  uncertainty::Bounded gap;       // Student's interval over items
  double gapPValue;               // of the t-test
  uncertainty::Interval jointCi;  // holds jointly for all variants
  double jointPValue;
  // For one run of each cell with outcomes 0 and 1: discordant items, and McNemar's exact test.
  double onlyVariant;
  double onlyReference;
  double mcnemar;
  double repeatedItems;  // with two runs of both variants; all numbers below refer to these
  double withinReference;
  double withinVariant;
  double between;
  // The estimate can be below 0, its interval cannot; it excludes 0 if and only if the p-value for
  // no effect is at most 1 - confidence.
  uncertainty::Bounded squaredEffect;
  double squaredEffectError;  // standard error
  // p-value for no effect on any item: runs are permuted between both variants of each item.
  double noEffectPValue;
  // Jointly for all variants with such a test (Bonferroni).
  uncertainty::Interval squaredEffectJointCi;
  double noEffectJointPValue;
  uncertainty::Bounded canceled;  // 1 - gap^2 / squared effect
  // Variance of d_i between items without noise, and its noise with one run of each cell.
  double itemVariance;
  double noiseVariance;
};

struct Settings {
  double confidence;
  std::size_t permutations;
  std::uint64_t seed;
};

// Returns the effects of all variants; that of the reference is a comparison with itself, without
// meaning. Throws kInvalidArgument for an invalid reference or confidence.
std::vector<Effect> effects(const Runs& runs, std::size_t reference, const Settings& settings);

// All variants together, over items with runs of all variants.
struct AllVariants {
  double items;
  // Cochran's Q for equal probabilities; NaN unless each cell has one run with outcome 0 or 1.
  double cochransQ;
  double cochransDegrees;
  double cochransPValue;
  double repeatedItems;  // with two runs of each cell
  // Mean over items of the variance of the variants' expected outcomes, with denominator G - 1.
  uncertainty::Bounded betweenVariance;
  double betweenVarianceError;
};

AllVariants allVariants(const Runs& runs, double confidence);

// Returns the number of items with which the t-test finds a gap `delta` with this power if each
// cell has `runs` runs; NaN if the variances are unknown.
double itemsNeeded(double itemVariance, double noiseVariance, double delta, double runs,
                   double confidence, double power);

}  // namespace fairwasm::repeated
