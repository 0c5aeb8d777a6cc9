// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/score_uncertainty.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <utility>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::scores {
namespace {

constexpr uncertainty::Bounded kUndefined{kNaN, {kNaN, kNaN}};

struct Sums {
  double weight = 0;
  double squares = 0;  // of weights

  // Kish's number of rows.
  [[nodiscard]] double rows() const { return weight * weight / squares; }
};

// Rows of nearly one score.
using Cells = std::vector<ScoreCell>;

// In ascending order of scores, cells of rows that weigh nothing left out. Where a bin has several
// scores their mean is taken, which is 1 / kCells off at most.
Cells cellsOf(const ScoreHistogram& histogram) {
  Cells cells;
  for (const auto& [key, bin] : histogram.bins()) {
    const double weight = bin.positives + bin.negatives;
    if (weight > 0) cells.emplace_back(histogram.isExact() ? key : bin.scores / weight, bin);
  }
  return cells;
}

std::pair<Sums, Sums> sumsByOutcome(const Cells& cells) {
  std::pair<Sums, Sums> sums;
  for (const auto& [score, bin] : cells) {
    sums.first.weight += bin.positives;
    sums.first.squares += bin.positiveSquares;
    sums.second.weight += bin.negatives;
    sums.second.squares += bin.negativeSquares;
  }
  return sums;
}

// The variance of a share of `one` * `other` pairs, by Hanley and McNeil with Newcombe's
// simplification, as the number of independent trials that have it.
double pairsTrials(double share, double one, double other) {
  const double common = (1 - share) / (2 - share) + share / (1 + share);
  return one * other / (1 + ((one + other) / 2 - 1) * common);
}

// DeLong's variance: that of the share of the other outcome that a row is in order with.
struct AreaVariance {
  double ofPositives = 0;
  double ofNegatives = 0;
};

AreaVariance areaVariance(const Cells& cells, double area, const Sums& positives,
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

// A single row, up to rounding, has no variance.
bool isSingle(double rows) { return !(rows > 1 + 1e-9); }

uncertainty::EffectiveShare effectiveArea(const Cells& cells, double area) {
  const auto [positives, negatives] = sumsByOutcome(cells);
  const double one = positives.rows();
  const double other = negatives.rows();
  const double usual = pairsTrials(area, one, other);
  if (std::isnan(area) || !(usual > 0) || !std::isfinite(usual)) return {area, kNaN};
  if (isSingle(one) || isSingle(other)) return {area, usual};
  const AreaVariance parts = areaVariance(cells, area, positives, negatives);
  const double variance = parts.ofPositives + parts.ofNegatives;
  // How many times the usual variance it is: an average over the pairs that are out of order and a
  // single one of which nothing is known.
  const double cases = usual * std::min(area, 1 - area);
  const double timesUsual = (usual * usual * variance / std::max(area, 1 - area) + 1) / (cases + 1);
  if (!(variance > 0)) return {area, usual / timesUsual};
  // Satterthwaite 1946.
  const double degrees = variance * variance /
                         (parts.ofPositives * parts.ofPositives / (one - 1) +
                          parts.ofNegatives * parts.ofNegatives / (other - 1));
  return {area, usual / timesUsual, degrees};
}

// Each row's influence on the average precision AP, by its outcome, is of first order
// (y (precision at s - AP) + sum over positives at or below s of w (y - precision) / rows) / W+,
// where precision and rows are those at and above the positive: the sums over all rows of w^2 times
// its square.
AreaVariance precisionVariance(const Cells& cells, double average, const Sums& positives) {
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
  // Precisions are estimated from the same rows: measured, the variance of some 50 positives comes
  // out 8 % too small.
  constexpr double kRowsMore = 4;
  const double rowsOf = positives.rows();
  const double unit =
      rowsOf / (rowsOf - 1) * (1 + kRowsMore / rowsOf) / (positives.weight * positives.weight);
  return {unit * sums.ofPositives, unit * sums.ofNegatives};
}

uncertainty::EffectiveShare effectivePrecision(const Cells& cells, double average) {
  const auto [positives, negatives] = sumsByOutcome(cells);
  const double usual = positives.weight > 0 ? positives.rows() : 0;
  if (std::isnan(average) || isSingle(usual)) return {average, kNaN};
  const auto [ofPositives, ofNegatives] = precisionVariance(cells, average, positives);
  const double variance = ofPositives + ofNegatives;
  const double cases = usual * std::min(average, 1 - average);
  const double timesUsual =
      (usual * usual * variance / std::max(average, 1 - average) + 1) / (cases + 1);
  // Below what rounding can leave of a perfect order there is nothing to estimate.
  constexpr double kRounding = 1e-12;
  if (!(usual * variance > kRounding)) return {average, usual / timesUsual};
  const double others = negatives.weight > 0 ? negatives.rows() - 1 : 1;
  const double degrees =
      variance * variance /
      (ofPositives * ofPositives / (usual - 1) + ofNegatives * ofNegatives / std::max(1.0, others));
  return {average, usual / timesUsual, degrees};
}

// What a row of this score and outcome adds to a mean.
using Contribution = double (*)(double score, bool positive);

double squaredError(double score, bool positive) {
  return positive ? (1 - score) * (1 - score) : score * score;
}
double ownScore(double score, bool) { return score; }
double lossOf(double score, bool positive) { return logLossOf(positive ? score : 1 - score); }

Sums allOf(const Cells& cells) {
  const auto [positives, negatives] = sumsByOutcome(cells);
  return {positives.weight + negatives.weight, positives.squares + negatives.squares};
}

// Sums of w^2 (contribution - mean)^2 and of w^2 (contribution - mean)^4.
struct Powers {
  double squares = 0;
  double fourths = 0;
};

Powers powersAround(const Cells& cells, Contribution contribution, double mean) {
  Powers sums;
  const auto add = [&](double squaredWeight, double value) {
    const double square = (value - mean) * (value - mean);
    sums.squares += squaredWeight * square;
    sums.fourths += squaredWeight * square * square;
  };
  for (const auto& [score, bin] : cells) {
    add(bin.positiveSquares, contribution(score, true));
    add(bin.negativeSquares, contribution(score, false));
  }
  return sums;
}

// Degrees of freedom of a variance estimated from so many rows: the heavier the tails, the fewer.
// With unequal weights some rows say more about it than others. `count` is that of all rows.
double degreesOfVariance(const Cells& cells, Contribution contribution, double mean, double count) {
  const Sums all = allOf(cells);
  const double rows = all.rows();
  const auto [squares, fourths] = powersAround(cells, contribution, mean);
  const double kurtosis = all.squares * fourths / (squares * squares);
  const double unequal = count / rows;
  if (!std::isfinite(kurtosis)) return rows - 1;
  const double ofVariance = (kurtosis * unequal - 3) / rows + 2 / (rows - 1);
  return ofVariance > 0 ? std::min(rows - 1, 2 / ofVariance) : rows - 1;
}

// Sum of w^2 times the variance that a row's outcome would give if its score were its probability.
double squaresIfCalibrated(const Cells& cells, Contribution contribution) {
  double sum = 0;
  for (const auto& [score, bin] : cells) {
    const double apart = contribution(score, true) - contribution(score, false);
    sum += (bin.positiveSquares + bin.negativeSquares) * score * (1 - score) * apart * apart;
  }
  return sum;
}

// Of a mean, given the sum of w^2 (contribution - mean)^2.
double varianceOfMean(const Cells& cells, Contribution contribution, double squares) {
  constexpr double kRowsMore = 2;
  const double rows = allOf(cells).rows();
  const double weight = allOf(cells).weight;
  return (squares * rows / (rows - 1) +
          kRowsMore / rows * squaresIfCalibrated(cells, contribution)) /
         (weight * weight);
}

uncertainty::EffectiveShare effectiveMean(const Cells& cells, Contribution contribution,
                                          double mean, double count) {
  const double rows = allOf(cells).rows();
  if (isSingle(rows)) return {mean, kNaN};
  const double variance =
      varianceOfMean(cells, contribution, powersAround(cells, contribution, mean).squares);
  const double binomial = mean * (1 - mean);
  // Below what rounding can leave of rows that are alike, they are: of those unseen nothing is
  // known.
  constexpr double kRounding = 1e-12;
  if (!(variance > kRounding * binomial / rows)) return {mean, rows, rows - 1};
  return {mean, binomial / variance, degreesOfVariance(cells, contribution, mean, count)};
}

UnsureMean unsureLogLoss(const Cells& cells, const ScoreTotals& totals, double mean) {
  const auto [weight, squares] = allOf(cells);
  const double rows = allOf(cells).rows();
  if (isSingle(rows)) return {mean, kNaN, kNaN};
  const double around =
      totals.squaredLogLosses - 2 * mean * totals.weightedLogLosses + mean * mean * squares;
  constexpr double kRounding = 1e-12;
  if (!(around > kRounding * totals.squaredLogLosses)) return {mean, kNaN, kNaN};
  return {mean, std::sqrt(varianceOfMean(cells, lossOf, around)),
          degreesOfVariance(cells, lossOf, mean, totals.rows)};
}

uncertainty::Bounded boundedLogLoss(const UnsureMean& loss, double z) {
  if (std::isnan(loss.standardError)) return {loss.mean, {kNaN, kNaN}};
  const double factor =
      std::exp(uncertainty::studentQuantileAt(z, loss.degrees) * loss.standardError / loss.mean);
  return {loss.mean, {loss.mean / factor, std::min(loss.mean * factor, logLossOf(0))}};
}

// `error` is what the histogram cannot tell.
uncertainty::Bounded widened(const uncertainty::EffectiveShare& share, double error, double z) {
  const auto [value, ci] = uncertainty::boundedShare(share, z);
  if (std::isnan(ci.low)) return {value, ci};
  return {value, {std::max(0.0, ci.low - error), std::min(1.0, ci.high + error)}};
}

// The share of positives in a bin. As rate_intervals.hpp has it, one row of average weight is added
// to either kind: few rows say little about how unequal their weights are.
uncertainty::EffectiveShare positivesShare(const CalibrationBin& bin) {
  const double share = bin.positives / bin.weight;
  const double squares = bin.positiveSquares + bin.negativeSquares;
  const double rows = bin.weight * bin.weight / squares;
  const auto typicalWeight = [&](double kindsSquares, double kindsWeight) {
    return (kindsSquares + squares / rows) / (kindsWeight + bin.weight / rows);
  };
  const double weightOfARow =
      (1 - share) * typicalWeight(bin.positiveSquares, bin.positives) +
      share * typicalWeight(bin.negativeSquares, bin.weight - bin.positives);
  return {share, bin.weight / weightOfARow};
}

// n times the information that shares of `share` hold against a chance of `chance`.
double evidence(double share, double chance, double trials) {
  const auto part = [](double seen, double expected) {
    return seen > 0 ? seen * std::log(seen / expected) : 0;
  };
  return std::max(0.0, 2 * trials * (part(share, chance) + part(1 - share, 1 - chance)));
}

// The likelihood ratio statistic of the chance, a chi-squared variable: corrected for few expected
// cases as by Williams (1976), as far as that correction holds.
double likelihoodRatio(const uncertainty::EffectiveShare& share, double chance) {
  constexpr double kMostCorrection = 1.2;
  const double binomial = chance * (1 - chance);
  const double correction = 1 + (1 - binomial) / (6 * share.trials * binomial);
  return evidence(share.share, chance, share.trials) / std::min(kMostCorrection, correction);
}

// Mean score less share of positives, given the scores.
uncertainty::Bounded gapOf(const CalibrationBin& bin, double z) {
  const double meanScore = bin.scores / bin.weight;
  const auto [share, ci] = uncertainty::boundedShare(positivesShare(bin), z);
  return {meanScore - share, {meanScore - ci.high, meanScore - ci.low}};
}

// The same as one of many that have to hold together at a `joint` quantile beyond the usual. There
// Wilson's interval is too short for a few trials: gaps may be closed at the cost of what the
// likelihood says against the mean score.
uncertainty::Bounded jointGapOf(const CalibrationBin& bin, double joint) {
  uncertainty::Bounded gap = gapOf(bin, joint);
  const double ratio = likelihoodRatio(positivesShare(bin), bin.scores / bin.weight);
  const double slack = std::abs(gap.value) * joint / std::sqrt(ratio);
  if (!std::isfinite(slack)) return gap;
  gap.ci.low = std::min(gap.ci.low, gap.value - slack);
  gap.ci.high = std::max(gap.ci.high, gap.value + slack);
  return gap;
}

// Of the sum over bins of share |gap|.
uncertainty::Interval sumOfGaps(const std::vector<CalibrationBin>& bins, double weight, double z,
                                uncertainty::Bounded (*gapAt)(const CalibrationBin& bin,
                                                              double z)) {
  std::vector<uncertainty::Bounded> gaps;
  std::vector<double> shares;
  for (const auto& bin : bins) {
    gaps.push_back(gapAt(bin, z));
    shares.push_back(bin.weight / weight);
  }
  return uncertainty::absoluteSumInterval(gaps, shares);
}

// What chance adds to the sum of share |gap| at most: where no gap is there in truth. A normal
// variable's mean magnitude is its standard deviation times the root of 2 / pi.
double mostExcess(const std::vector<CalibrationBin>& bins, double weight) {
  double sum = 0;
  for (const auto& bin : bins) {
    const uncertainty::Interval ci = gapOf(bin, 1).ci;
    sum += bin.weight / weight * 0.5 * (ci.high - ci.low);
  }
  return sum * std::sqrt(2 / std::numbers::pi);
}

struct CalibrationError {
  uncertainty::Bounded bounded;
  double excess;  // how far the value may be too high on average; no further than its low end
};

CalibrationError boundedCalibrationError(const std::vector<CalibrationBin>& all, double z) {
  std::vector<CalibrationBin> bins;
  std::ranges::copy_if(all, std::back_inserter(bins),
                       [](const CalibrationBin& bin) { return bin.weight > 0; });
  const double error = expectedCalibrationError(bins);
  if (std::isnan(error)) return {kUndefined, kNaN};
  double weight = 0;
  for (const auto& bin : bins) weight += bin.weight;
  // How many rows each bin has is chance, too.
  double squares = 0;
  for (const auto& bin : bins) {
    const double away = std::abs(bin.scores - bin.positives) / bin.weight - error;
    squares += (bin.positiveSquares + bin.negativeSquares) * away * away;
  }
  const double ofShares = z * std::sqrt(squares) / weight;
  const double joint = uncertainty::jointQuantile(bins.size(), std::erf(z / std::numbers::sqrt2));
  const double below = error - sumOfGaps(bins, weight, joint, jointGapOf).low;
  const double above = sumOfGaps(bins, weight, z, gapOf).high - error;
  if (std::isnan(below) || std::isnan(above)) return {{error, {kNaN, kNaN}}, kNaN};
  const uncertainty::Interval ci{std::max(0.0, error - std::hypot(below, ofShares)),
                                 std::min(1.0, error + std::hypot(above, ofShares))};
  return {{error, ci}, std::min(error - ci.low, mostExcess(bins, weight))};
}

// Excess is no chance that could cancel out: it adds to the distance, where chances add as squares.
uncertainty::Bounded calibrationErrorDifference(const CalibrationError& one,
                                                const CalibrationError& other) {
  const auto& [ours, ourExcess] = one;
  const auto& [theirs, theirExcess] = other;
  const double value = ours.value - theirs.value;
  const double below =
      std::hypot(ours.value - ours.ci.low - ourExcess, theirs.ci.high - theirs.value);
  const double above =
      std::hypot(ours.ci.high - ours.value, theirs.value - theirs.ci.low - theirExcess);
  return {value, {value - ourExcess - below, value + theirExcess + above}};
}

// In the order of kScoreMeasures.
constexpr ByScoreMeasure<uncertainty::Bounded (*)(const ScoreCertainty& group, double z)> kBounded{
    [](const ScoreCertainty& group, double z) {
      return widened(group.areaUnderCurve, group.areaUnderCurveError, z);
    },
    [](const ScoreCertainty& group, double z) {
      return widened(group.averagePrecision, group.averagePrecisionError, z);
    },
    [](const ScoreCertainty& group, double z) {
      return uncertainty::boundedShare(group.brierScore, z);
    },
    [](const ScoreCertainty& group, double z) { return boundedLogLoss(group.logLoss, z); },
    [](const ScoreCertainty& group, double z) {
      return uncertainty::boundedShare(group.meanScore, z);
    },
    [](const ScoreCertainty& group, double z) {
      return boundedCalibrationError(group.calibration, z).bounded;
    }};
constexpr std::size_t kCalibrationError = 5;
static_assert(kScoreMeasures[kCalibrationError] == "expectedCalibrationError");

uncertainty::Bounded differenceAt(std::size_t measure, const ScoreCertainty& one,
                                  const ScoreCertainty& other, double z) {
  if (measure == kCalibrationError) {
    return calibrationErrorDifference(boundedCalibrationError(one.calibration, z),
                                      boundedCalibrationError(other.calibration, z));
  }
  const uncertainty::Bounded ours = kBounded[measure](one, z);
  const uncertainty::Bounded theirs = kBounded[measure](other, z);
  return {ours.value - theirs.value, uncertainty::differenceInterval(ours, theirs)};
}

// By halving the normal quantiles at which the interval does not reach 0.
double testOfDifference(std::size_t measure, const ScoreCertainty& one,
                        const ScoreCertainty& other) {
  if (measure == kCalibrationError) return kNaN;
  if (std::isnan(differenceAt(measure, one, other, 1).ci.low)) return kNaN;
  double low = 0;
  double high = 40;  // as far as a normal probability can be told from 0
  constexpr int kHalvings = 50;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    const auto [least, most] = differenceAt(measure, one, other, middle).ci;
    (least <= 0 && most >= 0 ? high : low) = middle;
  }
  return std::erfc(low / std::numbers::sqrt2);
}

}  // namespace

RankingCertainty rankingCertainty(const std::vector<ScoreCell>& cells, double areaUnderCurve,
                                  double averagePrecision) {
  const auto [positives, negatives] = sumsByOutcome(cells);
  return {effectiveArea(cells, areaUnderCurve), effectivePrecision(cells, averagePrecision),
          std::fmin(positives.weight > 0 ? positives.rows() : 0,
                    negatives.weight > 0 ? negatives.rows() : 0)};
}

ScoreCertainty scoreCertainty(const std::vector<ScoreCell>& cells, const ScoreTotals& totals,
                              const ScoreSummary& summary,
                              std::vector<CalibrationBin> calibration) {
  const auto [areaUnderCurve, averagePrecision, cases] =
      rankingCertainty(cells, summary.areaUnderCurve, summary.averagePrecision);
  return {areaUnderCurve,
          summary.areaUnderCurveError,
          averagePrecision,
          summary.averagePrecisionError,
          effectiveMean(cells, squaredError, summary.brierScore, summary.rows),
          unsureLogLoss(cells, totals, summary.logLoss),
          effectiveMean(cells, ownScore, summary.meanScore, summary.rows),
          std::move(calibration),
          cases};
}

ScoreCertainty scoreCertainty(const ScoreHistogram& histogram, std::size_t parts) {
  return scoreCertainty(cellsOf(histogram), histogram.totals(), summarize(histogram),
                        calibration(histogram, parts));
}

ByScoreMeasure<uncertainty::Bounded> scoreIntervals(const ScoreCertainty& group,
                                                    double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  ByScoreMeasure<uncertainty::Bounded> intervals{};
  for (std::size_t i = 0; i < intervals.size(); ++i) intervals[i] = kBounded[i](group, z);
  return intervals;
}

ByScoreMeasure<ScoreDifference> scoreDifferences(const ScoreCertainty& one,
                                                 const ScoreCertainty& other, double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  ByScoreMeasure<ScoreDifference> differences{};
  for (std::size_t i = 0; i < differences.size(); ++i) {
    differences[i] = {differenceAt(i, one, other, z), testOfDifference(i, one, other)};
  }
  return differences;
}

}  // namespace fairwasm::scores
