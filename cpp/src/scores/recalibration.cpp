// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/recalibration.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::scores {
namespace {

// A cell by its logit. Logits are measured from a central value, which makes the two unknowns
// nearly uncorrelated and their sums accurate.
struct LogitCell {
  double logit;
  ScoreBin bin;
};
using LogitCells = std::vector<LogitCell>;

// A symmetric matrix of the unknowns a and b.
struct Symmetric {
  double aa = 0;
  double ab = 0;
  double bb = 0;

  [[nodiscard]] double determinant() const { return aa * bb - ab * ab; }
  void add(double weight, double x) {
    aa += weight;
    ab += weight * x;
    bb += weight * x * x;
  }
};
struct Line {
  double a;
  double b;

  [[nodiscard]] double at(double x) const { return a + b * x; }
};

// Returns matrix^-1 times (a, b).
Line solved(const Symmetric& matrix, const Line& right) {
  const double determinant = matrix.determinant();
  return {(matrix.bb * right.a - matrix.ab * right.b) / determinant,
          (matrix.aa * right.b - matrix.ab * right.a) / determinant};
}

// Loss and derivatives at a line, for Newton's method and variances.
struct Local {
  double loss = 0;          // negative log-likelihood
  Line gradient{0, 0};      // of the log-likelihood
  Symmetric information;    // negative second derivative
  Symmetric outerProducts;  // sum over rows of the squared gradient: Huber 1967
};

Local localAt(const LogitCells& cells, const Line& line) {
  Local local;
  for (const auto& [x, bin] : cells) {
    const double logit = line.at(x);
    const double odds = std::exp(-std::abs(logit));  // of the less likely outcome
    const double p = logit > 0 ? 1 / (1 + odds) : odds / (1 + odds);
    const double q = logit > 0 ? odds / (1 + odds) : 1 / (1 + odds);
    const double weight = bin.positives + bin.negatives;
    const double residual = bin.positives * q - bin.negatives * p;
    // -ln p = ln(1 + e^-|logit|), plus |logit| for rows with the less likely outcome.
    const double against = logit > 0 ? bin.negatives : bin.positives;
    local.loss += weight * std::log1p(odds) + against * std::abs(logit);
    local.gradient.a += residual;
    local.gradient.b += residual * x;
    local.information.add(weight * p * q, x);
    local.outerProducts.add(bin.positiveSquares * q * q + bin.negativeSquares * p * p, x);
  }
  return local;
}

struct Fit {
  Line line;
  Local local;
};

// Applies Newton's method from `line`; `stepAt` returns the step from the current line.
template <class StepAt>
Fit mostLikely(const LogitCells& cells, const Line& line, StepAt&& stepAt) {
  constexpr int kMaxSteps = 200;
  constexpr int kMaxHalvings = 60;
  constexpr double kEnough = 1e-12;
  constexpr double kRounding = 1e-10;  // of long sums; a last step must not fail because of it
  Fit fit{line, localAt(cells, line)};
  for (int i = 0; i < kMaxSteps; ++i) {
    Line move = stepAt(fit.local);
    const double min = fit.local.loss * (1 + kRounding);
    const Line before = fit.line;
    // Halves steps that are too long; a small enough step succeeds because the log-likelihood is
    // concave.
    for (int half = 0; half < kMaxHalvings; ++half) {
      fit.line = {before.a + move.a, before.b + move.b};
      fit.local = localAt(cells, fit.line);
      if (fit.local.loss <= min) break;
      move = {0.5 * move.a, 0.5 * move.b};
    }
    const auto isSmall = [](double by, double of) {
      return std::abs(by) <= kEnough * (1 + std::abs(of));
    };
    if (isSmall(move.a, fit.line.a) && isSmall(move.b, fit.line.b)) break;
  }
  return fit;
}

struct Outcomes {
  double rows;  // Kish's effective number
  double min;
  double max;
};

// Returns the rows of one outcome with positive weight.
Outcomes getOutcomes(const std::vector<ScoreCell>& cells, double ScoreBin::* weight,
                     double ScoreBin::* square) {
  double sum = 0;
  double squares = 0;
  Outcomes outcomes{0, kNaN, kNaN};
  for (const auto& [score, bin] : cells) {
    if (!(bin.*weight > 0)) continue;
    sum += bin.*weight;
    squares += bin.*square;
    outcomes.min = std::fmin(outcomes.min, score);
    outcomes.max = std::fmax(outcomes.max, score);
  }
  if (sum > 0) outcomes.rows = sum * sum / squares;
  return outcomes;
}

// Returns Wald's interval, with one degree of freedom fewer than the rows of the rarer outcome.
uncertainty::Bounded wald(double value, double variance, double rows, double z) {
  const double reach =
      uncertainty::studentQuantileAt(z, std::max(1.0, rows - 1)) * std::sqrt(variance);
  if (!(rows > 1 + 1e-9) || !std::isfinite(reach)) return {value, {kNaN, kNaN}};
  return {value, {value - reach, value + reach}};
}

uncertainty::Bounded inTheLarge(const LogitCells& cells, double rows, double z) {
  const auto [line, local] = mostLikely(
      cells, {0, 1}, [](const Local& at) { return Line{at.gradient.a / at.information.aa, 0}; });
  const double information = local.information.aa;
  return wald(line.a, local.outerProducts.aa / (information * information), rows, z);
}

// Logits are measured from `middle`.
void fitLine(const LogitCells& cells, double middle, double rows, double z, Recalibration& result) {
  const Fit fit = mostLikely(cells, {0, 0},
                             [](const Local& at) { return solved(at.information, at.gradient); });
  // The variance of u a + v b is that of the sum of all rows' influences.
  const auto computeVariance = [&](double u, double v) {
    const auto [a, b] = solved(fit.local.information, {u, v});
    const Symmetric& products = fit.local.outerProducts;
    return a * a * products.aa + 2 * a * b * products.ab + b * b * products.bb;
  };
  result.intercept = wald(fit.line.a - fit.line.b * middle, computeVariance(1, -middle), rows, z);
  result.slope = wald(fit.line.b, computeVariance(0, 1), rows, z);
}

}  // namespace

Recalibration recalibration(const std::vector<ScoreCell>& cells, double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  Recalibration result{uncertainty::kUndefined, uncertainty::kUndefined, uncertainty::kUndefined};
  const Outcomes positives = getOutcomes(cells, &ScoreBin::positives, &ScoreBin::positiveSquares);
  const Outcomes negatives = getOutcomes(cells, &ScoreBin::negatives, &ScoreBin::negativeSquares);
  const bool hasBoth = positives.rows > 0 && negatives.rows > 0;
  if (!hasBoth || !(cells.front().first > 0 && cells.back().first < 1)) return result;
  LogitCells logits;
  double weight = 0;
  double sum = 0;
  for (const auto& [score, bin] : cells) {
    logits.push_back({std::log(score) - std::log1p(-score), bin});
    weight += bin.positives + bin.negatives;
    sum += (bin.positives + bin.negatives) * logits.back().logit;
  }
  const double rows = std::min(positives.rows, negatives.rows);
  result.inTheLarge = inTheLarge(logits, rows, z);
  const bool overlaps = positives.max > negatives.min && negatives.max > positives.min;
  if (!overlaps) return result;
  const double middle = sum / weight;
  for (auto& cell : logits) cell.logit -= middle;
  fitLine(logits, middle, rows, z, result);
  return result;
}

}  // namespace fairwasm::scores
