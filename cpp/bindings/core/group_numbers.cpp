// SPDX-License-Identifier: Apache-2.0
//
// Bindings of regression sums and score histograms by group.
#include "../support/group_numbers.hpp"

#include "fairwasm/scores/regression.hpp"
#include "fairwasm/scores/regression_uncertainty.hpp"
#include "fairwasm/scores/score_report.hpp"
#include "fairwasm/scores/scores.hpp"
#include "fairwasm/uncertainty/jackknife.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "group_values.hpp"

namespace fairwasm::bindings {

using namespace scores;

template <>
inline constexpr bool kIsFlat<Operation> = true;
template <>
inline constexpr bool kIsFlat<CalibrationBin> = true;
template <>
inline constexpr bool kIsFlat<BoundedError> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Compared> = true;
template <>
inline constexpr bool kIsFlat<ScoreDifference> = true;

EMSCRIPTEN_BINDINGS(group_numbers) {
  bindNumbers<RegressionTally, double>("RegressionTally");
  function<&names<kRegressionMetrics>>("regressionMetricNames");
  function<&groupCodes<RegressionTally>>("regressionGroups");
  ofEachGroup<RegressionTally, &errorValues>("regressionValues");
  ofEachGroup<RegressionTally, &boundedErrors>("regressionErrors");
  ofEachGroup<RegressionTally, &boundedPinballLoss>("pinballLosses");
  ofAllGroups<RegressionTally, &errorSpread>("regressionSpread");
  ofAllGroups<RegressionTally, &errorComparisons>("regressionComparisons");
  function<&uncertainty::drawnRows>("drawnRows");
  function<&uncertainty::clusteredInterval>("clusteredInterval");

  bindNumbers<ScoreTally, std::uint8_t>("ScoreTally");
  function<&scoreMeasures>("scoreMeasures");
  function<&groupCodes<ScoreTally>>("scoreGroups");
  ofEachGroup<ScoreTally, [](const ScoreHistogram& group) { return summarize(group); }>(
      "scoreSummaries");
  ofEachGroup<ScoreTally, &scoreReport>("scoreReports");
  ofAllGroups<ScoreTally, &scoreDifferencesTo>("scoreDifferences");
}

}  // namespace fairwasm::bindings
