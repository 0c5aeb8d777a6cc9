// SPDX-License-Identifier: Apache-2.0
//
// Gaps between groups that are adjusted for covariates: linear regression, and the decomposition of
// a difference of means (Oaxaca 1973, Blinder 1973).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/amounts/comparison.hpp"
#include "fairwasm/core/names.hpp"

namespace fairwasm::amounts {

// A covariate: one number, or indicators of all categories but the first.
struct Term {
  std::size_t columns;
  bool isCategorical;
};

// Rows of a regression.
struct RegressionRows {
  std::span<const double> outcome;     // amounts or their logarithms
  std::span<const double> covariates;  // column by column, in the order of the terms
  std::vector<Term> terms;
  std::span<const std::uint32_t> groups;
  std::size_t groupCount;
  std::size_t reference;                    // code of the reference group
  std::span<const std::uint32_t> clusters;  // codes; empty without clusters
};

// Explained and unexplained parts of the difference of mean outcomes, reference - group.
struct Parts {
  Estimated explained;
  Estimated unexplained;
  std::vector<double> explainedBy;  // by term
};

// Why a decomposition is undefined.
enum class Undefined : std::uint8_t { kNone, kFewRows, kCollinear };
constexpr auto getNames(Undefined) {
  return makeNames<Undefined>("undefined", {{"none", Undefined::kNone},
                                            {"fewRows", Undefined::kFewRows},
                                            {"collinear", Undefined::kCollinear}});
}

struct Decomposition {
  double rows;
  double referenceRows;
  Undefined undefined;  // all members below are NaN or empty unless kNone
  double difference;    // mean outcome of the reference less that of the group
  Parts ofReference;    // with the reference group's coefficients
  Parts ofGroup;        // with the group's coefficients
  Parts pooled;         // with those of a model of both groups that contains the group (Jann 2008)
  Parts withoutGroup;   // with those of a model that omits the group (Neumark 1988)
  // With the reference group's coefficients; categories as deviations from their mean (Yun 2005).
  double unexplainedByConstant;
  std::vector<double> unexplainedBy;  // by term
};

struct AdjustedGap {
  Estimated coefficient;  // of the group's indicator: adjusted mean outcome less the reference's
  Decomposition decomposition;
};

struct Adjusted {
  Undefined undefined;
  double degrees;                 // n - p
  double largestLeverage;         // at 1, errors are undefined without clusters
  std::vector<AdjustedGap> gaps;  // by group, also for the reference, whose values are NaN
};

// Regresses the outcome on the covariates and the groups. Intervals use HC3 and Student's
// distribution with n - p degrees of freedom, or CR2 and Satterthwaite's with clusters. Throws
// kInvalidArgument with the row for numbers that are not finite and for invalid codes,
// kShapeMismatch for columns of different lengths.
Adjusted adjust(const RegressionRows& rows, const Levels& levels);

}  // namespace fairwasm::amounts
