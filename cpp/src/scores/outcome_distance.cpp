// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/outcome_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "fairwasm/core/nan.hpp"
#include "gamma.hpp"

namespace fairwasm::scores {
namespace {

constexpr std::size_t kOutcomeDraws = 999;
constexpr std::size_t kMaxOutcomeGroups = 64;
constexpr std::uint64_t kOutcomeSeed = 3;

using Proportions = std::vector<double>;

// A group, or all groups but one.
struct OutcomeSide {
  Proportions weights;
  Proportions squares;
  double weight = 0;
  double rows = 0;  // Kish's effective number
  Proportions proportions;

  explicit OutcomeSide(std::size_t outcomes) : weights(outcomes), squares(outcomes) {}

  void add(std::span<const double> more, std::span<const double> moreSquares) {
    for (std::size_t k = 0; k < weights.size(); ++k) {
      weights[k] += more[k];
      squares[k] += moreSquares[k];
    }
  }
  void prepare() {
    double squared = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      weight += weights[k];
      squared += squares[k];
    }
    rows = squared > 0 ? weight * weight / squared : 0;
    for (const double each : weights) proportions.push_back(each / weight);
  }
};

// The deviations of a side's drawn proportions from their mean, and the distance between the two.
struct SampledError {
  Proportions deviations;
  double root = 0;  // of the Jensen-Shannon divergence
};

double divergence(const Proportions& one, const Proportions& other) {
  double sum = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    if (one[k] > 0) sum += one[k] * std::log(one[k] / other[k]);
  }
  return std::max(0.0, sum);
}

double computeJensenShannon(const Proportions& one, const Proportions& other) {
  Proportions middle;
  for (std::size_t k = 0; k < one.size(); ++k) middle.push_back((one[k] + other[k]) / 2);
  return std::min(std::numbers::ln2, (divergence(one, middle) + divergence(other, middle)) / 2);
}

// Total variation, greatest difference, and norm of the differences.
std::array<double, 3> computeNorms(const Proportions& one, const Proportions& other, double power) {
  double sum = 0;
  double max = 0;
  double powers = 0;
  for (std::size_t k = 0; k < one.size(); ++k) {
    const double apart = std::abs(one[k] - other[k]);
    sum += apart;
    max = std::max(max, apart);
    powers += std::pow(apart, power);
  }
  return {sum / 2, max, std::pow(powers, 1 / power)};
}

// Draws from Jeffreys' posterior, which has half a row more of each outcome. Its deviations are
// scaled to the variance of a sample.
SampledError drawError(const OutcomeSide& side, uncertainty::RandomStream& random) {
  const double perRow = side.weight / side.rows;
  const double all = side.rows + static_cast<double>(side.weights.size()) / 2;
  Proportions drawn;
  Proportions center;
  double sum = 0;
  for (const double weight : side.weights) {
    const double shape = weight / perRow + 0.5;
    center.push_back(shape / all);
    sum += drawn.emplace_back(drawGamma(shape, random));
  }
  for (auto& each : drawn) each /= sum;
  const double spread = std::sqrt((all + 1) / (side.rows - 1));
  SampledError error{{}, spread * std::sqrt(computeJensenShannon(drawn, center))};
  for (std::size_t k = 0; k < drawn.size(); ++k) {
    error.deviations.push_back(spread * (drawn[k] - center[k]));
  }
  return error;
}

uncertainty::Bounded reached(double value, std::vector<double>& errors, double confidence,
                             double max) {
  if (errors.empty()) return {value, uncertainty::kNoInterval};
  const double reach = uncertainty::quantile(errors, confidence);
  return {value, {std::max(0.0, value - reach), std::min(max, value + reach)}};
}

uncertainty::Bounded computeSquared(const uncertainty::Bounded& root, double max) {
  const auto square = [&](double x) { return std::min(x * x, max); };  // NaN stays NaN
  return {square(root.value), {square(root.ci.low), square(root.ci.high)}};
}

struct OutcomePair {
  std::size_t one;
  std::size_t other;
  std::array<std::vector<double>, 4> errors{};  // of the norms, and of the divergence's root
};

std::vector<OutcomePair> outcomePairs(std::size_t groups) {
  std::vector<OutcomePair> pairs;
  for (std::size_t i = 0; i < groups; ++i) {
    for (std::size_t j = i + 1; j < groups; ++j) pairs.push_back({i, j});
  }
  for (std::size_t i = 0; i < groups; ++i) pairs.push_back({i, groups + i});
  return pairs;
}

std::vector<OutcomeSide> outcomeSides(std::span<const double> weights,
                                      std::span<const double> squares, std::size_t outcomes) {
  const std::size_t groups = weights.size() / outcomes;
  std::vector<OutcomeSide> sides(2 * groups, OutcomeSide(outcomes));
  for (std::size_t g = 0; g < groups; ++g) {
    const auto own = weights.subspan(g * outcomes, outcomes);
    const auto ownSquares = squares.subspan(g * outcomes, outcomes);
    sides[g].add(own, ownSquares);
    for (std::size_t other = 0; other < groups; ++other) {
      if (other != g) sides[groups + other].add(own, ownSquares);
    }
  }
  for (auto& side : sides) side.prepare();
  return sides;
}

void drawAll(const std::vector<OutcomeSide>& sides, std::vector<OutcomePair>& pairs, double power) {
  const Proportions none(sides.front().weights.size());
  std::vector<SampledError> errors(sides.size());
  for (std::size_t draw = 0; draw < kOutcomeDraws; ++draw) {
    uncertainty::RandomStream random(kOutcomeSeed, draw);
    for (std::size_t s = 0; s < sides.size(); ++s) {
      if (sides[s].rows >= 2) errors[s] = drawError(sides[s], random);
    }
    for (auto& pair : pairs) {
      if (!(sides[pair.one].rows >= 2 && sides[pair.other].rows >= 2)) continue;
      const auto& ours = errors[pair.one];
      const auto& theirs = errors[pair.other];
      const auto norms = computeNorms(ours.deviations, theirs.deviations, power);
      for (std::size_t n = 0; n < norms.size(); ++n) pair.errors[n].push_back(norms[n]);
      pair.errors[3].push_back(ours.root + theirs.root);
    }
  }
}

OutcomeDistance computeDistance(const std::vector<OutcomeSide>& sides, OutcomePair& pair,
                                double power, double confidence) {
  const auto& one = sides[pair.one];
  const auto& other = sides[pair.other];
  if (!(one.weight > 0 && other.weight > 0)) {
    return {kNaN, uncertainty::kUndefined, uncertainty::kUndefined, uncertainty::kUndefined,
            uncertainty::kUndefined};
  }
  const auto& p = one.proportions;
  const auto& q = other.proportions;
  const auto [variation, largest, norm] = computeNorms(p, q, power);
  auto& [ofVariation, ofLargest, ofNorm, ofRoot] = pair.errors;
  const auto root = reached(std::sqrt(computeJensenShannon(p, q)), ofRoot, confidence,
                            std::sqrt(std::numbers::ln2));
  return {divergence(p, q), computeSquared(root, std::numbers::ln2),
          reached(variation, ofVariation, confidence, 1),
          reached(largest, ofLargest, confidence, 1),
          reached(norm, ofNorm, confidence, std::pow(2, 1 / power))};
}

}  // namespace

std::vector<OutcomeDistance> outcomeDistances(std::span<const double> weights,
                                              std::span<const double> squares, std::size_t outcomes,
                                              double power, double confidence) {
  static_cast<void>(uncertainty::twoSidedQuantile(confidence));
  const auto sides = outcomeSides(weights, squares, outcomes);
  auto pairs = outcomePairs(sides.size() / 2);
  if (!sides.empty() && sides.size() <= 2 * kMaxOutcomeGroups) drawAll(sides, pairs, power);
  std::vector<OutcomeDistance> distances;
  for (auto& pair : pairs) distances.push_back(computeDistance(sides, pair, power, confidence));
  return distances;
}

}  // namespace fairwasm::scores
