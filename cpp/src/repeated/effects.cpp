// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/repeated/effects.hpp"

#include <algorithm>
#include <cmath>
#include <map>
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
    .degrees = kNaN,
    .designEffect = kNaN,
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
    .squaredEffectJointCi = uncertainty::kNoInterval,
    .noEffectJointPValue = kNaN,
    .canceled = uncertainty::kUndefined,
    .itemVariance = kNaN,
    .noiseVariance = kNaN,
};

template <class Value>
ItemMean meanOver(std::span<const Pair> pairs, Value&& value) {
  std::vector<ItemValue> values;
  for (const Pair& pair : pairs) values.push_back({value(pair), pair.items, pair.cluster});
  return itemMean(values);
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
  if (!runs.isBinary() || !hasSingleRuns || runs.isClustered()) return;
  effect.onlyVariant = effect.onlyReference = 0;
  for (const Pair& pair : pairs) {
    if (pair.gap() > 0) effect.onlyVariant += pair.items;
    if (pair.gap() < 0) effect.onlyReference += pair.items;
  }
  effect.mcnemar = uncertainty::mcnemarTest(effect.onlyVariant, effect.onlyReference);
}

// Variance of the outcomes of a cell, with denominator R.
double computeSpread(const Cell& cell) { return cell.squares / cell.runs; }

// One variant compared with the reference, and the numbers that joint results need.
struct Compared {
  Effect effect = kUnknown;
  ItemMean gap;
  ItemMean squared;
  NullEffects none;
};

// Squared effects of outcomes 0 and 1 are at most 1.
Interval squaredInterval(const Runs& runs, const Compared& compared, double confidence) {
  const Interval ci = compared.none.interval(compared.squared, confidence);
  return runs.isBinary() && uncertainty::isKnown(ci) ? Interval{ci.low, std::min(1.0, ci.high)}
                                                     : ci;
}

void addRepeated(const Runs& runs, std::span<const Pair> pairs, std::size_t variant,
                 std::size_t reference, const Settings& settings, Compared& result) {
  Effect& effect = result.effect;
  effect.withinVariant =
      meanOver(pairs, [](const Pair& pair) { return 2 * pair.variant.variance(); }).mean;
  effect.withinReference =
      meanOver(pairs, [](const Pair& pair) { return 2 * pair.reference.variance(); }).mean;
  effect.between = meanOver(pairs, [](const Pair& pair) {
                     return pair.gap() * pair.gap() + computeSpread(pair.variant) +
                            computeSpread(pair.reference);
                   }).mean;
  result.squared = meanOver(pairs, [](const Pair& pair) { return pair.squaredEffect(); });
  result.none = NullEffects(runs, pairs, variant, reference, settings.permutations, settings.seed);
  effect.repeatedItems = result.squared.items;
  effect.squaredEffect = {result.squared.mean, squaredInterval(runs, result, settings.confidence)};
  effect.squaredEffectError = result.squared.error;
  effect.noEffectPValue = result.none.pValue();
  if (effect.squaredEffect.ci.low > 0) {
    effect.canceled = canceledShare(pairs, result.squared, settings.confidence, settings.seed);
  }
}

// With single runs, the variance between items includes the noise of one run of each cell.
void addVariances(std::span<const Pair> repeated, const ItemMean& gap, bool hasSingleRuns,
                  Effect& effect) {
  if (hasSingleRuns) {
    effect.itemVariance = gap.variance;
    return;
  }
  const ItemMean own = meanOver(repeated, [](const Pair& pair) { return pair.gap(); });
  const double noise = meanOver(repeated, [](const Pair& pair) {
                         return pair.variant.noise() + pair.reference.noise();
                       }).mean;
  effect.itemVariance = std::isnan(own.variance) ? kNaN : std::max(0.0, own.variance - noise);
  effect.noiseVariance = (effect.withinVariant + effect.withinReference) / 2;
}

Compared compared(const Runs& runs, std::size_t variant, std::size_t reference,
                  const Settings& settings) {
  Compared result;
  Effect& effect = result.effect;
  const std::vector<Pair> pairs = computePairs(runs, variant, reference);
  if (pairs.empty()) return result;
  result.gap = meanOver(pairs, [](const Pair& pair) { return pair.gap(); });
  effect.items = result.gap.items;
  effect.degrees = result.gap.degrees;
  effect.designEffect = result.gap.designEffect();
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
  if (!repeated.empty()) addRepeated(runs, repeated, variant, reference, settings, result);
  const bool hasSingleRuns = std::ranges::all_of(
      pairs, [](const Pair& pair) { return pair.variant.runs == 1 && pair.reference.runs == 1; });
  if (!repeated.empty() || hasSingleRuns) addVariances(repeated, result.gap, hasSingleRuns, effect);
  return result;
}

// Sums over items or clusters of products of the gaps' deviations from their means, divided by the
// numbers of items: the covariance of the gaps.
std::vector<std::vector<double>> getProducts(const Runs& runs,
                                             std::span<const std::size_t> variants,
                                             std::size_t reference, std::span<const Compared> all) {
  std::vector<std::vector<double>> products(variants.size(), std::vector<double>(variants.size()));
  const auto add = [&](const std::vector<double>& away) {
    for (std::size_t i = 0; i < away.size(); ++i) {
      for (std::size_t j = 0; j < away.size(); ++j) products[i][j] += away[i] * away[j];
    }
  };
  struct Cluster {
    std::vector<double> away;
    std::vector<double> part;  // of all items
  };
  std::map<std::uint32_t, Cluster> clusters;
  std::vector<double> away(variants.size());
  std::vector<double> part(variants.size());
  for (std::size_t item = 0; item < runs.items(); ++item) {
    const Cell& other = runs.at(item, reference);
    if (other.runs == 0) continue;
    for (std::size_t i = 0; i < variants.size(); ++i) {
      const Cell& cell = runs.at(item, variants[i]);
      const ItemMean& gap = all[variants[i]].gap;
      part[i] = cell.runs == 0 ? 0 : 1 / gap.items;
      away[i] = cell.runs == 0 ? 0 : (cell.mean - other.mean - gap.mean) / gap.items;
    }
    if (!runs.isClustered()) {
      add(away);
      continue;
    }
    Cluster& cluster = clusters[runs.cluster(item)];
    cluster.away.resize(variants.size());
    cluster.part.resize(variants.size());
    for (std::size_t i = 0; i < variants.size(); ++i) {
      cluster.away[i] += away[i];
      cluster.part[i] += part[i];
    }
  }
  for (auto& [code, cluster] : clusters) {
    for (std::size_t i = 0; i < variants.size(); ++i) {
      cluster.away[i] /= std::sqrt(1 - cluster.part[i]);
    }
    add(cluster.away);
  }
  return products;
}

// Adjusts the tests for no effect, and the intervals of the squared effects, for all variants.
void addJointEffects(const Runs& runs, double confidence, std::span<Compared> all) {
  const auto variants = static_cast<double>(std::ranges::count_if(
      all, [](const Compared& each) { return each.effect.repeatedItems > 0; }));
  for (Compared& each : all) {
    if (each.effect.repeatedItems == 0) continue;
    each.effect.noEffectJointPValue = std::fmin(1, variants * each.effect.noEffectPValue);
    if (std::isnan(each.effect.noEffectPValue)) each.effect.noEffectJointPValue = kNaN;
    const Interval alone = each.effect.squaredEffect.ci;
    const Interval wide = squaredInterval(runs, each, 1 - (1 - confidence) / variants);
    // Not narrower than that of one variant, though the rule for the lower end is not monotone.
    each.effect.squaredEffectJointCi =
        variants > 1 && uncertainty::isKnown(alone)
            ? Interval{std::min(wide.low, alone.low), std::max(wide.high, alone.high)}
            : alone;
  }
}

void addJointly(const Runs& runs, std::size_t reference, const Settings& settings,
                std::span<Compared> all) {
  std::vector<std::size_t> variants;
  double degrees = kInfinity;
  for (std::size_t variant = 0; variant < all.size(); ++variant) {
    if (variant == reference || !uncertainty::isKnown(all[variant].effect.gap.ci)) continue;
    variants.push_back(variant);
    degrees = std::min(degrees, all[variant].gap.degrees);
  }
  std::optional<LargestT> largest;
  if (variants.size() > 1) {
    largest.emplace(getProducts(runs, variants, reference, all), degrees, settings.seed);
  }
  for (const std::size_t variant : variants) {
    Effect& effect = all[variant].effect;
    const ItemMean& gap = all[variant].gap;
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
  addJointEffects(runs, settings.confidence, all);
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
  std::vector<ItemValue> variances;
  for (std::size_t item = 0; item < runs.items(); ++item) {
    double fewest = kInfinity;
    for (std::size_t variant = 0; variant < runs.variants(); ++variant) {
      fewest = std::min(fewest, runs.at(item, variant).runs);
    }
    if (fewest > 0) items.push_back(item);
    if (fewest > 1) variances.push_back({varianceBetween(runs, item), 1, runs.cluster(item)});
  }
  result.items = static_cast<double>(items.size());
  if (runs.isBinary() && !runs.isClustered()) addCochran(runs, items, result);
  result.repeatedItems = static_cast<double>(variances.size());
  if (variances.empty()) return result;
  const ItemMean mean = itemMean(variances);
  result.betweenVariance = mean.boundedNonnegative(confidence);
  result.betweenVarianceError = mean.error;
  return result;
}

double itemsNeeded(double itemVariance, double noiseVariance, double delta, double runs,
                   double confidence, double power) {
  const double z = uncertainty::twoSidedQuantile(confidence) + uncertainty::normalQuantile(power);
  return std::ceil(z * z * (itemVariance + noiseVariance / runs) / (delta * delta));
}

}  // namespace fairwasm::repeated
