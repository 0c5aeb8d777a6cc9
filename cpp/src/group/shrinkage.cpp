// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/shrinkage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unsupported/Eigen/SpecialFunctions>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::group {
namespace {

struct Beta {
  double a;
  double b;

  [[nodiscard]] double mean() const { return a / (a + b); }
  [[nodiscard]] double variance() const { return mean() * (1 - mean()) / (a + b + 1); }
};

double logBeta(double a, double b) { return std::lgamma(a) + std::lgamma(b) - std::lgamma(a + b); }

double logDensity(const Beta& beta, double x) {
  return (beta.a - 1) * std::log(x) + (beta.b - 1) * std::log1p(-x) - logBeta(beta.a, beta.b);
}

double quantile(const Beta& beta, double probability) {
  double low = 0;
  double high = 1;
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (low + high);
    (Eigen::numext::betainc(beta.a, beta.b, middle) < probability ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

Beta posterior(const uncertainty::EffectiveShare& group, const Beta& prior) {
  return {prior.a + group.share * group.trials, prior.b + (1 - group.share) * group.trials};
}

double logLikelihood(std::span<const uncertainty::EffectiveShare> groups, const Beta& prior) {
  double sum = -static_cast<double>(groups.size()) * logBeta(prior.a, prior.b);
  for (const auto& group : groups) {
    const Beta after = posterior(group, prior);
    sum += logBeta(after.a, after.b);
  }
  return sum;
}

// Returns the approximate posterior of m given s: a group is worth trials (s + 1) / (trials + s)
// draws.
Beta meanGiven(double strength, std::span<const uncertainty::EffectiveShare> groups) {
  Beta mean{0.5, 0.5};
  for (const auto& [share, trials, degrees] : groups) {
    const double draws = trials * (strength + 1) / (trials + strength);
    mean.a += draws * share;
    mean.b += draws * (1 - share);
  }
  return mean;
}

// A prior with its posterior weight.
struct Weighted {
  Beta prior;
  double weight;
};

// Returns the trials of the smallest group, at least one.
double smallest(std::span<const uncertainty::EffectiveShare> groups) {
  return std::max(1.0, std::ranges::min(groups, {}, &uncertainty::EffectiveShare::trials).trials);
}

// Approximates the posterior of (m, s) on a grid. The logarithm of s / n has equal steps; its
// density is logistic because n / (n + s) is uniform. For each s, m has equal parts of an
// approximate posterior, corrected by importance weights. The steps start far below 0, because
// large groups can identify a prior that is worth a few trials.
std::vector<Weighted> likelyPriors(std::span<const uncertainty::EffectiveShare> groups) {
  constexpr double kMinLogStrength = -20;
  constexpr double kStep = 0.5;
  constexpr int kStrengths = 57;
  constexpr int kMeans = 15;
  constexpr Beta kJeffreys{0.5, 0.5};
  const double size = smallest(groups);
  std::vector<Weighted> all;
  for (int i = 0; i < kStrengths; ++i) {
    const double step = kMinLogStrength + kStep * i;
    const double strength = size * std::exp(step);
    const double logLogistic = step - 2 * std::log1p(std::exp(step));
    const Beta about = meanGiven(strength, groups);
    for (int j = 0; j < kMeans; ++j) {
      const double mean = quantile(about, (j + 0.5) / kMeans);
      if (!(mean > 0 && mean < 1)) continue;
      const Beta prior{strength * mean, strength * (1 - mean)};
      all.push_back({prior, logLikelihood(groups, prior) + logLogistic +
                                logDensity(kJeffreys, mean) - logDensity(about, mean)});
    }
  }
  const double max = std::ranges::max(all, {}, &Weighted::weight).weight;
  double sum = 0;
  for (auto& [prior, weight] : all) sum += weight = std::exp(weight - max);
  for (auto& each : all) each.weight /= sum;
  return all;
}

uncertainty::Bounded shrunken(const uncertainty::EffectiveShare& group,
                              std::span<const Weighted> priors, double confidence) {
  double mean = 0;
  for (const auto& [prior, weight] : priors) mean += weight * posterior(group, prior).mean();
  double variance = 0;
  for (const auto& [prior, weight] : priors) {
    const Beta after = posterior(group, prior);
    const double distance = after.mean() - mean;
    variance += weight * (after.variance() + distance * distance);
  }
  const double trials = mean * (1 - mean) / variance - 1;
  const Beta matched{mean * trials, (1 - mean) * trials};
  const double tail = 0.5 * (1 - confidence);
  return {mean,
          {std::min(mean, quantile(matched, tail)), std::max(mean, quantile(matched, 1 - tail))}};
}

}  // namespace

std::vector<uncertainty::Bounded> shrunkenRates(const Rate& rate, std::span<const Counts> groups,
                                                double confidence) {
  std::vector<uncertainty::Bounded> result(groups.size(), {kNaN, {kNaN, kNaN}});
  std::vector<uncertainty::EffectiveShare> known;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const uncertainty::EffectiveShare share = effectiveShare(rate, groups[i]);
    if (!(share.trials > 0) || !std::isfinite(share.trials)) continue;
    known.push_back(share);
    places.push_back(i);
  }
  if (known.size() < kMinShrunken) return result;
  const auto priors = likelyPriors(known);
  for (std::size_t i = 0; i < known.size(); ++i) {
    result[places[i]] = shrunken(known[i], priors, confidence);
  }
  return result;
}

}  // namespace fairwasm::group
