// SPDX-License-Identifier: Apache-2.0
#include "scan_score.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::group::internal {
namespace {

constexpr double kGreatestFactor = 1e3;  // q is in [1 / kGreatestFactor, kGreatestFactor]
constexpr std::size_t kFactorsALogarithm = 64;
constexpr int kBisections = 40;
constexpr int kNewtonSteps = 60;

void require(bool isGood, const char* argument, const char* expected, double actual,
             std::size_t row) {
  if (isGood) return;
  throw Error(ErrorCode::kInvalidArgument, {argument, expected, shown(actual), row});
}

// Computes sum ln(1 - p + q p) with one logarithm for many factors; each factor is in [1e-3, 1e3].
double sumOfLogarithms(const Evidence& evidence, double q) {
  double sum = 0;
  double product = 1;
  std::size_t factors = 0;
  for (const auto& part : evidence.expectations) {
    for (const double p : part) {
      product *= 1 - p + q * p;
      if (++factors % kFactorsALogarithm != 0) continue;
      sum += std::log(product);
      product = 1;
    }
  }
  return sum + std::log(product);
}

// Returns y ln(rate), with 0 ln 0 = 0.
double logTerm(double count, double rate) { return count == 0 ? 0 : count * std::log(rate); }

// Finds the zero of y - sum q p / (1 - p + q p) in t = ln q by Newton's method within a bracket.
double bestLogOdds(const Evidence& evidence, Interval bracket) {
  double t = std::clamp(0.0, bracket.low, bracket.high);
  for (int step = 0; step < kNewtonSteps; ++step) {
    const double q = std::exp(t);
    double slope = evidence.observed;
    double curvature = 0;
    for (const auto& part : evidence.expectations) {
      for (const double p : part) {
        const double probability = q * p / (1 - p + q * p);
        slope -= probability;
        curvature += probability * (1 - probability);
      }
    }
    (slope > 0 ? bracket.low : bracket.high) = t;
    double next = t + slope / curvature;
    if (!(next > bracket.low && next < bracket.high)) next = (bracket.low + bracket.high) / 2;
    if (std::abs(next - t) <= 1e-12) return next;
    t = next;
  }
  return t;
}

}  // namespace

void requireScannable(const ScanModel& model, std::span<const double> observed,
                      std::span<const double> expected) {
  if (observed.size() != expected.size()) {
    throw Error(ErrorCode::kShapeMismatch, {"expected",
                                            std::to_string(observed.size()) + " values",
                                            std::to_string(expected.size()),
                                            {}});
  }
  const bool isBinary =
      model.statistic == ScanStatistic::kBernoulli || model.statistic == ScanStatistic::kBerkJones;
  if (model.statistic == ScanStatistic::kBerkJones && !(model.alpha > 0 && model.alpha < 1)) {
    throw Error(
        ErrorCode::kInvalidArgument,
        {"alpha", "a number between 0 and 1, for Berk-Jones scoring", shown(model.alpha), {}});
  }
  if (model.statistic == ScanStatistic::kGaussian && !(model.variance > 0)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"variance", "a number above 0", shown(model.variance), {}});
  }
  for (std::size_t row = 0; row < observed.size(); ++row) {
    const double y = observed[row];
    const double p = expected[row];
    require(std::isfinite(y) && std::isfinite(p), "observed and expected", "finite numbers",
            std::isfinite(y) ? p : y, row);
    if (isBinary) require(y == 0 || y == 1, "observed", "0 or 1", y, row);
    if (model.statistic == ScanStatistic::kBernoulli) {
      require(p >= 0 && p <= 1, "expected", "a probability", p, row);
    }
    if (model.statistic == ScanStatistic::kPoisson) {
      require(y >= 0, "observed", "a count", y, row);
      require(p >= 0, "expected", "0 or more", p, row);
    }
  }
}

void Evidence::add(const Evidence& other) {
  rows += other.rows;
  observed += other.observed;
  expected += other.expected;
  product += other.product;
  expectedSquared += other.expectedSquared;
  expectations.insert(expectations.end(), other.expectations.begin(), other.expectations.end());
}

ScanScore::ScanScore(const ScanModel& model)
    : model_(model), neutral_(model.statistic == ScanStatistic::kBerkJones ? model.alpha : 0) {
  const double reach = std::log(kGreatestFactor);
  if (model.statistic == ScanStatistic::kBerkJones) {
    range_ = model.direction == ScanDirection::kPositive ? Interval{model.alpha, 1}
                                                         : Interval{0, model.alpha};
  } else {
    range_ = model.direction == ScanDirection::kPositive ? Interval{0, reach} : Interval{-reach, 0};
  }
}

double ScanScore::value(const Evidence& evidence, double t) const {
  if (t == neutral_) return 0;
  switch (model_.statistic) {
    case ScanStatistic::kBernoulli:
      return evidence.observed * t - sumOfLogarithms(evidence, std::exp(t));
    case ScanStatistic::kPoisson:
      return evidence.observed * t + evidence.expected * (1 - std::exp(t));
    case ScanStatistic::kGaussian: {
      const double q = std::exp(t);
      return ((q - 1) * evidence.product + (1 - q * q) / 2 * evidence.expectedSquared) /
             model_.variance;
    }
    case ScanStatistic::kBerkJones:
      return logTerm(evidence.observed, t / model_.alpha) +
             logTerm(evidence.rows - evidence.observed, (1 - t) / (1 - model_.alpha));
  }
  return kNaN;
}

double ScanScore::best(const Evidence& evidence) const {
  if (evidence.rows == 0) return neutral_;
  const auto clamped = [&](double t) {
    return std::isnan(t) ? neutral_ : std::clamp(t, range_.low, range_.high);
  };
  switch (model_.statistic) {
    case ScanStatistic::kBernoulli: {
      // The derivative at the neutral value shows whether the score can increase in this direction.
      const double slope = evidence.observed - evidence.expected;
      if (model_.direction == ScanDirection::kPositive ? slope <= 0 : slope >= 0) return neutral_;
      return bestLogOdds(evidence, range_);
    }
    case ScanStatistic::kPoisson:
      return clamped(std::log(evidence.observed / evidence.expected));
    case ScanStatistic::kGaussian: {
      const double q = evidence.product / evidence.expectedSquared;
      return clamped(q > 0 ? std::log(q) : (std::isnan(q) ? q : range_.low));
    }
    case ScanStatistic::kBerkJones:
      return clamped(evidence.observed / evidence.rows);
  }
  return neutral_;
}

Interval ScanScore::positive(const Evidence& evidence, double penalty) const {
  const double peak = best(evidence);
  if (!(value(evidence, peak) > penalty)) return {peak, peak};
  // Finds the end of the range above the penalty by bisection, starting at the peak.
  const auto edge = [&](double outside) {
    if (value(evidence, outside) > penalty) return outside;
    double inside = peak;
    for (int i = 0; i < kBisections; ++i) {
      const double middle = (inside + outside) / 2;
      (value(evidence, middle) > penalty ? inside : outside) = middle;
    }
    return outside;
  };
  return {edge(range_.low), edge(range_.high)};
}

}  // namespace fairwasm::group::internal
