// SPDX-License-Identifier: Apache-2.0
//
// Generalized entropy indices: how unequally a classifier's benefits are spread over individuals,
// or over groups. An individual's benefit is 1 + [predicted favorable] - [truly favorable]: 0 for a
// false negative, 1 for a right prediction, 2 for a false positive. Source: Speicher et al.: A
// Unified Approach to Quantifying Algorithmic Unfairness, 2018. As in AIF360, every row counts
// once: instance weights are ignored.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/data/condition.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::group {

// How many rows have this benefit.
struct BenefitLevel {
  double benefit;
  double rows;
};

// How many rows have a benefit of 0, 1 and 2: of all rows, or of a group.
struct Benefits {
  double none = 0;
  double one = 0;
  double two = 0;

  [[nodiscard]] double rows() const { return none + one + two; }
  [[nodiscard]] double mean() const { return (one + 2 * two) / rows(); }
};

// All of these throw kInvalidArgument where the tally has no true labels or no predictions.

// Each individual's own benefit.
std::vector<BenefitLevel> individualBenefits(const tally::Tally& tally,
                                             const std::vector<bool>& favorable);

// Each row has the mean benefit of its group; where groups overlap, of the last one that it is in.
// As in AIF360, rows in none of the groups have benefit 0, and count.
std::vector<BenefitLevel> groupBenefits(const tally::Tally& tally,
                                        const std::vector<data::Condition>& groups,
                                        const std::vector<bool>& favorable);

// As groupBenefits() for the groups of all attributes crossed, those without rows left out.
std::vector<BenefitLevel> allGroupBenefits(const tally::Tally& tally,
                                           const std::vector<bool>& favorable);

// The benefits behind each of them, for intervals: of all rows; of the groups listed, nothing where
// they overlap or leave rows out; of all groups crossed that have rows.
Benefits benefitsOfRows(const tally::Tally& tally, const std::vector<bool>& favorable);
std::optional<std::vector<Benefits>> benefitsOfGroups(const tally::Tally& tally,
                                                      const std::vector<data::Condition>& groups,
                                                      const std::vector<bool>& favorable);
std::vector<Benefits> benefitsOfAllGroups(const tally::Tally& tally,
                                          const std::vector<bool>& favorable);

// Whose benefits an index compares: those of individuals or of all groups crossed, or of the groups
// listed.
enum class Between { kIndividuals, kAllGroups };
constexpr auto namesOf(Between) {
  return makeNames<Between>(
      "between", {{"individuals", Between::kIndividuals}, {"allGroups", Between::kAllGroups}});
}
using Compared = std::variant<Between, std::vector<data::Condition>>;
std::vector<BenefitLevel> benefitsBetween(const tally::Tally& tally, const Compared& compared,
                                          const std::vector<bool>& favorable);

// With mu the mean of the benefits b of n rows:
//   alpha = 0:  -1/n sum ln(b / mu), the mean log deviation
//   alpha = 1:   1/n sum (b / mu) ln(b / mu), the Theil index
//   otherwise:   1/(n alpha (alpha - 1)) sum ((b / mu)^alpha - 1)
// 0 where all benefits are equal, at most infinite: for alpha <= 0 a benefit of 0 makes it so. NaN
// where there is no row or no benefit at all (mu = 0), or where alpha is NaN.
double generalizedEntropyIndex(const std::vector<BenefitLevel>& benefits, double alpha);

// sqrt(2 GE(2)), the standard deviation of the benefits over their mean; NaN as above.
double coefficientOfVariation(const std::vector<BenefitLevel>& benefits);

}  // namespace fairwasm::group
