// SPDX-License-Identifier: Apache-2.0
//
// Bindings of score rows by group and of subgroup AUCs.
#include "../support/group_numbers.hpp"
#include "fairwasm/scores/curve_distance.hpp"
#include "fairwasm/scores/distance_certainty.hpp"
#include "fairwasm/scores/exact_calibration.hpp"
#include "fairwasm/scores/outcome_distance.hpp"
#include "fairwasm/scores/ranked_scores.hpp"
#include "fairwasm/scores/subgroup_areas.hpp"
#include "fairwasm/tally/tally.hpp"
#include "fairwasm/uncertainty/jackknife.hpp"

namespace fairwasm::bindings {

using namespace scores;
using data::Grouping;

template <>
inline constexpr bool kIsFlat<Ranking> = true;
template <>
inline constexpr bool kIsFlat<CalibrationBin> = true;
template <>
inline constexpr bool kIsFlat<SubgroupAreas> = true;
template <>
inline constexpr bool kIsFlat<BoundedDistance> = true;
template <>
inline constexpr bool kIsFlat<OutcomeDistance> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;

template <>
inline constexpr bool kIsSpliced<Recalibration> = true;
template <>
inline constexpr bool kIsSpliced<BrierParts> = true;

struct StagedIdentities {
  std::size_t rows;
  std::uintptr_t label;
  std::uintptr_t score;
  std::optional<std::uintptr_t> weight;
  std::vector<std::uint32_t> identities;  // addresses
};

namespace {

AllSubgroupAreas computeSubgroupAreas(const StagedIdentities& staged, double confidence) {
  IdentityRows rows{memory<std::uint8_t>(staged.label, staged.rows),
                    memory<double>(staged.score, staged.rows),
                    numbersAt<double>(staged.weight, staged.rows),
                    {}};
  for (const auto pointer : staged.identities) {
    rows.identities.push_back(memory<std::uint8_t>(pointer, staged.rows));
  }
  return subgroupAreas(rows, confidence);
}

}  // namespace

EMSCRIPTEN_BINDINGS(score_rows) {
  bindNumbers<ScoreRows, std::uint8_t>("ScoreRows");
  emscripten::constant("tallyChunkRows", tally::Tally::kChunkRows);
  function<&groupCodes<ScoreRows>>("scoreGroups");
  ofEachGroup<ScoreRows, &computeRanking>("scoreRankings");
  ofAllGroups<ScoreRows, [](std::span<const OutcomeScores> groups, Binning binning,
                            std::size_t bins, double confidence) {
    return exactCalibrations(groups, {binning, bins, confidence});
  }>("scoreCalibrations");
  ofEachGroup<ScoreRows, [](const OutcomeScores& group) { return rocCurve(toCells(group)); }>(
      "rocCurves");
  ofEachGroup<ScoreRows, [](const OutcomeScores& group) {
    return precisionRecallCurve(toCells(group));
  }>("precisionRecallCurves");
  ofAllGroups<ScoreRows,
              [](std::span<const OutcomeScores> groups, OutcomeKind outcome, double confidence) {
                return boundedDistances(computeScores(groups, outcome), confidence);
              }>("scoreDistances");
  ofAllGroups<ScoreRows, &boundedCurveDistances>("curveDistances");
  function<&outcomeDistances>("outcomeDistances");
  function<&uncertainty::clusteredInterval>("clusteredInterval");
  function<&computeSubgroupAreas>("subgroupAreas");
}

}  // namespace fairwasm::bindings
