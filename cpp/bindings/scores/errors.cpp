// SPDX-License-Identifier: Apache-2.0
//
// Rows of true and predicted numbers by group, for JavaScript.
#include "../support/group_numbers.hpp"
#include "fairwasm/group/distribution_distance.hpp"
#include "fairwasm/group/error_rows.hpp"
#include "fairwasm/group/exact_errors.hpp"

namespace fairwasm::bindings {

using namespace group;

template <>
inline constexpr bool kIsFlat<ExactErrors> = true;
template <>
inline constexpr bool kIsFlat<ExactErrorSpread> = true;
template <>
inline constexpr bool kIsFlat<BoundedError> = true;
template <>
inline constexpr bool kIsFlat<DistributionDistance> = true;

namespace {

std::vector<ExactErrors> errorsBy(const ErrorRows& rows, const Names& by, double confidence) {
  std::vector<ExactErrors> all;
  for (const auto& group : groupsOf(rows, by)) all.push_back(exactErrors(group, confidence));
  return all;
}

std::vector<ExactErrorSpread> errorSpreads(const ErrorRows& rows, const Names& by,
                                           double confidence) {
  return exactErrorSpreads(groupsOf(rows, by), confidence);
}

std::vector<BoundedError> pinballLossesBy(const ErrorRows& rows, const Names& by, double alpha,
                                          double confidence) {
  std::vector<BoundedError> losses;
  for (const auto& group : groupsOf(rows, by)) {
    losses.push_back(boundedPinballLoss(sumsOf(group), alpha, confidence));
  }
  return losses;
}

ExactErrorSpread pinballSpreadOf(const ErrorRows& rows, const Names& by, double alpha) {
  return pinballSpread(groupsOf(rows, by), alpha);
}

std::vector<std::vector<WeightedScore>> numbersOf(const ErrorRows& rows, const Names& by,
                                                  NumberKind kind) {
  std::vector<std::vector<WeightedScore>> lists;
  for (const auto& group : groupsOf(rows, by)) lists.push_back(sortedNumbers(group, kind));
  return lists;
}

std::vector<DistributionDistance> errorDistances(const ErrorRows& rows, const Names& by,
                                                 NumberKind kind) {
  return groupDistances(numbersOf(rows, by, kind));
}

// Of each group against the one at the place `reference`.
Doubles meanDifferences(const ErrorRows& rows, const Names& by, NumberKind kind,
                        std::size_t reference) {
  const auto groups = numbersOf(rows, by, kind);
  Doubles differences;
  for (const auto& group : groups) {
    differences.push_back(standardizedMeanDifference(group, groups.at(reference)));
  }
  return differences;
}

}  // namespace

EMSCRIPTEN_BINDINGS(errors) {
  bindNumbers<ErrorRows, double>("ErrorRows");
  function<&names<kExactErrorNames>>("errorNames");
  function<&groupCodes<ErrorRows>>("errorGroups");
  function<&errorsBy>("errorsBy");
  function<&errorSpreads>("errorSpreads");
  function<&pinballLossesBy>("pinballLosses");
  function<&pinballSpreadOf>("pinballSpread");
  function<&errorDistances>("errorDistances");
  function<&meanDifferences>("standardizedMeanDifferences");
}

}  // namespace fairwasm::bindings
