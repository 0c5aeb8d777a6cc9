// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/cross_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::amplification {
namespace {

double normalDensity(double z) {
  return std::exp(-z * z / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
}

// A leaning of fewer standard errors is simulated as 0, where the sign is a coin toss and the value
// varies most. Leanings without a bias rarely exceed it, so that their intervals are not too short.
constexpr double kUnclear = 2.5;

double shrunk(double value, double by) {
  const double square = value * value - by * by;
  return square > 0 ? std::copysign(std::sqrt(square), value) : 0;
}

Corrected corrected(double value, double deviation, double draws, double confidence) {
  if (!(draws > 1) || !(deviation > 0)) return {value, kNaN, kNaN, kNaN};
  // The standard deviation is estimated from a limited number of draws, so Student's quantile is
  // converted to the normal scale.
  const double scale =
      uncertainty::studentQuantile(0.975, draws - 1) / uncertainty::normalQuantile(0.975);
  const double error = scale * deviation;
  const double reach = uncertainty::twoSidedQuantile(confidence) * error;
  const double pValue = 2 * uncertainty::normalProbability(-std::abs(value) / error);
  return {value, value - reach, value + reach, pValue};
}

}  // namespace

CrossFit::CrossFit(std::vector<double> leanings, std::vector<double> changes, double otherwise,
                   double divisor)
    : pairs_(leanings.size()), otherwise_(otherwise), divisor_(divisor) {
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    pairs_[i].leaning = leanings[i];
    pairs_[i].change = changes[i];
  }
}

double CrossFit::getSign(double leaning) const {
  return leaning > 0 ? 1 : leaning < 0 ? otherwise_ : 0;
}

void CrossFit::takeHalf(Pair& pair, double leaning, double change) const {
  if (std::isnan(change)) return;
  const double sign = getSign(leaning);
  pair.sum += sign == 0 ? 0 : sign * change;
  pair.size += sign;
  pair.decided += leaning == 0 ? 0 : 1;
  pair.halves += 1;
}

void CrossFit::take(const HalvesDraw& draw) {
  draws_ += 1;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    Pair& pair = pairs_[i];
    if (std::isnan(pair.change)) continue;
    takeHalf(pair, draw.leaningOfFirst[i], draw.changeOfRest[i]);
    takeHalf(pair, draw.leaningOfRest[i], draw.changeOfFirst[i]);
    const double ofLeaning = draw.leaningNoise[i];
    pair.leaningSquares += ofLeaning * ofLeaning;
    pair.products += ofLeaning * draw.changeNoise[i];
  }
}

void CrossFit::simulate(const HalvesDraw& draw) {
  double sum = 0;
  double size = 0;
  const double number = static_cast<double>(simulated_.size());
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    Pair& pair = pairs_[i];
    if (std::isnan(pair.change)) continue;
    const double deviation = std::sqrt(pair.leaningSquares / draws_);
    const double other = draw.otherNoise.empty() ? 0 : draw.otherNoise[i];
    const double change = pair.change + draw.changeNoise[i] + other;
    double sign = getSign(pair.leaning);
    double value = sign * change;
    if (deviation > 0) {
      const double z =
          (shrunk(pair.leaning, kUnclear * deviation) + draw.leaningNoise[i]) / deviation;
      const double jump = 1 - otherwise_;
      sign = otherwise_ + jump * uncertainty::normalProbability(z);
      value = sign * change - jump * normalDensity(z) * pair.products / draws_ / deviation;
    }
    sum += value;
    size += sign * pair.decidedHalves();
    // Welford's update of mean and squares.
    const double distance = value - pair.mean;
    pair.mean += distance / (number + 1);
    pair.squares += distance * (value - pair.mean);
  }
  simulated_.push_back(divisor_ == 0 ? sum / size : sum / divisor_);
}

double CrossFit::divisor() const {
  if (divisor_ != 0) return divisor_;
  double size = 0;
  for (const Pair& pair : pairs_) size += pair.meanSize();
  return size == 0 ? kNaN : size;
}

CrossFitResult CrossFit::result(double confidence, double minVariance) const {
  const auto draws = static_cast<double>(simulated_.size());
  const double by = divisor();
  CrossFitResult result;
  double sum = 0;
  bool any = false;
  for (const Pair& pair : pairs_) {
    const bool isDefined = !std::isnan(pair.change);
    any = any || isDefined;
    if (isDefined) sum += pair.value();
    const double deviation = draws > 1 ? std::sqrt(pair.squares / (draws - 1)) : 0;
    result.pairs.push_back(corrected(isDefined ? pair.value() / by : kNaN, deviation / std::abs(by),
                                     draws, confidence));
  }
  double mean = 0;
  for (const double value : simulated_) mean += value / draws;
  double squares = 0;
  for (const double value : simulated_) squares += (value - mean) * (value - mean);
  const double deviation =
      draws > 1 ? std::max(std::sqrt(squares / (draws - 1)), std::sqrt(minVariance) / std::abs(by))
                : 0;
  result.total = corrected(any && draws_ > 0 ? sum / by : kNaN, deviation, draws, confidence);
  return result;
}

}  // namespace fairwasm::amplification
