// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/bias_amplification.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::amplification {
namespace {

// Returns one value per pair from the indices of `from` and `to`.
template <class F>
std::vector<double> forPairs(const PairCounts& counts, F&& value) {
  std::vector<double> values;
  values.reserve(counts.fromCount * counts.toCount);
  for (std::size_t f = 0; f < counts.fromCount; ++f) {
    for (std::size_t t = 0; t < counts.toCount; ++t) values.push_back(value(f, t));
  }
  return values;
}

std::vector<double> rowSums(const PairCounts& counts, const std::vector<double>& pairs) {
  std::vector<double> sums(counts.fromCount, 0.0);
  for (std::size_t i = 0; i < pairs.size(); ++i) sums[i / counts.toCount] += pairs[i];
  return sums;
}

std::vector<double> columnSums(const PairCounts& counts, const std::vector<double>& pairs) {
  std::vector<double> sums(counts.toCount, 0.0);
  for (std::size_t i = 0; i < pairs.size(); ++i) sums[i % counts.toCount] += pairs[i];
  return sums;
}

// bias_amplification divides by max(denominator, 1e-10); with counts, the only effect is 0/0 = 0.
double quotient(double numerator, double denominator, Definition definition) {
  if (denominator == 0) return definition == Definition::kBiasAmplification ? 0 : kNaN;
  return numerator / denominator;
}

std::vector<double> givenFrom(const PairCounts& counts, const std::vector<double>& pairs,
                              Definition definition) {
  const bool ofPairs = definition == Definition::kBiasAmplification;
  const auto denominators = ofPairs ? rowSums(counts, pairs) : counts.from;
  return forPairs(counts, [&](std::size_t f, std::size_t t) {
    return quotient(pairs[f * counts.toCount + t], denominators[f], definition);
  });
}

std::vector<double> computeScores(const PairCounts& counts, const std::vector<double>& pairs,
                                  Definition definition) {
  const auto denominators = columnSums(counts, pairs);
  return forPairs(counts, [&](std::size_t f, std::size_t t) {
    return quotient(pairs[f * counts.toCount + t], denominators[t], definition);
  });
}

bool isCount(double value) { return value < 0x1p32 && value == std::floor(value); }

// Returns the sign of a b - c d. Counts are whole numbers below 2^32, so their products are exact.
// Sums of weights are rounded, so differences within the rounding error count as ties.
int compareProducts(double a, double b, double c, double d) {
  if (isCount(a) && isCount(b) && isCount(c) && isCount(d)) {
    const auto left = static_cast<std::uint64_t>(a) * static_cast<std::uint64_t>(b);
    const auto right = static_cast<std::uint64_t>(c) * static_cast<std::uint64_t>(d);
    return left > right ? 1 : left < right ? -1 : 0;
  }
  constexpr double kRounding = 1e-12;
  const double difference = a * b - c * d;
  if (std::abs(difference) <= kRounding * std::max(a * b, c * d)) return 0;
  return difference > 0 ? 1 : -1;
}

double total(const std::vector<double>& contributions) {
  double sum = 0;
  bool any = false;
  for (const double contribution : contributions) {
    if (std::isnan(contribution)) continue;
    sum += contribution;
    any = true;
  }
  return any ? sum : kNaN;
}

}  // namespace

std::vector<double> pairProbabilities(const PairCounts& counts) {
  return forPairs(counts, [&](std::size_t f, std::size_t t) {
    return counts.together[f * counts.toCount + t] / counts.rows;
  });
}

std::vector<double> toGivenFrom(const PairCounts& counts, Definition definition) {
  return givenFrom(counts, counts.together, definition);
}

std::vector<double> fromGivenTo(const PairCounts& counts, Definition definition) {
  if (definition == Definition::kBiasAmplification) return biasScores(counts, definition);
  return forPairs(counts, [&](std::size_t f, std::size_t t) {
    return quotient(counts.together[f * counts.toCount + t], counts.to[t], definition);
  });
}

std::vector<double> biasScores(const PairCounts& counts, Definition definition) {
  return computeScores(counts, counts.together, definition);
}

std::vector<double> biasedPairs(const PairCounts& counts, Definition definition) {
  const auto sums = columnSums(counts, counts.together);
  const auto groups = static_cast<double>(counts.fromCount);
  return forPairs(counts, [&](std::size_t f, std::size_t t) {
    const double together = counts.together[f * counts.toCount + t];
    const bool biased = definition == Definition::kBiasAmplification
                            ? quotient(together, sums[t], definition) > 1 / groups
                            : compareProducts(together, groups, sums[t], 1) > 0;
    return biased ? 1.0 : 0.0;
  });
}

double correlation(double rows, double from, double to, double together, Definition definition) {
  if (definition == Definition::kBiasAmplification) {
    return together / rows > (from / rows) * (to / rows) ? 1 : -1;
  }
  const int sign = compareProducts(rows, together, from, to);
  return sign == 0 && definition == Definition::kPaper ? -1 : sign;
}

std::vector<double> correlations(const PairCounts& counts, Definition definition) {
  const bool ofLabeled = definition == Definition::kDirectionalCode;
  const double rows = ofLabeled ? counts.labeledRows : counts.rows;
  return forPairs(counts, [&](std::size_t f, std::size_t t) {
    return correlation(rows, counts.from[f], counts.to[t], counts.together[f * counts.toCount + t],
                       definition);
  });
}

std::vector<double> malsLeanings(const PairCounts& reference, Definition /*definition*/) {
  const auto sums = columnSums(reference, reference.together);
  const auto groups = static_cast<double>(reference.fromCount);
  return forPairs(reference, [&](std::size_t f, std::size_t t) {
    const double together = reference.together[f * reference.toCount + t];
    if (compareProducts(together, groups, sums[t], 1) == 0) return 0.0;
    return together / sums[t] - 1 / groups;
  });
}

std::vector<double> malsChanges(const PairCounts& counts, const PairCounts& reference,
                                Definition definition) {
  const bool joint = definition == Definition::kBiasAmplification;
  auto before = joint ? pairProbabilities(reference) : biasScores(reference, definition);
  const auto after =
      joint ? std::vector<double>() : computeScores(counts, counts.predicted, definition);
  for (std::size_t i = 0; i < before.size(); ++i) {
    before[i] = (joint ? counts.predicted[i] / counts.rows : after[i]) - before[i];
  }
  return before;
}

Amplification malsAmplification(const PairCounts& counts, const PairCounts& reference,
                                Definition definition) {
  const auto biased = biasedPairs(reference, definition);
  const auto tasks = static_cast<double>(counts.toCount);
  Amplification result{0, malsChanges(counts, reference, definition)};
  for (std::size_t i = 0; i < biased.size(); ++i) {
    result.contributions[i] = biased[i] == 0 ? 0 : result.contributions[i] / tasks;
  }
  result.value = total(result.contributions);
  return result;
}

std::vector<double> directionalLeanings(const PairCounts& reference, Definition definition) {
  const bool ofLabeled = definition == Definition::kDirectionalCode;
  const double rows = ofLabeled ? reference.labeledRows : reference.rows;
  return forPairs(reference, [&](std::size_t f, std::size_t t) {
    const double together = reference.together[f * reference.toCount + t];
    const double from = reference.from[f];
    const double to = reference.to[t];
    if (compareProducts(rows, together, from, to) == 0) return 0.0;
    return together / rows - (from / rows) * (to / rows);
  });
}

std::vector<double> directionalChanges(const PairCounts& counts, const PairCounts& /*reference*/,
                                       Definition definition) {
  const auto before = givenFrom(counts, counts.together, definition);
  auto changes = givenFrom(counts, counts.predicted, definition);
  std::ranges::transform(changes, before, changes.begin(), std::minus<>());
  return changes;
}

Amplification directionalAmplification(const PairCounts& counts, const PairCounts& reference,
                                       Definition definition) {
  const auto sign = correlations(reference, definition);
  Amplification result{0, directionalChanges(counts, reference, definition)};
  const double pairs = static_cast<double>(std::ranges::count_if(
      result.contributions, [](double change) { return !std::isnan(change); }));
  for (std::size_t i = 0; i < sign.size(); ++i) {
    result.contributions[i] = sign[i] * result.contributions[i] / pairs;
  }
  result.value = total(result.contributions);
  return result;
}

}  // namespace fairwasm::amplification
