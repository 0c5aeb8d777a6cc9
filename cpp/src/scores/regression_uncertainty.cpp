// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/regression_uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::scores {
namespace {

constexpr uncertainty::Unsure kNoEstimate{kNaN, kNaN, kNaN, kNaN, uncertainty::Scale::kPlain};

uncertainty::MeanSums meanSums(const RegressionSums& s, double total, double weighted,
                               double squares) {
  return {s.weight, s.squaredWeight, total, weighted, squares};
}

// A few outliers reduce the precision like a smaller number of rows; normal errors have a kurtosis
// of 3.
uncertainty::Unsure withFewFarOut(uncertainty::Unsure mean, const RegressionSums& s, double squares,
                                  double fourths) {
  const double kurtosis = s.squaredWeight * fourths / (squares * squares);
  const double effective = 2 * mean.effectiveRows / (kurtosis - 1);
  if (kurtosis > 3) mean.effectiveRows = effective;
  return mean;
}

uncertainty::Unsure labels(const RegressionSums& s) {
  return withFewFarOut(
      uncertainty::signedMean(meanSums(s, s.deviations, s.weightedDeviations, s.weightedSquares),
                              s.center),
      s, s.weightedSquares, s.weightedFourths);
}

uncertainty::Unsure errors(const RegressionSums& s) {
  return withFewFarOut(
      uncertainty::signedMean(meanSums(s, s.errors, s.weightedErrors, s.weightedSquaredErrors), 0),
      s, s.weightedSquaredErrors, s.weightedFourthPowers);
}

// p - center = d + e.
uncertainty::Unsure predictions(const RegressionSums& s) {
  uncertainty::Unsure result = uncertainty::signedMean(
      meanSums(s, s.deviations + s.errors, s.weightedDeviations + s.weightedErrors,
               s.weightedSquares + 2 * s.weightedProducts + s.weightedSquaredErrors),
      s.center);
  result.value = s.predictions / s.weight;
  return result;
}

uncertainty::Unsure absoluteErrors(const RegressionSums& s) {
  return uncertainty::positiveMean(
      meanSums(s, s.absoluteErrors, s.weightedAbsoluteErrors, s.weightedSquaredErrors));
}

// Returns the factor by which intervals of squared errors extend further up than down. A sample
// without the rare, large errors of a heavy tail underestimates their mean and its error together,
// so intervals miss on one side. The mean of e^4 times the squared mean of |e|, divided by the cube
// of the mean of e^2, is 1 if all errors except 0 are equally large, 1.35 for uniform, 1.9 for
// normal, and 4.9 for Student's t errors with 5 degrees of freedom. The slope was chosen by
// simulation: it gives the latter a coverage of 94% to 97%.
double computeStretch(const RegressionSums& s) {
  constexpr double kSlope = 0.25;
  const double absolute = s.absoluteErrors / s.weight;
  const double square = s.squaredErrors / s.weight;
  const double fourth = s.weightedFourthPowers / s.squaredWeight;
  const double tail = fourth / square * (absolute / square) * (absolute / square);
  return 1 + kSlope * std::log(std::fmax(1, tail));
}

uncertainty::Unsure squaredErrors(const RegressionSums& s) {
  uncertainty::Unsure result = uncertainty::positiveMean(
      meanSums(s, s.squaredErrors, s.weightedSquaredErrors, s.weightedFourthPowers));
  result.upperStretch = computeStretch(s);
  return result;
}

// The logarithm of a square root varies half as much.
uncertainty::Unsure rootOfSquares(const RegressionSums& s) {
  uncertainty::Unsure result = squaredErrors(s);
  result.value = std::sqrt(result.value);
  result.error /= 2;
  return result;
}

uncertainty::Unsure relativeErrors(const RegressionSums& s) {
  return uncertainty::positiveMean(
      meanSums(s, s.relativeErrors, s.weightedRelativeErrors, s.weightedRelativeSquares));
}

uncertainty::Unsure explained(const RegressionSums& s) {
  const double spread = s.spreadOfLabels();
  const double rows = s.weight * s.weight / s.squaredWeight;
  if (!(spread > 0)) return kNoEstimate;
  const double square = s.squaredErrors / s.weight;
  const double variance = spread / s.weight;
  const double sum = s.weightedFourthPowers / (square * square) -
                     2 * s.weightedSquaresByTwo / (square * variance) +
                     s.weightedFourths / (variance * variance);
  const double relative = sum / (s.weight * s.weight) * (rows / (rows - 1));
  constexpr double kRounding = 1e-12;
  const double effective = rows / (1 + rows * relative);
  const bool isKnown = rows > 2 && relative > kRounding;
  return {1 - s.squaredErrors / spread,         isKnown ? std::sqrt(relative) : kNaN,
          std::fmax(1, effective - 1),          isKnown ? effective : rows,
          uncertainty::Scale::kLogarithmOfRest, computeStretch(s)};
}

// Form of a metric's confidence interval, and which comparisons it allows.
struct Rule {
  std::string_view name;
  uncertainty::Unsure (*of)(const RegressionSums&);
  bool isMean;      // over rows, so the value of all rows is a mean of the groups' values
  bool isPositive;  // never negative, so that ratios are meaningful
};

constexpr std::array kRules = std::to_array<Rule>({
    {"meanLabel", &labels, true, false},
    {"meanPrediction", &predictions, true, false},
    {"meanError", &errors, true, false},
    {"meanAbsoluteError", &absoluteErrors, true, true},
    {"meanSquaredError", &squaredErrors, true, true},
    {"rootMeanSquaredError", &rootOfSquares, false, true},
    {"meanAbsolutePercentageError", &relativeErrors, true, true},
    {"r2Score", &explained, false, false},
});

const Rule* findRule(std::string_view metric) {
  const auto rule = std::ranges::find(kRules, metric, &Rule::name);
  return rule == kRules.end() ? nullptr : &*rule;
}

const Rule& requireRule(std::string_view metric) {
  const Rule* rule = findRule(metric);
  if (rule != nullptr) return *rule;
  throw Error(ErrorCode::kInvalidArgument,
              {"metric", "an error metric, such as meanAbsoluteError", std::string(metric), {}});
}

RegressionSums sumExcept(std::span<const RegressionSums> groups, std::size_t leftOut) {
  RegressionSums sum;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (i != leftOut) sum.merge(groups[i]);
  }
  return sum;
}

// Properties of a metric that its spread depends on.
struct Spreading {
  std::function<uncertainty::Unsure(const RegressionSums&)> of;
  bool isMean;
  bool isPositive;
};

ErrorSpread computeSpread(std::span<const RegressionSums> groups, const Spreading& metric,
                          double confidence) {
  uncertainty::twoSidedQuantile(confidence);
  std::vector<RegressionSums> defined;
  std::vector<uncertainty::Unsure> unsure;
  uncertainty::SpreadParts parts;
  double min = kNaN;
  for (const auto& sums : groups) {
    const uncertainty::Unsure value = sums.weight > 0 ? metric.of(sums) : kNoEstimate;
    if (std::isnan(value.value)) continue;
    defined.push_back(sums);
    unsure.push_back(value);
    parts.values.push_back(value.value);
    min = std::fmin(min, value.effectiveRows);
  }
  const RegressionSums all = sumExcept(groups, groups.size());
  const uncertainty::Unsure overall = all.weight > 0 ? metric.of(all) : kNoEstimate;
  parts.overall = overall.value;
  parts.at = [&](std::size_t group, double z) { return uncertainty::bounded(unsure[group], z); };
  parts.jointlyAt = parts.at;
  parts.against = [&](std::size_t group, double z) -> uncertainty::Against {
    const uncertainty::Bounded own = uncertainty::bounded(unsure[group], z);
    if (!metric.isMean) return {own, uncertainty::bounded(overall, z), 0};
    return {own, uncertainty::bounded(metric.of(sumExcept(defined, group)), z),
            defined[group].weight / all.weight};
  };
  ErrorSpread result{uncertainty::spread(parts.values, parts.overall),
                     uncertainty::spreadIntervals(parts, confidence), min};
  if (metric.isPositive) return result;
  result.intervals.ratio = {kNaN, kNaN};
  result.intervals.ratioToOverall = {kNaN, kNaN};
  return result;
}

void requireShare(double alpha) {
  if (alpha >= 0 && alpha <= 1) return;
  throw Error(ErrorCode::kInvalidArgument, {"alpha", "a number from 0 to 1", shown(alpha), {}});
}

// A row contributes |e| / 2 + (1/2 - alpha) e.
uncertainty::Unsure unsurePinballLoss(const RegressionSums& s, double alpha) {
  const double part = 0.5 - alpha;
  return uncertainty::positiveMean(meanSums(
      s, s.weight * pinballLoss(s, alpha), 0.5 * s.weightedAbsoluteErrors + part * s.weightedErrors,
      (0.25 + part * part) * s.weightedSquaredErrors + part * s.weightedSignedSquares));
}

}  // namespace

BoundedError boundedError(std::string_view metric, const RegressionSums& sums, double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  const Rule* rule = findRule(metric);
  const uncertainty::Unsure error =
      rule == nullptr || !(sums.weight > 0) ? kNoEstimate : rule->of(sums);
  return {uncertainty::bounded(error, z), error.effectiveRows};
}

std::vector<BoundedError> boundedErrors(const RegressionSums& sums, double confidence) {
  std::vector<BoundedError> errors;
  for (const auto& metric : kRegressionMetrics) {
    errors.push_back(boundedError(metric.name, sums, confidence));
  }
  return errors;
}

BoundedError boundedPinballLoss(const RegressionSums& sums, double alpha, double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  requireShare(alpha);
  if (!(sums.weight > 0)) return {uncertainty::bounded(kNoEstimate, z), kNaN};
  const uncertainty::Unsure loss = unsurePinballLoss(sums, alpha);
  return {uncertainty::bounded(loss, z), loss.effectiveRows};
}

ErrorSpread errorSpread(std::span<const RegressionSums> groups, std::string_view metric,
                        double confidence) {
  const Rule& rule = requireRule(metric);
  return computeSpread(groups, {rule.of, rule.isMean, rule.isPositive}, confidence);
}

ErrorSpread pinballErrorSpread(std::span<const RegressionSums> groups, double alpha,
                               double confidence) {
  requireShare(alpha);
  const auto of = [&](const RegressionSums& sums) { return unsurePinballLoss(sums, alpha); };
  return computeSpread(groups, {of, true, true}, confidence);
}

uncertainty::Compared compareErrors(std::string_view metric, const RegressionSums& one,
                                    const RegressionSums& other, double confidence) {
  const Rule& rule = requireRule(metric);
  const auto of = [&](const RegressionSums& sums) {
    return sums.weight > 0 ? rule.of(sums) : kNoEstimate;
  };
  return uncertainty::compare(of(one), of(other), uncertainty::twoSidedQuantile(confidence));
}

std::vector<std::vector<uncertainty::Compared>> errorComparisons(
    std::span<const RegressionSums> groups, std::size_t reference, double confidence) {
  std::vector<std::vector<uncertainty::Compared>> all;
  for (const auto& sums : groups) {
    auto& of = all.emplace_back();
    for (const auto& metric : kRegressionMetrics) {
      if (metric.name == "count") continue;
      of.push_back(compareErrors(metric.name, sums, groups[reference], confidence));
    }
  }
  return all;
}

}  // namespace fairwasm::scores
