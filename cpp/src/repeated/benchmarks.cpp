// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/repeated/benchmarks.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/uncertainty/unequal_units.hpp"

namespace fairwasm::repeated {
namespace {

using uncertainty::Bounded;
using uncertainty::Interval;

void requireProportions(const char* argument, std::span<const double> values, std::size_t rows) {
  requireCount(argument, values.size(), rows);
  for (std::size_t row = 0; row < rows; ++row) {
    if (values[row] >= 0 && values[row] <= 1) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {argument, "a number from 0 to 1", shown(values[row]), row});
  }
}

// Variance of a statistic with these influences of rows, whose sum is 0, for items as clusters
// whose sizes are sums of the sizes of rows.
struct Linearized {
  double items = 0;
  double variance = kNaN;
  double degrees = kNaN;

  template <class Influence, class Size>
  Linearized(std::span<const std::uint32_t> item, Influence&& influence, Size&& size) {
    if (item.empty()) return;
    struct Item {
      double influence = 0;
      double size = 0;
      bool occurs = false;
    };
    std::vector<Item> sums(1 + std::size_t{*std::ranges::max_element(item)});
    for (std::size_t row = 0; row < item.size(); ++row) {
      Item& sum = sums[item[row]];
      sum.influence += influence(row);
      sum.size += size(row);
      sum.occurs = true;
    }
    double squares = 0;
    uncertainty::UnitSizes sizes;
    for (const Item& sum : sums) {
      items += sum.occurs ? 1 : 0;
      squares += sum.influence * sum.influence;
      sizes.add(sum.size);
    }
    const auto correction = sizes.correction();
    variance = correction.factor * squares;
    degrees = correction.degrees;
  }

  [[nodiscard]] Interval around(double value, double confidence) const {
    constexpr double kRounding = 1e-30;  // equal items up to rounding
    if (!(variance > kRounding)) return uncertainty::kNoInterval;
    const double reach =
        std::sqrt(variance) * uncertainty::studentQuantile(0.5 + confidence / 2, degrees);
    return {value - reach, value + reach};
  }
};

double one(std::size_t) { return 1; }

// Returns numerator / denominator with Wilson's interval. If items are as precise as independent
// rows, or more, rows count as independent.
Bounded computeProportion(std::span<const std::uint32_t> item, std::span<const double> numerator,
                          std::span<const double> denominator, double confidence) {
  double cases = 0;
  double rows = 0;
  for (std::size_t row = 0; row < item.size(); ++row) {
    cases += numerator[row];
    rows += denominator[row];
  }
  if (!(rows > 0)) return uncertainty::kUndefined;
  const double share = cases / rows;
  const Linearized linearized(
      item, [&](std::size_t row) { return (numerator[row] - share * denominator[row]) / rows; },
      [&](std::size_t row) { return denominator[row]; });
  const double trials = share * (1 - share) / linearized.variance;
  const bool hasOneRowEach = linearized.items == static_cast<double>(item.size());
  uncertainty::EffectiveShare effective{share, rows};
  if (!hasOneRowEach) {
    effective.trials = trials > 0 ? std::min(trials, rows) : std::min(linearized.items, rows);
    effective.degrees = std::isnan(linearized.degrees) ? 1 : linearized.degrees;
  }
  return uncertainty::boundedShare(effective, uncertainty::twoSidedQuantile(confidence));
}

std::vector<double> onesFor(std::size_t rows) { return std::vector<double>(rows, 1); }

Interval clamped(const Interval& ci, double low, double high) {
  if (!uncertainty::isKnown(ci)) return ci;
  return {std::max(low, ci.low), std::min(high, ci.high)};
}

}  // namespace

BiasScore biasScore(const Answers& answers, double confidence) {
  const std::size_t rows = answers.item.size();
  requireProportions("correct", answers.correct, rows);
  requireProportions("biased", answers.biased, rows);
  requireProportions("unknown", answers.unknown, rows);
  std::vector<double> known(rows);
  BiasScore result{0,  static_cast<double>(rows), 0,
                   {}, uncertainty::kUndefined,   uncertainty::kUndefined};
  for (std::size_t row = 0; row < rows; ++row) {
    known[row] = 1 - answers.unknown[row];
    result.known += known[row];
  }
  result.accuracy = computeProportion(answers.item, answers.correct, onesFor(rows), confidence);
  result.items = Linearized(answers.item, one, one).items;
  const Bounded share = computeProportion(answers.item, answers.biased, known, confidence);
  if (std::isnan(share.value)) return result;
  result.score = {2 * share.value - 1, {2 * share.ci.low - 1, 2 * share.ci.high - 1}};
  const double wrong = 1 - result.accuracy.value;
  const auto influence = [&](std::size_t row) {
    const double away = answers.correct[row] - result.accuracy.value;
    return 2 * wrong * (answers.biased[row] - share.value * known[row]) / result.known -
           result.score.value * away / result.answers;
  };
  const Linearized linearized(answers.item, influence, one);
  result.scaled.value = wrong * result.score.value;
  result.scaled.ci = clamped(linearized.around(result.scaled.value, confidence), -1, 1);
  return result;
}

Bounded preferred(std::span<const std::uint32_t> item, std::span<const double> value,
                  double confidence) {
  requireProportions("value", value, item.size());
  return computeProportion(item, value, onesFor(item.size()), confidence);
}

// The score is the minimum of 2 lms ss and 2 lms (1 - ss), so its interval is that of the smaller
// end of both.
Bounded idealizedScore(std::span<const std::uint32_t> item, std::span<const double> meaningful,
                       std::span<const double> stereotype, double confidence) {
  requireProportions("meaningful", meaningful, item.size());
  requireProportions("stereotype", stereotype, item.size());
  if (item.empty()) return uncertainty::kUndefined;
  const auto rows = static_cast<double>(item.size());
  double lms = 0;
  double ss = 0;
  for (std::size_t row = 0; row < item.size(); ++row) {
    lms += meaningful[row] / rows;
    ss += stereotype[row] / rows;
  }
  const auto getSide = [&](bool isStereotype) {
    const double side = isStereotype ? ss : 1 - ss;
    const auto influence = [&](std::size_t row) {
      const double own = isStereotype ? stereotype[row] : 1 - stereotype[row];
      return 2 * (side * (meaningful[row] - lms) + lms * (own - side)) / rows;
    };
    const Linearized linearized(item, influence, one);
    const double value = 2 * lms * side;
    return Bounded{value, linearized.around(value, confidence)};
  };
  const Bounded stereotyped = getSide(true);
  const Bounded opposite = getSide(false);
  const double value = std::min(stereotyped.value, opposite.value);
  if (!uncertainty::isKnown(stereotyped.ci) || !uncertainty::isKnown(opposite.ci)) {
    return {100 * value, uncertainty::kNoInterval};
  }
  const Interval ci = clamped({std::min(stereotyped.ci.low, opposite.ci.low),
                               std::min(stereotyped.ci.high, opposite.ci.high)},
                              0, 1);
  return uncertainty::scaled({value, ci}, 100);
}

}  // namespace fairwasm::repeated
