// SPDX-License-Identifier: Apache-2.0
//
// Pairs of cells of one item, of which equal ones are counted together, and means over items.
#pragma once

#include <cmath>
#include <cstdint>
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
  std::uint32_t cluster = kOwnCluster;

  [[nodiscard]] double gap() const { return variant.mean - reference.mean; }
  [[nodiscard]] double squaredEffect() const {
    return gap() * gap() - variant.noise() - reference.noise();
  }
};

// Returns the pairs of all items with runs of both variants. For outcomes 0 and 1 of independent
// items, equal pairs are counted together.
std::vector<Pair> computePairs(const Runs& runs, std::size_t variant, std::size_t reference);

// A mean over items with Student's interval; without an interval if all items have the same value.
// Items of a cluster depend on each other: the variance is CR2, with the degrees of freedom of Bell
// and McCaffrey (2002) for independent items.
struct ItemMean {
  double items = 0;
  double mean = 0;
  double error = 0;     // standard error; NaN if it is unknown
  double variance = 0;  // of the items' values; NaN if the error is
  double degrees = 0;   // degrees of freedom of the standard error
  double skewness = 0;  // of the mean

  // The squared standard error in relation to that of independent items.
  [[nodiscard]] double designEffect() const { return error * error * items / variance; }
  [[nodiscard]] uncertainty::Bounded bounded(double confidence) const;
  // The interval with Hall's correction for skewness (1992): by a cubic function of Student's t.
  [[nodiscard]] uncertainty::Bounded boundedSkewed(double confidence) const;
  // The interval of a mean that cannot be negative, though its estimate can: neither end is below
  // 0, and the upper end is above 0 as far as if the estimate were not below 0.
  [[nodiscard]] uncertainty::Bounded boundedNonnegative(double confidence) const;
  [[nodiscard]] double pValue() const;
};

// A value of `items` items.
struct ItemValue {
  double value;
  double items = 1;
  std::uint32_t cluster = kOwnCluster;
};

ItemMean itemMean(std::span<const ItemValue> values);

// Mean squared effects of permutations of runs between the two variants within each item. If there
// is no effect on any item, and runs are independent, the observed mean is one of them.
class NullEffects {
 public:
  NullEffects() = default;
  // `pairs` have two runs of both variants.
  NullEffects(const Runs& runs, std::span<const Pair> pairs, std::size_t variant,
              std::size_t reference, std::size_t permutations, std::uint64_t seed);

  // Returns the proportion of permutations, including the observed one, with a mean that is at
  // least the observed one; NaN without permutations.
  [[nodiscard]] double pValue() const;
  // Returns the interval of the mean squared effect, which is at least 0. The lower end is above 0
  // if and only if the p-value is at most 1 - confidence.
  [[nodiscard]] uncertainty::Interval interval(const ItemMean& squared, double confidence) const;

 private:
  std::vector<double> drawn_;  // in descending order
  double observed_ = 0;
  double least_ = 0;  // the observed mean less rounding
};

// Returns 1 - gap^2 / squared effect with a bootstrap interval over items or clusters. The
// interval begins at 0 if the interval of the squared effect at a fiftieth
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
