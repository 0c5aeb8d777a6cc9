// SPDX-License-Identifier: Apache-2.0
//
// Bindings of regression rows by group.
#include "../support/group_numbers.hpp"
#include "fairwasm/scores/distance_certainty.hpp"
#include "fairwasm/scores/error_rows.hpp"
#include "fairwasm/scores/exact_errors.hpp"

namespace fairwasm::bindings {

using namespace scores;

template <>
inline constexpr bool kIsFlat<ExactErrors> = true;
template <>
inline constexpr bool kIsFlat<ExactErrorSpread> = true;
template <>
inline constexpr bool kIsFlat<BoundedError> = true;
template <>
inline constexpr bool kIsFlat<BoundedDistance> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;

EMSCRIPTEN_BINDINGS(errors) {
  bindNumbers<ErrorRows, double>("ErrorRows");
  function<&names<kExactErrorNames>>("errorNames");
  function<&groupCodes<ErrorRows>>("errorGroups");
  ofEachGroup<ErrorRows, &exactErrors>("errorsBy");
  ofAllGroups<ErrorRows, &exactErrorSpreads>("errorSpreads");
  ofEachGroup<ErrorRows, [](const NumberRows& group, double alpha, double confidence) {
    return boundedPinballLoss(computeSums(group), alpha, confidence);
  }>("pinballLosses");
  ofAllGroups<ErrorRows, &pinballSpread>("pinballSpread");
  ofAllGroups<ErrorRows,
              [](std::span<const NumberRows> groups, NumberKind kind, double confidence) {
                return boundedDistances(sortedNumbers(groups, kind), confidence);
              }>("errorDistances");
  ofAllGroups<ErrorRows, [](std::span<const NumberRows> groups, NumberKind kind,
                            const std::vector<double>& shares) {
    std::vector<double> all;
    for (const auto& sorted : sortedNumbers(groups, kind)) {
      const auto quantiles = weightedQuantiles(sorted, shares);
      all.insert(all.end(), quantiles.begin(), quantiles.end());
    }
    return all;
  }>("errorQuantiles");
  ofAllGroups<ErrorRows, &standardizedMeanDifferences>("standardizedMeanDifferences");
}

}  // namespace fairwasm::bindings
