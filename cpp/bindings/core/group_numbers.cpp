// SPDX-License-Identifier: Apache-2.0
//
// Regression sums and score histograms by group, for JavaScript. Both take their rows as addresses
// of columns, like the tally; what is derived from them crosses as flat arrays, group by group.
#include "../support/group_numbers.hpp"

#include "fairwasm/group/regression.hpp"
#include "fairwasm/group/regression_uncertainty.hpp"
#include "fairwasm/group/score_uncertainty.hpp"
#include "fairwasm/group/scores.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::bindings {

using namespace group;
using data::Grouping;
using uncertainty::Interval;

template <>
inline constexpr bool kIsFlat<Operation> = true;
template <>
inline constexpr bool kIsFlat<CalibrationBin> = true;
template <>
inline constexpr bool kIsFlat<Interval> = true;
template <>
inline constexpr bool kIsFlat<BoundedError> = true;
template <>
inline constexpr bool kIsFlat<uncertainty::Compared> = true;
template <>
inline constexpr bool kIsFlat<ScoreDifference> = true;

// The intervals are those of kScoreMeasures.
struct Curve {
  std::vector<Operation> operations;
  std::vector<CalibrationBin> calibration;
  double expectedCalibrationError;
  std::vector<Interval> intervals;
  double cases;
};
template <>
struct Fields<Curve> : List<&Curve::operations, &Curve::calibration,
                            &Curve::expectedCalibrationError, &Curve::intervals, &Curve::cases> {};

// For each group and each of kScoreMeasures; the cases for each group.
struct Differences {
  std::vector<ScoreDifference> values;
  Doubles cases;
};
template <>
struct Fields<Differences> : List<&Differences::values, &Differences::cases> {};

namespace {

Grouped regressionBy(const RegressionTally& tally, const Names& by) {
  const Grouping grouping = data::groupBy(tally.schema(), by);
  Doubles values;
  for (const auto& sums : tally.by(grouping)) {
    for (const auto& metric : kRegressionMetrics) values.push_back(metric.value(sums));
  }
  return {grouping.codes, values};
}

// For each group and metric both ends of the interval, and the effective rows.
Doubles regressionIntervals(const RegressionTally& tally, const Names& by, double confidence) {
  Doubles values;
  for (const auto& sums : groupsOf(tally, by)) {
    for (const auto& metric : kRegressionMetrics) {
      const auto [error, rows] = boundedError(metric.name, sums, confidence);
      values.insert(values.end(), {error.ci.low, error.ci.high, rows});
    }
  }
  return values;
}

std::vector<BoundedError> pinballLosses(const RegressionTally& tally, const Names& by, double alpha,
                                        double confidence) {
  std::vector<BoundedError> losses;
  for (const auto& sums : groupsOf(tally, by)) {
    losses.push_back(boundedPinballLoss(sums, alpha, confidence));
  }
  return losses;
}

// The members of kSpreadNames, each with both ends, and the least effective rows.
Doubles regressionSpread(const RegressionTally& tally, const Names& by, const std::string& metric,
                         double confidence) {
  const auto [values, intervals, rows] = errorSpread(metric, groupsOf(tally, by), confidence);
  Doubles flat;
  const auto add = [&](double value, const Interval& ci) {
    flat.insert(flat.end(), {value, ci.low, ci.high});
  };
  add(values.min, intervals.min);
  add(values.max, intervals.max);
  add(values.difference, intervals.difference);
  add(values.ratio, intervals.ratio);
  add(values.differenceToOverall, intervals.differenceToOverall);
  add(values.ratioToOverall, intervals.ratioToOverall);
  flat.push_back(rows);
  return flat;
}

// For each group and each metric but the count, against the group at the place `reference`.
std::vector<uncertainty::Compared> regressionComparisons(const RegressionTally& tally,
                                                         const Names& by, std::size_t reference,
                                                         double confidence) {
  const auto groups = groupsOf(tally, by);
  std::vector<uncertainty::Compared> all;
  for (const auto& each : groups) {
    for (const auto& metric : kRegressionMetrics) {
      if (metric.name == "count") continue;
      all.push_back(compareErrors(metric.name, each, groups.at(reference), confidence));
    }
  }
  return all;
}

// Rows drawn with replacement, as many as there are: the bootstrap sample number `draw`.
std::vector<std::uint32_t> drawnRows(std::uint32_t rows, std::uint64_t seed, std::uint64_t draw) {
  uncertainty::RandomStream random(seed, draw);
  std::vector<std::uint32_t> drawn(rows);
  for (auto& row : drawn) row = random.below(rows);
  return drawn;
}

Grouped scoresBy(const ScoreTally& tally, const Names& by) {
  const Grouping grouping = data::groupBy(tally.schema(), by);
  Doubles values;
  for (const auto& histogram : tally.by(grouping)) {
    const ScoreSummary summary = summarize(histogram);
    for (const auto& field : kScoreSummaryFields) values.push_back(summary.*(field.member));
  }
  return {grouping.codes, values};
}

std::vector<Curve> scoreCurves(const ScoreTally& tally, const Names& by, std::size_t bins,
                               double confidence) {
  std::vector<Curve> curves;
  for (const auto& histogram : groupsOf(tally, by)) {
    const ScoreCertainty certainty = scoreCertainty(histogram, bins);
    Curve curve{operations(histogram),
                certainty.calibration,
                expectedCalibrationError(certainty.calibration),
                {},
                certainty.cases};
    for (const auto& measure : scoreIntervals(certainty, confidence)) {
      curve.intervals.push_back(measure.ci);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

Differences scoreDifferencesBy(const ScoreTally& tally, const Names& by, std::size_t reference,
                               std::size_t bins, double confidence) {
  std::vector<ScoreCertainty> groups;
  for (const auto& histogram : groupsOf(tally, by)) {
    groups.push_back(scoreCertainty(histogram, bins));
  }
  Differences all;
  for (const auto& each : groups) {
    all.cases.push_back(each.cases);
    const auto differences = scoreDifferences(each, groups.at(reference), confidence);
    all.values.insert(all.values.end(), differences.begin(), differences.end());
  }
  return all;
}

}  // namespace

EMSCRIPTEN_BINDINGS(group_numbers) {
  bindNumbers<RegressionTally, double>("RegressionTally")
      .method<&addCountedNumbers<RegressionTally, double>>("addCounted");
  bindNumbers<ScoreTally, std::uint8_t>("ScoreTally")
      .method<&addCountedNumbers<ScoreTally, std::uint8_t>>("addCounted");
  function<&names<kRegressionMetrics>>("regressionMetricNames");
  function<&names<kScoreSummaryFields>>("scoreSummaryNames");
  function<&names<kScoreMeasures>>("scoreMeasureNames");
  function<&regressionBy>("regressionBy");
  function<&regressionIntervals>("regressionIntervals");
  function<&pinballLosses>("pinballLosses");
  function<&regressionSpread>("regressionSpread");
  function<&regressionComparisons>("regressionComparisons");
  function<&drawnRows>("drawnRows");
  function<&scoresBy>("scoresBy");
  function<&scoreCurves>("scoreCurves");
  function<&scoreDifferencesBy>("scoreDifferencesBy");
}

}  // namespace fairwasm::bindings
