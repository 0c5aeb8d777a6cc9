// SPDX-License-Identifier: Apache-2.0
//
// Rows of scores by group, and subgroup areas under the curve, for JavaScript.
#include "../support/group_numbers.hpp"
#include "fairwasm/group/distribution_distance.hpp"
#include "fairwasm/group/exact_calibration.hpp"
#include "fairwasm/group/ranked_scores.hpp"
#include "fairwasm/group/subgroup_areas.hpp"
#include "fairwasm/tally/tally.hpp"

namespace fairwasm::bindings {

using namespace group;
using data::Grouping;

template <>
inline constexpr bool kIsFlat<Ranking> = true;
template <>
inline constexpr bool kIsFlat<CalibrationBin> = true;
template <>
inline constexpr bool kIsFlat<SubgroupAreas> = true;
template <>
inline constexpr bool kIsFlat<DistributionDistance> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Bounded> = true;

template <>
struct Fields<RocCurve>
    : List<&RocCurve::thresholds, &RocCurve::falsePositiveRate, &RocCurve::truePositiveRate> {};
template <>
struct Fields<PrecisionRecallCurve>
    : List<&PrecisionRecallCurve::thresholds, &PrecisionRecallCurve::precision,
           &PrecisionRecallCurve::recall> {};

struct StagedIdentities {
  std::size_t rows;
  std::uintptr_t label;
  std::uintptr_t score;
  std::optional<std::uintptr_t> weight;
  std::vector<std::uint32_t> identities;  // addresses
};
template <>
struct Fields<StagedIdentities>
    : List<&StagedIdentities::rows, &StagedIdentities::label, &StagedIdentities::score,
           &StagedIdentities::weight, &StagedIdentities::identities> {};
template <>
struct Fields<AllSubgroupAreas> : List<&AllSubgroupAreas::overall, &AllSubgroupAreas::identities> {
};

template <>
struct Fields<ExactCalibration>
    : List<&ExactCalibration::brierScore, &ExactCalibration::logLoss, &ExactCalibration::meanScore,
           &ExactCalibration::expectedCalibrationError,
           kDeeper<&ExactCalibration::recalibration, &Recalibration::inTheLarge>,
           kDeeper<&ExactCalibration::recalibration, &Recalibration::intercept>,
           kDeeper<&ExactCalibration::recalibration, &Recalibration::slope>,
           &ExactCalibration::maximumCalibrationError,
           kDeeper<&ExactCalibration::brierParts, &BrierParts::reliability>,
           kDeeper<&ExactCalibration::brierParts, &BrierParts::resolution>,
           kDeeper<&ExactCalibration::brierParts, &BrierParts::uncertainty>,
           kDeeper<&ExactCalibration::brierParts, &BrierParts::withinBins>, &ExactCalibration::rows,
           &ExactCalibration::positives, &ExactCalibration::negatives, &ExactCalibration::cases,
           &ExactCalibration::bins> {};

namespace {

std::vector<Ranking> scoreRankings(ScoreRows& rows, const Names& by, double confidence) {
  std::vector<Ranking> rankings;
  for (const auto& group : groupsOf(rows, by)) rankings.push_back(rankingOf(group, confidence));
  return rankings;
}

std::vector<ExactCalibration> scoreCalibrations(ScoreRows& rows, const Names& by, Binning binning,
                                                std::size_t bins, double confidence) {
  return exactCalibrations(groupsOf(rows, by), {binning, bins, confidence});
}

std::vector<RocCurve> rocCurves(ScoreRows& rows, const Names& by) {
  std::vector<RocCurve> curves;
  for (const auto& group : groupsOf(rows, by)) curves.push_back(rocCurve(cellsOf(group)));
  return curves;
}

std::vector<PrecisionRecallCurve> precisionRecallCurves(ScoreRows& rows, const Names& by) {
  std::vector<PrecisionRecallCurve> curves;
  for (const auto& group : groupsOf(rows, by)) {
    curves.push_back(precisionRecallCurve(cellsOf(group)));
  }
  return curves;
}

std::vector<DistributionDistance> scoreDistances(ScoreRows& rows, const Names& by,
                                                 OutcomeKind outcome) {
  return groupDistances(scoresOf(groupsOf(rows, by), outcome));
}

AllSubgroupAreas subgroupAreasOf(const StagedIdentities& staged, double confidence) {
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

EMSCRIPTEN_BINDINGS(scores) {
  bindNumbers<ScoreRows, std::uint8_t>("ScoreRows");
  emscripten::constant("tallyChunkRows", tally::Tally::kChunkRows);
  function<&groupCodes<ScoreRows>>("scoreGroups");
  function<&scoreRankings>("scoreRankings");
  function<&scoreCalibrations>("scoreCalibrations");
  function<&rocCurves>("rocCurves");
  function<&precisionRecallCurves>("precisionRecallCurves");
  function<&scoreDistances>("scoreDistances");
  function<&subgroupAreasOf>("subgroupAreas");
}

}  // namespace fairwasm::bindings
