// SPDX-License-Identifier: Apache-2.0
//
// Permutations of runs within items, the bootstrap over items, and the largest of several t.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "item_means.hpp"

namespace fairwasm::repeated {
namespace {

using uncertainty::Bounded;
using uncertainty::Interval;
using uncertainty::RandomStream;

// Streams of random numbers, one for each use.
enum Stream : std::uint64_t { kPermutations, kBootstrap, kLargest };
constexpr std::uint64_t kStreams = 3;

// Items with the same numbers of runs and of ones: all squared effects that permutations can yield.
struct Table {
  double runs;  // of the variant
  double referenceRuns;
  double ones;  // of both
  double items;
  double fewest;                // ones of the variant
  std::vector<double> effects;  // by the number of ones of the variant, from the fewest on
  std::vector<double> chances;  // hypergeometric, up to a factor
};

Cell cellWith(double runs, double ones) { return {runs, ones / runs, ones * (runs - ones) / runs}; }

// Chances are relative to that of the mode, from which each follows from the one before.
void fill(Table& table) {
  const auto& [runs, referenceRuns, ones, items, fewest, effects, chances] = table;
  const double most = std::min(ones, runs);
  table.fewest = std::max(0.0, ones - referenceRuns);
  const double mode = std::floor((ones + 1) * (runs + 1) / (runs + referenceRuns + 2));
  const auto start = static_cast<std::size_t>(std::clamp(mode, fewest, most) - fewest);
  for (double k = fewest; k <= most; ++k) {
    const Pair pair{cellWith(runs, k), cellWith(referenceRuns, ones - k)};
    table.effects.push_back(pair.squaredEffect());
  }
  // Chance of one more divided by that of k.
  const auto growth = [&](double k) {
    return (ones - k) * (runs - k) / ((k + 1) * (referenceRuns - ones + k + 1));
  };
  table.chances.assign(effects.size(), 1);
  for (std::size_t i = start + 1; i < effects.size(); ++i) {
    table.chances[i] = chances[i - 1] * growth(fewest + static_cast<double>(i) - 1);
  }
  for (std::size_t i = start; i-- > 0;) {
    table.chances[i] = chances[i + 1] / growth(fewest + static_cast<double>(i));
  }
}

std::vector<Table> makeTables(std::span<const Pair> pairs) {
  std::map<std::tuple<double, double, double>, double> items;
  for (const Pair& pair : pairs) {
    const double ones = std::round(pair.variant.mean * pair.variant.runs) +
                        std::round(pair.reference.mean * pair.reference.runs);
    items[{pair.variant.runs, pair.reference.runs, ones}] += pair.items;
  }
  std::vector<Table> tables;
  for (const auto& [key, count] : items) {
    const auto& [runs, referenceRuns, ones] = key;
    Table& table = tables.emplace_back(Table{runs, referenceRuns, ones, count, 0, {}, {}});
    fill(table);
  }
  return tables;
}

// Draws items together if there are more items than results, which takes the same time for any
// number of items.
double drawnSum(const Table& table, RandomStream& random, std::vector<double>& drawn) {
  const std::size_t size = table.effects.size();
  if (size == 1) return table.items * table.effects[0];
  double sum = 0;
  if (table.items <= static_cast<double>(size)) {
    for (double item = 0; item < table.items; ++item) {
      const double ones = uncertainty::drawHypergeometric(
          random, table.ones, table.runs + table.referenceRuns - table.ones, table.runs);
      sum += table.effects[static_cast<std::size_t>(ones - table.fewest)];
    }
    return sum;
  }
  drawn.resize(size);
  uncertainty::drawMultinomial(random, table.items, table.chances, drawn);
  for (std::size_t i = 0; i < size; ++i) sum += drawn[i] * table.effects[i];
  return sum;
}

Cell computeMoments(std::span<const double> values) {
  Cell cell{static_cast<double>(values.size())};
  for (const double value : values) cell.mean += value;
  cell.mean /= cell.runs;
  for (const double value : values) cell.squares += (value - cell.mean) * (value - cell.mean);
  return cell;
}

// Returns the squared effect if the first runs of the values are those of the variant.
double computeEffect(std::span<const double> values, std::size_t runs) {
  return Pair{computeMoments(values.first(runs)), computeMoments(values.subspan(runs))}
      .squaredEffect();
}

struct Shuffled {
  std::vector<double> values;
  std::size_t runs;
};

// Sums over items.
struct Sums {
  double items = 0;
  double gap = 0;
  double squared = 0;

  void add(const Sums& other, double times) {
    items += times * other.items;
    gap += times * other.gap;
    squared += times * other.squared;
  }
  // The gap in units of the root of the squared effect, which is smooth where the gap is 0. A
  // squared effect of 0 or less is compatible with any ratio.
  [[nodiscard]] double ratio() const {
    constexpr double kUnlimited = 1e6;
    return squared > 0 ? gap / std::sqrt(squared * items) : std::copysign(kUnlimited, gap);
  }
};

// Equal units of the bootstrap: items, or a cluster.
struct Unit {
  Sums sums;  // of one unit
  double count = 1;
};

std::vector<Unit> makeUnits(std::span<const Pair> pairs) {
  std::vector<Unit> units;
  std::map<std::uint32_t, std::size_t> clusters;
  for (const Pair& pair : pairs) {
    const Sums sums{1, pair.gap(), pair.squaredEffect()};
    const bool isOwn = pair.cluster == kOwnCluster;
    const auto [at, isNew] =
        isOwn ? std::pair{clusters.end(), true} : clusters.try_emplace(pair.cluster, units.size());
    if (isNew) units.push_back({{}, isOwn ? pair.items : 1});
    units[isNew ? units.size() - 1 : at->second].sums.add(sums, 1);
  }
  return units;
}

// Means of many items are normal, so their distribution is used instead of samples.
std::vector<double> normalRatios(std::span<const Unit> units, const Sums& sums, std::size_t draws,
                                 RandomStream& random) {
  const double gap = sums.gap / sums.items;
  const double squared = sums.squared / sums.items;
  std::array<double, 3> products{};
  double count = 0;
  for (const Unit& unit : units) {
    const double x = unit.sums.gap - gap * unit.sums.items;
    const double y = unit.sums.squared - squared * unit.sums.items;
    products[0] += unit.count * x * x;
    products[1] += unit.count * x * y;
    products[2] += unit.count * y * y;
    count += unit.count;
  }
  for (double& product : products) product *= count / (count - 1) / (sums.items * sums.items);
  const double deviation = std::sqrt(products[0]);
  const double slope = deviation > 0 ? products[1] / deviation : 0;
  const double rest = std::sqrt(std::max(0.0, products[2] - slope * slope));
  std::vector<double> ratios(draws);
  for (double& ratio : ratios) {
    const double x = random.normal();
    ratio = Sums{1, gap + deviation * x, squared + slope * x + rest * random.normal()}.ratio();
  }
  return ratios;
}

std::vector<double> sampledRatios(std::span<const Unit> units, std::size_t draws,
                                  RandomStream& random) {
  std::vector<double> counts;
  double all = 0;
  for (const Unit& unit : units) {
    counts.push_back(unit.count);
    all += unit.count;
  }
  std::vector<double> drawn(units.size());
  std::vector<double> ratios(draws);
  for (double& ratio : ratios) {
    uncertainty::drawMultinomial(random, all, counts, drawn);
    Sums sample;
    for (std::size_t i = 0; i < units.size(); ++i) sample.add(units[i].sums, drawn[i]);
    ratio = sample.ratio();
  }
  return ratios;
}

// Factors a positive semidefinite matrix: L L' = matrix.
std::vector<std::vector<double>> factored(std::vector<std::vector<double>> matrix) {
  const std::size_t size = matrix.size();
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t i = j; i < size; ++i) {
      double rest = matrix[i][j];
      for (std::size_t k = 0; k < j; ++k) rest -= matrix[i][k] * matrix[j][k];
      constexpr double kSingular = 1e-12;
      if (i == j) {
        matrix[j][j] = rest > kSingular ? std::sqrt(rest) : 0;
      } else {
        matrix[i][j] = matrix[j][j] > 0 ? rest / matrix[j][j] : 0;
      }
    }
  }
  return matrix;
}

}  // namespace

NullEffects::NullEffects(const Runs& runs, std::span<const Pair> pairs, std::size_t variant,
                         std::size_t reference, std::size_t permutations, std::uint64_t seed)
    : drawn_(pairs.empty() ? 0 : permutations) {
  double scale = 0;
  double items = 0;
  for (const Pair& pair : pairs) {
    observed_ += pair.items * pair.squaredEffect();
    scale += pair.items * (pair.gap() * pair.gap() + pair.variant.noise() + pair.reference.noise());
    items += pair.items;
  }
  observed_ /= items;
  constexpr double kRounding = 1e-9;
  least_ = observed_ - kRounding * scale / items;
  RandomStream random(seed, kStreams * variant + kPermutations);
  if (runs.isBinary()) {
    const std::vector<Table> tables = makeTables(pairs);
    std::vector<double> drawn;
    for (double& mean : drawn_) {
      for (const Table& table : tables) mean += drawnSum(table, random, drawn);
    }
  } else {
    std::vector<Shuffled> shuffled;
    for (const Pair& pair : pairs) {
      const auto own = runs.outcomes(pair.item, variant);
      const auto others = runs.outcomes(pair.item, reference);
      Shuffled& item = shuffled.emplace_back(Shuffled{{own.begin(), own.end()}, own.size()});
      item.values.insert(item.values.end(), others.begin(), others.end());
    }
    for (double& mean : drawn_) {
      for (auto& [values, count] : shuffled) {
        random.shuffle(std::span(values));
        mean += computeEffect(values, count);
      }
    }
  }
  for (double& mean : drawn_) mean /= items;
  std::ranges::sort(drawn_, std::greater());
}

double NullEffects::pValue() const {
  if (drawn_.empty()) return kNaN;
  const auto below = std::ranges::find_if(drawn_, [&](double mean) { return !(mean >= least_); });
  return (1 + static_cast<double>(below - drawn_.begin())) /
         (1 + static_cast<double>(drawn_.size()));
}

// The upper end allows for the variance between items and that of permutations. The lower end is
// the smallest of three: the test inverted for a shift of all permutations, which includes noise
// only; the interval on the logarithmic scale; and the interval corrected for skewness.
Interval NullEffects::interval(const ItemMean& squared, double confidence) const {
  const Interval plain = squared.boundedNonnegative(confidence).ci;
  if (drawn_.empty() || !uncertainty::isKnown(plain)) return plain;
  const double t = uncertainty::studentQuantile(0.5 + confidence / 2, squared.degrees);
  double mean = 0;
  for (const double each : drawn_) mean += each;
  mean /= static_cast<double>(drawn_.size());
  double squares = 0;
  for (const double each : drawn_) squares += (each - mean) * (each - mean);
  const double noise = std::sqrt(squares / static_cast<double>(drawn_.size()));
  Interval ci{0, std::max(plain.high, std::max(0.0, observed_) + t * noise)};
  constexpr double kRounding = 1e-9;
  const double error = 1 - confidence + kRounding;
  if (!(observed_ > 0 && pValue() <= error)) return ci;
  // The quantile of the permutations that the observed mean exceeds.
  const auto largest = [&](double tail) {
    return drawn_[static_cast<std::size_t>(tail * (1 + static_cast<double>(drawn_.size()))) - 1];
  };
  ci.low = observed_ - largest(pValue() <= error / 2 ? error / 2 : error);
  ci.low = std::min(ci.low, observed_ * std::exp(-t * squared.error / observed_));
  if (plain.low > 0) ci.low = std::min(ci.low, plain.low);
  return ci;
}

Bounded canceledShare(std::span<const Pair> pairs, const ItemMean& squared, double confidence,
                      std::uint64_t seed) {
  const std::vector<Unit> units = makeUnits(pairs);
  Sums sums;
  for (const Unit& unit : units) sums.add(unit.sums, unit.count);
  constexpr std::size_t kDraws = 1999;
  constexpr std::size_t kMostSampled = 2000;  // units
  RandomStream random(seed, kBootstrap);
  const bool isSampled = units.size() <= kMostSampled;
  std::vector<double> ratios =
      isSampled ? sampledRatios(units, kDraws, random) : normalRatios(units, sums, kDraws, random);
  std::vector<uncertainty::Jackknifed> left;
  for (const Unit& unit : units) {
    Sums others = sums;
    others.add(unit.sums, -1);
    left.push_back({others.ratio(), unit.count});
  }
  const double ratio = sums.ratio();
  const Interval ci = uncertainty::bcaInterval(ratio, ratios, left, confidence);
  const double value = 1 - ratio * ratio;
  if (!uncertainty::isKnown(ci)) return {value, uncertainty::kNoInterval};
  constexpr double kStricter = 50;
  const bool isSure = squared.boundedSkewed(1 - (1 - confidence) / kStricter).ci.low > 0;
  const auto [nearest, farthest] = uncertainty::magnitudeInterval(ci);
  return {value, uncertainty::around(value, {isSure ? std::max(0.0, 1 - farthest * farthest) : 0,
                                             std::max(0.0, 1 - nearest * nearest)})};
}

LargestT::LargestT(std::vector<std::vector<double>> products, double degrees, std::uint64_t seed) {
  const std::size_t size = products.size();
  std::vector<double> scales(size);
  for (std::size_t i = 0; i < size; ++i) scales[i] = std::sqrt(products[i][i]);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) products[i][j] /= scales[i] * scales[j];
  }
  const auto factor = factored(std::move(products));
  RandomStream random(seed, kLargest);
  constexpr std::size_t kDraws = 9999;
  std::vector<double> normal(size);
  drawn_.resize(kDraws);
  for (double& largest : drawn_) {
    for (double& each : normal) each = random.normal();
    double most = 0;
    for (std::size_t i = 0; i < size; ++i) {
      double sum = 0;
      for (std::size_t k = 0; k <= i; ++k) sum += factor[i][k] * normal[k];
      most = std::max(most, std::abs(sum));
    }
    // A chi-squared variable divided by its degrees of freedom.
    largest = most / std::sqrt(uncertainty::drawGamma(random, 1, std::sqrt(2 / degrees)));
  }
  std::ranges::sort(drawn_, std::greater());
}

// The quantile is the smallest |t| whose p-value is at most 1 - confidence.
double LargestT::quantile(double confidence) const {
  const double allowed = (1 - confidence) * (1 + static_cast<double>(drawn_.size())) - 1;
  if (!(allowed >= 1)) return kInfinity;
  return drawn_[static_cast<std::size_t>(allowed + 1e-9) - 1];
}

double LargestT::pValue(double t) const {
  const auto below = std::ranges::lower_bound(drawn_, std::abs(t), std::greater_equal());
  return (1 + static_cast<double>(below - drawn_.begin())) /
         (1 + static_cast<double>(drawn_.size()));
}

}  // namespace fairwasm::repeated
