// SPDX-License-Identifier: Apache-2.0
//
// Precision of the ranking metrics: AUC and average precision.
#include <algorithm>
#include <cmath>
#include <ranges>
#include <vector>

#include "effective_rows.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/scores/score_uncertainty.hpp"

namespace fairwasm::scores {
namespace {

// Returns the number of independent trials with the same variance as a proportion of `one` *
// `other` pairs (Hanley and McNeil, with Newcombe's simplification).
double pairsTrials(double share, double one, double other) {
  const double common = (1 - share) / (2 - share) + share / (1 + share);
  return one * other / (1 + ((one + other) / 2 - 1) * common);
}

// DeLong's variance: each row contributes its proportion of correctly ordered pairs.
struct AreaVariance {
  double ofPositives = 0;
  double ofNegatives = 0;
};

AreaVariance areaVariance(std::span<const ScoreCell> cells, double area, const Sums& positives,
                          const Sums& negatives) {
  AreaVariance sums;
  double positivesBelow = 0;
  double negativesBelow = 0;
  for (const auto& [score, bin] : cells) {
    const double above = (negativesBelow + 0.5 * bin.negatives) / negatives.weight - area;
    const double below = 1 - (positivesBelow + 0.5 * bin.positives) / positives.weight - area;
    sums.ofPositives += bin.positiveSquares * above * above;
    sums.ofNegatives += bin.negativeSquares * below * below;
    positivesBelow += bin.positives;
    negativesBelow += bin.negatives;
  }
  const auto perMean = [](double sum, const Sums& kind) {
    return sum / (kind.weight * kind.weight) * kind.rows() / (kind.rows() - 1);
  };
  return {perMean(sums.ofPositives, positives), perMean(sums.ofNegatives, negatives)};
}

uncertainty::EffectiveShare effectiveArea(std::span<const ScoreCell> cells, double area,
                                          const Sums& positives, const Sums& negatives) {
  const double one = positives.rows();
  const double other = negatives.rows();
  const double usual = pairsTrials(area, one, other);
  if (std::isnan(area) || !(usual > 0) || !std::isfinite(usual)) return {area, kNaN};
  if (isSingle(one) || isSingle(other)) return {area, usual};
  const AreaVariance parts = areaVariance(cells, area, positives, negatives);
  const double variance = parts.ofPositives + parts.ofNegatives;
  // Ratio to the usual variance: averages over the misordered pairs and one additional pair without
  // information.
  const double cases = usual * std::min(area, 1 - area);
  const double timesUsual = (usual * usual * variance / std::max(area, 1 - area) + 1) / (cases + 1);
  if (!(variance > 0)) return {area, usual / timesUsual};
  // Satterthwaite 1946.
  const double degrees = variance * variance /
                         (parts.ofPositives * parts.ofPositives / (one - 1) +
                          parts.ofNegatives * parts.ofNegatives / (other - 1));
  return {area, usual / timesUsual, degrees};
}

// The first-order influence of a row on the average precision AP is (y (precision at s - AP) + sum
// over positives at or below s of w (y - precision) / rows) / W+, where y is the outcome, and
// precision and rows are those at and above the positive. Returns the sums over all rows of w^2
// times its square.
AreaVariance precisionVariance(std::span<const ScoreCell> cells, double average,
                               const Sums& positives) {
  struct Place {
    double precision;
    double rows;
  };
  std::vector<Place> places(cells.size());
  double above = 0;
  double rows = 0;
  for (std::size_t i = cells.size(); i-- > 0;) {
    above += cells[i].second.positives;
    rows += cells[i].second.positives + cells[i].second.negatives;
    places[i] = {above / rows, rows};
  }
  AreaVariance sums;
  double gained = 0;
  double lost = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const ScoreBin& bin = cells[i].second;
    gained += bin.positives / places[i].rows;
    lost += bin.positives * places[i].precision / places[i].rows;
    const double ofPositive = places[i].precision - average + gained - lost;
    sums.ofPositives += bin.positiveSquares * ofPositive * ofPositive;
    sums.ofNegatives += bin.negativeSquares * lost * lost;
  }
  // Precisions are estimated from the same rows; in simulations with 50 positives, the variance was
  // 8% too small without this correction.
  constexpr double kRowsMore = 4;
  const double toRows = positives.rows();
  const double unit =
      toRows / (toRows - 1) * (1 + kRowsMore / toRows) / (positives.weight * positives.weight);
  return {unit * sums.ofPositives, unit * sums.ofNegatives};
}

// Returns the second-order bias of the average precision: the precision at a positive counts its
// own row, and is a quotient. It is underestimated, because it depends on the precisions
// themselves.
double precisionBias(std::span<const ScoreCell> cells, const Sums& positives) {
  Sums above;
  Sums others;
  double sum = 0;
  for (const auto& [score, bin] : std::views::reverse(cells)) {
    above.weight += bin.positives;
    above.squares += bin.positiveSquares;
    others.weight += bin.negatives;
    others.squares += bin.negativeSquares;
    if (!(bin.positives > 0)) continue;
    const double rows = above.weight + others.weight;
    const double precision = above.weight / rows;
    const double own = bin.positiveSquares / bin.positives;
    const double squares = above.squares - own * own;
    const double ofQuotient = (precision * (squares + others.squares) - squares) / rows / rows;
    sum += bin.positives * ((1 - precision) * own / rows + ofQuotient);
  }
  return sum / positives.weight;
}

// Precision of the average precision. If positives weigh less than negatives, single negatives
// decide the first ranks: the value is too high, and the variance too small.
SureShare surePrecision(std::span<const ScoreCell> cells, double average, const Sums& positives,
                        const Sums& negatives) {
  const double usual = positives.weight > 0 ? positives.rows() : 0;
  if (std::isnan(average) || isSingle(usual)) return {{average, kNaN}};
  const auto [ofPositives, ofNegatives] = precisionVariance(cells, average, positives);
  // Weight of a positive in typical negatives.
  const double light = negatives.weight > 0 ? positives.squares / positives.weight *
                                                  (negatives.weight / negatives.squares)
                                            : 1;
  // With fewer, intervals contain the true value in as few as 76% of data sets, or 91% with the
  // correction.
  constexpr double kFewest = 6;
  if (light < 0.5 && usual * light < kFewest) return {{average, kNaN}};
  // In simulations, the true bias is 1 to 3 times the estimated one.
  constexpr double kTimesBias = 3;
  const double excess =
      light < 1 ? kTimesBias * (1 - light) * std::max(0.0, precisionBias(cells, positives)) : 0;
  const double variance = ofPositives + ofNegatives + excess * excess / 4;
  const double cases = usual * std::min(average, 1 - average);
  const double timesUsual =
      (usual * usual * variance / std::max(average, 1 - average) + 1) / (cases + 1);
  // Below this limit, deviations from a perfect order are rounding errors.
  constexpr double kRounding = 1e-12;
  if (!(usual * variance > kRounding)) return {{average, usual / timesUsual}};
  const double others = negatives.weight > 0 ? negatives.rows() - 1 : 1;
  const double sum = ofPositives + ofNegatives;
  const double degrees =
      sum * sum /
      (ofPositives * ofPositives / (usual - 1) + ofNegatives * ofNegatives / std::max(1.0, others));
  return {{average, usual / timesUsual, degrees}, 0, excess};
}

}  // namespace

RankingCertainty rankingCertainty(std::span<const ScoreCell> cells, double areaUnderCurve,
                                  double averagePrecision) {
  const auto [positives, negatives] = sumsByOutcome(cells);
  return {effectiveArea(cells, areaUnderCurve, positives, negatives),
          surePrecision(cells, averagePrecision, positives, negatives),
          std::fmin(positives.weight > 0 ? positives.rows() : 0,
                    negatives.weight > 0 ? negatives.rows() : 0)};
}

}  // namespace fairwasm::scores
