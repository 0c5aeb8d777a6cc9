// SPDX-License-Identifier: Apache-2.0
//
// Generalized entropy indices: inequality of a classifier's benefits between individuals or between
// groups. An individual's benefit is 1 + [predicted favorable] - [truly favorable]: 0 for a false
// negative, 1 for a correct prediction, 2 for a false positive. Source: Speicher et al.: A Unified
// Approach to Quantifying Algorithmic Unfairness, 2018. Like AIF360, every row counts once and
// instance weights are ignored.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/data/condition.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::group {

// A benefit and its number of rows.
struct BenefitLevel {
  double benefit;
  double rows;
};

// Numbers of rows with a benefit of 0, 1, and 2, in all rows or in a group.
struct Benefits {
  double none = 0;
  double one = 0;
  double two = 0;

  [[nodiscard]] double rows() const { return none + one + two; }
  [[nodiscard]] double mean() const { return (one + 2 * two) / rows(); }
};

// These functions throw kInvalidArgument if the tally has no true labels or no predictions.

// Returns the benefits of individuals.
std::vector<BenefitLevel> individualBenefits(const tally::Tally& tally,
                                             const std::vector<bool>& favorable);

// Assigns each row the mean benefit of its group, or of its last group if groups overlap. Like
// AIF360, rows outside all groups have benefit 0 and are included.
std::vector<BenefitLevel> groupBenefits(const tally::Tally& tally,
                                        const std::vector<data::Condition>& groups,
                                        const std::vector<bool>& favorable);

// Like groupBenefits() for all nonempty intersectional groups.
std::vector<BenefitLevel> allGroupBenefits(const tally::Tally& tally,
                                           const std::vector<bool>& favorable);

// Benefits that the confidence intervals are computed from: of all rows; of the listed groups, or
// nothing if they overlap or do not contain all rows; of all nonempty intersectional groups.
Benefits benefitsOfRows(const tally::Tally& tally, const std::vector<bool>& favorable);
std::optional<std::vector<Benefits>> benefitsOfGroups(const tally::Tally& tally,
                                                      const std::vector<data::Condition>& groups,
                                                      const std::vector<bool>& favorable);
std::vector<Benefits> benefitsOfAllGroups(const tally::Tally& tally,
                                          const std::vector<bool>& favorable);

// Units whose benefits an index compares: individuals, all intersectional groups, or (if empty) the
// listed groups.
enum class Between { kIndividuals, kAllGroups };
constexpr auto getNames(Between) {
  return makeNames<Between>(
      "between", {{"individuals", Between::kIndividuals}, {"allGroups", Between::kAllGroups}});
}
using Compared = std::variant<Between, std::vector<data::Condition>>;
std::vector<BenefitLevel> benefitsBetween(const tally::Tally& tally, const Compared& compared,
                                          const std::vector<bool>& favorable);

// Returns the index, where mu is the mean of the benefits b of n rows:
//   alpha = 0:  -1/n sum ln(b / mu), the mean log deviation
//   alpha = 1:   1/n sum (b / mu) ln(b / mu), the Theil index
//   otherwise:   1/(n alpha (alpha - 1)) sum ((b / mu)^alpha - 1)
// The index is 0 if all benefits are equal, and infinite if alpha <= 0 and a benefit is 0. NaN
// without rows, without any benefit (mu = 0), or if alpha is NaN.
double generalizedEntropyIndex(const std::vector<BenefitLevel>& benefits, double alpha);

// Returns sqrt(2 GE(2)), the standard deviation of the benefits divided by their mean; NaN as
// above.
double coefficientOfVariation(const std::vector<BenefitLevel>& benefits);

}  // namespace fairwasm::group
