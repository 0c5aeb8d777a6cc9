// SPDX-License-Identifier: Apache-2.0
//
// Pairs of cells of one item, of which equal ones are counted together, and means over items.
#pragma once

#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "fairwasm/repeated/runs.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::repeated {

// `items` items with these cells.
struct Pair {
  Cell variant;
  Cell reference;
  double items = 1;
  std::size_t item = 0;  // one of them

  [[nodiscard]] double gap() const { return variant.mean - reference.mean; }
  [[nodiscard]] double squaredEffect() const {
    return gap() * gap() - variant.noise() - reference.noise();
  }
};

// Returns the pairs of all items with runs of both variants. For outcomes 0 and 1, equal pairs are
// counted together.
std::vector<Pair> computePairs(const Runs& runs, std::size_t variant, std::size_t reference);

// A mean over items with Student's interval; without an interval if all items have the same value.
struct ItemMean {
  double items = 0;
  double mean = 0;
  double error = 0;  // standard error; NaN if it is unknown
  double skewness = 0;

  [[nodiscard]] uncertainty::Bounded bounded(double confidence) const;
  // The interval with Hall's correction for skewness (1992): by a cubic function of Student's t.
  [[nodiscard]] uncertainty::Bounded boundedSkewed(double confidence) const;
  [[nodiscard]] double pValue() const;
};

// Each value counts for items(i) items.
template <class Value, class Items>
ItemMean itemMean(std::size_t size, Value&& value, Items&& items) {
  ItemMean result;
  double magnitudes = 0;
  for (std::size_t i = 0; i < size; ++i) {
    result.items += items(i);
    result.mean += items(i) * value(i);
    magnitudes += items(i) * value(i) * value(i);
  }
  result.mean /= result.items;
  double squares = 0;
  double cubes = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double away = value(i) - result.mean;
    squares += items(i) * away * away;
    cubes += items(i) * away * away * away;
  }
  constexpr double kRounding = 1e-24;  // equal values up to rounding
  const bool isKnown = result.items > 1 && squares > kRounding * magnitudes;
  result.error = isKnown ? std::sqrt(squares / (result.items - 1) / result.items) : std::nan("");
  if (isKnown) result.skewness = std::sqrt(result.items) * cubes / (squares * std::sqrt(squares));
  return result;
}

// Returns the p-value for no effect on any item: the proportion of permutations of runs between the
// two variants of each item, including the observed one, whose mean squared effect is at least the
// observed one. Exact. `pairs` have two runs of both variants.
double noEffectTest(const Runs& runs, std::span<const Pair> pairs, std::size_t variant,
                    std::size_t reference, std::size_t permutations, std::uint64_t seed);

// Returns 1 - gap^2 / squared effect with a bootstrap interval over items. Undefined if the
// interval of the squared effect reaches 0. The interval begins at 0 if the interval at a fiftieth
// of the error reaches 0, because an estimate that only just excludes 0 tends to be too large.
uncertainty::Bounded canceledShare(std::span<const Pair> pairs, const ItemMean& squared,
                                   double confidence, std::uint64_t seed);

// Standardized gaps of several variants whose intervals hold jointly: the distribution of the
// largest |t| is drawn from Student's multivariate distribution with the correlation of the gaps.
class LargestT {
 public:
  // `residuals` contains, for each variant, the sums of products with all variants.
  LargestT(std::vector<std::vector<double>> products, double degrees, std::uint64_t seed);

  [[nodiscard]] double quantile(double confidence) const;
  [[nodiscard]] double pValue(double t) const;

 private:
  std::vector<double> drawn_;  // largest |t|, in descending order
};

}  // namespace fairwasm::repeated
