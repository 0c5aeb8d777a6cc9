// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/repeated/effects.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/tests.hpp"
#include "item_means.hpp"

namespace fairwasm::repeated {
namespace {

using uncertainty::Bounded;
using uncertainty::Interval;

constexpr Effect kUnknown{
    .items = 0,
    .mean = kNaN,
    .referenceMean = kNaN,
    .gap = uncertainty::kUndefined,
    .gapPValue = kNaN,
    .jointCi = uncertainty::kNoInterval,
    .jointPValue = kNaN,
    .onlyVariant = kNaN,
    .onlyReference = kNaN,
    .mcnemar = kNaN,
    .repeatedItems = 0,
    .withinReference = kNaN,
    .withinVariant = kNaN,
    .between = kNaN,
    .squaredEffect = uncertainty::kUndefined,
    .squaredEffectError = kNaN,
    .noEffectPValue = kNaN,
    .canceled = uncertainty::kUndefined,
    .itemVariance = kNaN,
    .noiseVariance = kNaN,
};

template <class Value>
ItemMean meanOver(std::span<const Pair> pairs, Value&& value) {
  return itemMean(
      pairs.size(), [&](std::size_t i) { return value(pairs[i]); },
      [&](std::size_t i) { return pairs[i].items; });
}

bool isRepeated(const Cell& cell) { return cell.runs >= 2; }

// Gaps of outcomes 0 and 1 are in [-1, 1].
Interval limited(const Interval& ci, bool isBinary) {
  return isBinary && uncertainty::isKnown(ci)
             ? Interval{std::max(-1.0, ci.low), std::min(1.0, ci.high)}
             : ci;
}

void addDiscordant(const Runs& runs, std::span<const Pair> pairs, Effect& effect) {
  const bool hasSingleRuns = std::ranges::all_of(
      pairs, [](const Pair& pair) { return pair.variant.runs == 1 && pair.reference.runs == 1; });
  if (!runs.isBinary() || !hasSingleRuns) return;
  effect.onlyVariant = effect.onlyReference = 0;
  for (const Pair& pair : pairs) {
    if (pair.gap() > 0) effect.onlyVariant += pair.items;
    if (pair.gap() < 0) effect.onlyReference += pair.items;
  }
  effect.mcnemar = uncertainty::mcnemarTest(effect.onlyVariant, effect.onlyReference);
}

// Variance of the outcomes of a cell, with denominator R.
double computeSpread(const Cell& cell) { return cell.squares / cell.runs; }

void addRepeated(const Runs& runs, std::span<const Pair> pairs, std::size_t variant,
                 std::size_t reference, const Settings& settings, Effect& effect) {
  effect.withinVariant =
      meanOver(pairs, [](const Pair& pair) { return 2 * pair.variant.variance(); }).mean;
  effect.withinReference =
      meanOver(pairs, [](const Pair& pair) { return 2 * pair.reference.variance(); }).mean;
  effect.between = meanOver(pairs, [](const Pair& pair) {
                     return pair.gap() * pair.gap() + computeSpread(pair.variant) +
                            computeSpread(pair.reference);
                   }).mean;
  const ItemMean squared = meanOver(pairs, [](const Pair& pair) { return pair.squaredEffect(); });
  effect.repeatedItems = squared.items;
  effect.squaredEffect = squared.boundedSkewed(settings.confidence);
  effect.squaredEffectError = squared.error;
  effect.noEffectPValue =
      noEffectTest(runs, pairs, variant, reference, settings.permutations, settings.seed);
  effect.canceled = canceledShare(pairs, squared, settings.confidence, settings.seed);
}

// With single runs, the variance between items includes the noise of one run of each cell.
void addVariances(std::span<const Pair> repeated, const ItemMean& gap, bool hasSingleRuns,
                  Effect& effect) {
  if (hasSingleRuns) {
    effect.itemVariance = gap.error * gap.error * gap.items;
    return;
  }
  const ItemMean own = meanOver(repeated, [](const Pair& pair) { return pair.gap(); });
  const double noise = meanOver(repeated, [](const Pair& pair) {
                         return pair.variant.noise() + pair.reference.noise();
                       }).mean;
  const double variance = own.error * own.error * own.items;
  effect.itemVariance = std::isnan(variance) ? kNaN : std::max(0.0, variance - noise);
  effect.noiseVariance = (effect.withinVariant + effect.withinReference) / 2;
}

struct Compared {
  Effect effect = kUnknown;
  ItemMean gap;
};

Compared compared(const Runs& runs, std::size_t variant, std::size_t reference,
                  const Settings& settings) {
  Compared result;
  Effect& effect = result.effect;
  const std::vector<Pair> pairs = computePairs(runs, variant, reference);
  if (pairs.empty()) return result;
  result.gap = meanOver(pairs, [](const Pair& pair) { return pair.gap(); });
  effect.items = result.gap.items;
  effect.mean = meanOver(pairs, [](const Pair& pair) { return pair.variant.mean; }).mean;
  effect.referenceMean = meanOver(pairs, [](const Pair& pair) { return pair.reference.mean; }).mean;
  effect.gap = result.gap.bounded(settings.confidence);
  effect.gap.ci = limited(effect.gap.ci, runs.isBinary());
  effect.gapPValue = result.gap.pValue();
  addDiscordant(runs, pairs, effect);
  std::vector<Pair> repeated;
  std::ranges::copy_if(pairs, std::back_inserter(repeated), [](const Pair& pair) {
    return isRepeated(pair.variant) && isRepeated(pair.reference);
  });
  if (!repeated.empty()) addRepeated(runs, repeated, variant, reference, settings, effect);
  const bool hasSingleRuns = std::ranges::all_of(
      pairs, [](const Pair& pair) { return pair.variant.runs == 1 && pair.reference.runs == 1; });
  if (!repeated.empty() || hasSingleRuns) addVariances(repeated, result.gap, hasSingleRuns, effect);
  return result;
}

// Sums over items of products of the gaps' deviations from their means, divided by the numbers of
// items: the covariance of the gaps.
std::vector<std::vector<double>> getProducts(const Runs& runs,
                                             std::span<const std::size_t> variants,
                                             std::size_t reference, std::span<const Compared> all) {
  std::vector<std::vector<double>> products(variants.size(), std::vector<double>(variants.size()));
  std::vector<double> away(variants.size());
  for (std::size_t item = 0; item < runs.items(); ++item) {
    const Cell& other = runs.at(item, reference);
    if (other.runs == 0) continue;
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const Cell& cell = runs.at(item, variants[i]);
      const ItemMean& gap = all[variants[i]].gap;
      away[i] = cell.runs == 0 ? 0 : (cell.mean - other.mean - gap.mean) / gap.items;
    }
    for (std::size_t i = 0; i < away.size(); ++i) {
      for (std::size_t j = 0; j < away.size(); ++j) products[i][j] += away[i] * away[j];
    }
  }
  return products;
}

void addJointly(const Runs& runs, std::size_t reference, const Settings& settings,
                std::span<Compared> all) {
  std::vector<std::size_t> variants;
  double items = kInfinity;
  for (std::size_t variant = 0; variant < all.size(); ++variant) {
    if (variant == reference || !uncertainty::isKnown(all[variant].effect.gap.ci)) continue;
    variants.push_back(variant);
    items = std::min(items, all[variant].gap.items);
  }
  std::optional<LargestT> largest;
  if (variants.size() > 1) {
    largest.emplace(getProducts(runs, variants, reference, all), items - 1, settings.seed);
  }
  for (const std::size_t variant : variants) {
    auto& [effect, gap] = all[variant];
    effect.jointCi = effect.gap.ci;
    effect.jointPValue = effect.gapPValue;
    if (!largest) continue;
    const double reach = gap.error * largest->quantile(settings.confidence);
    const Interval wide = limited({gap.mean - reach, gap.mean + reach}, runs.isBinary());
    // Random draws must not make the interval narrower than that of one variant.
    effect.jointCi = {std::min(wide.low, effect.gap.ci.low),
                      std::max(wide.high, effect.gap.ci.high)};
    effect.jointPValue = std::max(effect.gapPValue, largest->pValue(gap.mean / gap.error));
  }
}

// Cochran 1950.
void addCochran(const Runs& runs, std::span<const std::size_t> items, AllVariants& result) {
  const std::size_t variants = runs.variants();
  std::vector<double> ones(variants);
  double total = 0;
  double squares = 0;
  for (const std::size_t item : items) {
    double row = 0;
    for (std::size_t variant = 0; variant < variants; ++variant) {
      const Cell& cell = runs.at(item, variant);
      if (cell.runs != 1) return;
      ones[variant] += cell.mean;
      row += cell.mean;
    }
    total += row;
    squares += row * row;
  }
  const auto count = static_cast<double>(variants);
  double columns = 0;
  for (const double each : ones) columns += each * each;
  const double discordant = count * total - squares;
  if (!(discordant > 0)) return;
  result.cochransQ = (count - 1) * (count * columns - total * total) / discordant;
  result.cochransDegrees = count - 1;
  result.cochransPValue = uncertainty::chiSquaredTail(result.cochransQ, count - 1);
}

double varianceBetween(const Runs& runs, std::size_t item) {
  const auto count = static_cast<double>(runs.variants());
  double mean = 0;
  double noise = 0;
  for (std::size_t variant = 0; variant < runs.variants(); ++variant) {
    mean += runs.at(item, variant).mean / count;
    noise += runs.at(item, variant).noise() / count;
  }
  double squares = 0;
  for (std::size_t variant = 0; variant < runs.variants(); ++variant) {
    const double away = runs.at(item, variant).mean - mean;
    squares += away * away;
  }
  return squares / (count - 1) - noise;
}

}  // namespace

std::vector<Effect> effects(const Runs& runs, std::size_t reference, const Settings& settings) {
  uncertainty::twoSidedQuantile(settings.confidence);
  if (reference >= runs.variants()) {
    throw Error(ErrorCode::kInvalidArgument,
                {"reference", "one of the variants", std::to_string(reference), {}});
  }
  std::vector<Compared> all;
  for (std::size_t variant = 0; variant < runs.variants(); ++variant) {
    all.push_back(variant == reference ? Compared{} : compared(runs, variant, reference, settings));
  }
  addJointly(runs, reference, settings, all);
  std::vector<Effect> result;
  for (const Compared& each : all) result.push_back(each.effect);
  return result;
}

AllVariants allVariants(const Runs& runs, double confidence) {
  uncertainty::twoSidedQuantile(confidence);
  AllVariants result{.items = 0,
                     .cochransQ = kNaN,
                     .cochransDegrees = kNaN,
                     .cochransPValue = kNaN,
                     .repeatedItems = 0,
                     .betweenVariance = uncertainty::kUndefined,
                     .betweenVarianceError = kNaN};
  if (runs.variants() < 2) return result;
  std::vector<std::size_t> items;
  std::vector<double> variances;
  for (std::size_t item = 0; item < runs.items(); ++item) {
    double fewest = kInfinity;
    for (std::size_t variant = 0; variant < runs.variants(); ++variant) {
      fewest = std::min(fewest, runs.at(item, variant).runs);
    }
    if (fewest > 0) items.push_back(item);
    if (fewest > 1) variances.push_back(varianceBetween(runs, item));
  }
  result.items = static_cast<double>(items.size());
  if (runs.isBinary()) addCochran(runs, items, result);
  result.repeatedItems = static_cast<double>(variances.size());
  if (variances.empty()) return result;
  const ItemMean mean = itemMean(
      variances.size(), [&](std::size_t i) { return variances[i]; },
      [](std::size_t) { return 1.0; });
  result.betweenVariance = mean.boundedSkewed(confidence);
  result.betweenVarianceError = mean.error;
  return result;
}

double itemsNeeded(double itemVariance, double noiseVariance, double delta, double runs,
                   double confidence, double power) {
  const double z = uncertainty::twoSidedQuantile(confidence) + uncertainty::normalQuantile(power);
  return std::ceil(z * z * (itemVariance + noiseVariance / runs) / (delta * delta));
}

}  // namespace fairwasm::repeated
