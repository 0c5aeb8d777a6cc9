// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/summaries.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::classes {
namespace {

// A matrix with its margins.
struct Table {
  const Confusion& confusion;
  Margins margins;

  explicit Table(const Confusion& of) : confusion(of), margins(of) {}

  [[nodiscard]] std::size_t classes() const { return confusion.classes; }
  [[nodiscard]] double at(std::size_t i, std::size_t j) const {
    return confusion.weights[i * classes() + j];
  }
};

// Returns the derivatives by evaluating a function of (true class, predicted class) in each cell.
template <class F>
std::vector<double> computeSlopes(const Table& table, F&& slope) {
  std::vector<double> slopes;
  slopes.reserve(table.classes() * table.classes());
  for (std::size_t i = 0; i < table.classes(); ++i) {
    for (std::size_t j = 0; j < table.classes(); ++j) slopes.push_back(slope(i, j));
  }
  return slopes;
}

Smooth accuracy(const Table& table) {
  const double value = table.margins.right / table.margins.all;
  return {value, computeSlopes(table, [&](std::size_t i, std::size_t j) {
            return ((i == j ? 1 : 0) - value) / table.margins.all;
          })};
}

Part getPart(HitRate rate, const Table& table, std::size_t k) {
  return getPart(rate, {table.at(k, k), table.margins.truths[k], table.margins.predictions[k]});
}

bool hasRows(const Confusion& confusion, std::size_t k) {
  for (std::size_t other = 0; other < confusion.classes; ++other) {
    if (confusion.rows[k * confusion.classes + other] > 0) return true;
    if (confusion.rows[other * confusion.classes + k] > 0) return true;
  }
  return false;
}

bool isByWeight(Average average) {
  return average == Average::kWeighted || average == Average::kWeightedDefined;
}

bool isCounted(Average average, const Table& table, const Part& part, std::size_t k) {
  switch (average) {
    case Average::kAll:
    case Average::kWeighted:
      return true;
    case Average::kPresent:
      return hasRows(table.confusion, k);
    case Average::kDefined:
    case Average::kWeightedDefined:
      break;
  }
  return !std::isnan(part.value);
}

Smooth computeAverage(const Table& table, HitRate rate, Average average) {
  std::vector<Part> parts;
  std::vector<double> shares;
  for (std::size_t k = 0; k < table.classes(); ++k) {
    const Part part = getPart(rate, table, k);
    const double size = isByWeight(average) ? table.margins.truths[k] : 1;
    shares.push_back(isCounted(average, table, part, k) ? size : 0);
    parts.push_back(orZero(part));
  }
  const double all = std::reduce(shares.begin(), shares.end());
  // Without weight, every metric is undefined.
  if (!(table.margins.all > 0)) return {kNaN, {}};
  // If the rate is defined only in classes without true rows, no prediction is correct: mean 0.
  if (all == 0 && isByWeight(average)) return computeAverage(table, rate, Average::kDefined);
  if (!(all > 0)) return {kNaN, {}};
  double value = 0;
  for (std::size_t k = 0; k < parts.size(); ++k) value += shares[k] * parts[k].value / all;
  const auto slope = [&](std::size_t i, std::size_t j) {
    const double ofRates = i == j
                               ? shares[i] * parts[i].ofBoth
                               : shares[i] * parts[i].ofTruth + shares[j] * parts[j].ofPrediction;
    const double ofShares = isByWeight(average) && shares[i] > 0 ? parts[i].value - value : 0;
    return (ofRates + ofShares) / all;
  };
  return {value, computeSlopes(table, slope)};
}

double classesWithRows(const Table& table) {
  return static_cast<double>(
      std::ranges::count_if(table.margins.truths, [](double truths) { return truths > 0; }));
}

Smooth balancedAccuracy(const Table& table, bool isAdjusted) {
  Smooth result = computeAverage(table, HitRate::kRecall, Average::kDefined);
  if (!isAdjusted || std::isnan(result.value)) return result;
  const double chance = 1 / classesWithRows(table);
  if (chance == 1) return {kNaN, {}};
  result.value = (result.value - chance) / (1 - chance);
  for (double& slope : result.slopes) slope /= 1 - chance;
  return result;
}

double disagreement(std::size_t i, std::size_t j, int power) {
  const double distance = i > j ? static_cast<double>(i - j) : static_cast<double>(j - i);
  if (power == 0) return i == j ? 0 : 1;
  return power == 1 ? distance : distance * distance;
}

Smooth kappa(const Table& table, int power) {
  const auto& [all, right, truths, predictions] = table.margins;
  std::vector<double> ofTruth(table.classes());  // disagreement with the predictions' margin
  std::vector<double> ofPrediction(table.classes());
  double seen = 0;
  double byChance = 0;
  for (std::size_t i = 0; i < table.classes(); ++i) {
    for (std::size_t j = 0; j < table.classes(); ++j) {
      const double v = disagreement(i, j, power);
      seen += v * table.at(i, j) / all;
      byChance += v * (truths[i] / all) * (predictions[j] / all);
      ofTruth[i] += v * predictions[j] / all;
      ofPrediction[j] += v * truths[i] / all;
    }
  }
  const double value = 1 - seen / byChance;
  const auto slope = [&](std::size_t i, std::size_t j) {
    const double ofSeen = disagreement(i, j, power) - seen;
    const double ofChance = ofTruth[i] + ofPrediction[j] - 2 * byChance;
    return ((1 - value) * ofChance - ofSeen) / (byChance * all);
  };
  // If all rows have the same true and predicted class, kappa is 0/0; rounding could make it
  // another number.
  return {byChance > 0 ? value : kNaN, computeSlopes(table, slope)};
}

Smooth matthews(const Table& table) {
  const auto& [all, right, truths, predictions] = table.margins;
  double together = 0;
  double truthsLeft = 0;  // sum of t (W - t), which is W^2 - t't without cancellation
  double predictionsLeft = 0;
  for (std::size_t k = 0; k < table.classes(); ++k) {
    together += (truths[k] / all) * (predictions[k] / all);
    truthsLeft += (truths[k] / all) * (1 - truths[k] / all);
    predictionsLeft += (predictions[k] / all) * (1 - predictions[k] / all);
  }
  // 0/0 if all rows have the same class.
  constexpr double kRounding = 1e-15;
  if (!(truthsLeft > kRounding && predictionsLeft > kRounding)) return {kNaN, {}};
  const double scale = std::sqrt(truthsLeft * predictionsLeft);
  const double value = (right / all - together) / scale;
  const auto slope = [&](std::size_t i, std::size_t j) {
    const double above = right / all + (i == j ? 1 : 0) - predictions[i] / all - truths[j] / all;
    const double below =
        (1 - predictions[j] / all) / predictionsLeft + (1 - truths[i] / all) / truthsLeft;
    return (above / scale - value * below) / all;
  };
  return {value, computeSlopes(table, slope)};
}

Smooth rankDistance(const Table& table) {
  double sum = 0;
  for (std::size_t i = 0; i < table.classes(); ++i) {
    for (std::size_t j = 0; j < table.classes(); ++j) sum += disagreement(i, j, 1) * table.at(i, j);
  }
  const double value = sum / table.margins.all;
  return {value, computeSlopes(table, [&](std::size_t i, std::size_t j) {
            return (disagreement(i, j, 1) - value) / table.margins.all;
          })};
}

Range getRange(const Summary& summary, const Table& table) {
  switch (summary.form) {
    case Form::kKappa:
    case Form::kMatthews:
      return {-1, 1};
    case Form::kAdjusted:  // of a balanced accuracy from 0 to 1
      return {-1 / std::max(1.0, classesWithRows(table) - 1), 1};
    case Form::kRankDistance:
      return {0, static_cast<double>(std::max<std::size_t>(table.classes(), 2) - 1)};
    case Form::kAccuracy:
    case Form::kBalancedAccuracy:
    case Form::kAverage:
      break;
  }
  return {0, 1};
}

// Returns true if a rate without rows is counted as 0.
bool countsUndefined(const Summary& summary, const Table& table) {
  if (summary.form != Form::kAverage) return false;
  for (std::size_t k = 0; k < table.classes(); ++k) {
    const Part part = getPart(summary.rate, table, k);
    const bool hasShare = !isByWeight(summary.average) || table.margins.truths[k] > 0;
    if (std::isnan(part.value) && hasShare && isCounted(summary.average, table, part, k))
      return true;
  }
  return false;
}

// Adds one row of average weight, spread in proportion to the margins.
Confusion withOneMore(const Table& table) {
  const auto& [all, right, truths, predictions] = table.margins;
  Confusion more = table.confusion;
  const double weight =
      std::reduce(more.squares.begin(), more.squares.end()) / all;  // of a typical row
  for (std::size_t i = 0; i < table.classes(); ++i) {
    for (std::size_t j = 0; j < table.classes(); ++j) {
      const double share = (truths[i] / all) * (predictions[j] / all);
      more.weights[i * table.classes() + j] += weight * share;
      more.squares[i * table.classes() + j] += weight * weight * share;
    }
  }
  return more;
}

// Returns true for a mean of recalls, each of which is based on other rows.
bool isMeanRecall(const Summary& summary) {
  const bool isBalanced =
      summary.form == Form::kBalancedAccuracy || summary.form == Form::kAdjusted;
  return isBalanced || (summary.form == Form::kAverage && summary.rate == HitRate::kRecall &&
                        !isByWeight(summary.average));
}

// Adds one row of average weight to every nonempty class, half correct and half incorrect, so that
// a class without errors does not have a variance of 0.
Confusion withOneMoreEach(const Table& table) {
  Confusion more = table.confusion;
  const std::size_t classes = table.classes();
  for (std::size_t i = 0; i < classes; ++i) {
    const double weight = table.margins.truths[i];
    if (!(weight > 0)) continue;
    const auto own = std::span(more.squares).subspan(i * classes, classes);
    const double typical = std::reduce(own.begin(), own.end()) / weight;
    for (std::size_t j = 0; j < classes; ++j) {
      const double share = i == j ? 0.5 : 0.5 / static_cast<double>(classes - 1);
      more.weights[i * classes + j] += typical * share;
      more.squares[i * classes + j] += typical * typical * share;
    }
  }
  return more;
}

// The variance of a sum of derivatives, in parts by true class or by predicted class.
struct Variance {
  double sum = 0;
  double degrees = kInfinity;
};

// Returns the variance with Satterthwaite's (1946) degrees of freedom for parts that are based on
// different numbers of rows; there are few degrees of freedom if a rare class dominates. `step`
// leads to the next cell of a part, `next` to the next part.
Variance computeVariance(const Confusion& confusion, const std::vector<double>& slopes,
                         std::size_t step, std::size_t next) {
  Variance variance;
  double parts = 0;
  for (std::size_t part = 0; part < confusion.classes; ++part) {
    double weight = 0;
    double squares = 0;
    double own = 0;
    for (std::size_t i = 0; i < confusion.classes; ++i) {
      const std::size_t cell = part * next + i * step;
      weight += confusion.weights[cell];
      squares += confusion.squares[cell];
      own += slopes[cell] * slopes[cell] * confusion.squares[cell];
    }
    if (!(own > 0)) continue;
    variance.sum += own;
    parts += own * own * squares / (weight * weight);
  }
  if (parts > 0) variance.degrees = variance.sum * variance.sum / parts;
  return variance;
}

}  // namespace

Smooth evaluate(const Summary& summary, const Confusion& confusion) {
  const Table table(confusion);
  switch (summary.form) {
    case Form::kAccuracy:
      return accuracy(table);
    case Form::kBalancedAccuracy:
    case Form::kAdjusted:
      return balancedAccuracy(table, summary.form == Form::kAdjusted);
    case Form::kAverage:
      return computeAverage(table, summary.rate, summary.average);
    case Form::kKappa:
      return kappa(table, summary.power);
    case Form::kMatthews:
      return matthews(table);
    case Form::kRankDistance:
      break;
  }
  return rankDistance(table);
}

Measured measure(const Summary& summary, const Confusion& confusion) {
  const Table table(confusion);
  const Range range = getRange(summary, table);
  const double value = evaluate(summary, confusion).value;
  if (std::isnan(value) || countsUndefined(summary, table)) return {value, range};
  const bool isByClass = isMeanRecall(summary) && table.classes() > 1;
  const Confusion more = isByClass ? withOneMoreEach(table) : withOneMore(table);
  const auto [moreValue, slopes] = evaluate(summary, more);
  const Variance byTruth = computeVariance(more, slopes, 1, table.classes());
  const Variance byPrediction = computeVariance(more, slopes, table.classes(), 1);
  const double width = range.high - range.low;
  const auto computeShare = [&](double of) {
    return std::clamp((of - range.low) / width, 0.0, 1.0);
  };
  const double share = computeShare(moreValue);
  const double trials = share * (1 - share) * width * width / byTruth.sum;
  if (!(trials > 0 && std::isfinite(trials))) return {value, range};
  constexpr double kMinDegrees = 2;  // below, Student's distribution is useless
  const double fewer =
      isByClass ? byTruth.degrees : std::min(byTruth.degrees, byPrediction.degrees);
  const double degrees = std::max(kMinDegrees, fewer);
  return {value, range, uncertainty::EffectiveShare{computeShare(value), trials, degrees}};
}

}  // namespace fairwasm::classes
