// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/stratified.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/group/disparities.hpp"

namespace fairwasm::group {
namespace {

using uncertainty::Bounded;
using uncertainty::EffectiveShare;
using uncertainty::Interval;

// Both groups in a stratum in which both have the rate, with the weight of the stratum.
struct StratumPair {
  EffectiveShare group;
  EffectiveShare reference;
  double weight;
};

// A 2x2 table: cases and others of the group (a, b), then of the reference group (c, d).
struct Table {
  double a, b, c, d;

  explicit Table(const StratumPair& pair)
      : a(pair.group.share * pair.group.trials),
        b((1 - pair.group.share) * pair.group.trials),
        c(pair.reference.share * pair.reference.trials),
        d((1 - pair.reference.share) * pair.reference.trials) {}

  [[nodiscard]] double group() const { return a + b; }
  [[nodiscard]] double reference() const { return c + d; }
  [[nodiscard]] double cases() const { return a + c; }
  [[nodiscard]] double others() const { return b + d; }
  [[nodiscard]] double all() const { return a + b + c + d; }
  // Returns true if the table is informative: other distributions of its cases over the groups are
  // possible.
  [[nodiscard]] bool tells() const { return cases() > 0 && others() > 0; }
};

// Returns the weighted mean of the strata's rates with its effective trials. A stratum with few
// trials determines its own variance poorly (a proportion of 0 or 1 would have none), so its
// variance uses two additional trials at the standardized rate.
EffectiveShare standardized(std::span<const StratumPair> pairs,
                            EffectiveShare StratumPair::* side) {
  constexpr double kMoreTrials = 2;
  double weight = 0;
  double rate = 0;
  for (const StratumPair& pair : pairs) {
    weight += pair.weight;
    rate += pair.weight * (pair.*side).share;
  }
  rate /= weight;
  double squares = 0;
  double variance = 0;
  double degrees = kInfinity;
  for (const StratumPair& pair : pairs) {
    const auto& [share, trials, own] = pair.*side;
    const double part = (pair.weight / weight) * (pair.weight / weight) / trials;
    const double drawn = (share * trials + rate * kMoreTrials) / (trials + kMoreTrials);
    squares += part;
    variance += part * drawn * (1 - drawn);
    degrees = std::min(degrees, own);
  }
  return {rate, variance > 0 ? rate * (1 - rate) / variance : 1 / squares, degrees};
}

// The variance of the logarithm by Robins, Breslow and Greenland is valid for many small strata and
// for few large ones.
Bounded mantelHaenszel(std::span<const StratumPair> pairs, double z) {
  double r = 0;
  double s = 0;
  double pr = 0;
  double psqr = 0;
  double qs = 0;
  for (const StratumPair& pair : pairs) {
    const Table table(pair);
    const double ownR = table.a * table.d / table.all();
    const double ownS = table.b * table.c / table.all();
    const double p = (table.a + table.d) / table.all();
    const double q = (table.b + table.c) / table.all();
    r += ownR;
    s += ownS;
    pr += p * ownR;
    psqr += p * ownS + q * ownR;
    qs += q * ownS;
  }
  const double ratio = r / s;
  if (!(r > 0 && s > 0)) return {ratio, {kNaN, kNaN}};
  const double deviation = std::sqrt(pr / (2 * r * r) + psqr / (2 * r * s) + qs / (2 * s * s));
  const double factor = std::exp(z * deviation);
  return {ratio, {ratio / factor, ratio * factor}};
}

void testOdds(std::span<const StratumPair> pairs, Stratified& result) {
  double away = 0;
  double variance = 0;
  double below = 0;
  double above = 0;
  for (const StratumPair& pair : pairs) {
    const Table table(pair);
    if (!(table.tells() && table.all() > 1)) continue;
    const double expected = table.group() * table.cases() / table.all();
    away += table.a - expected;
    variance += expected * table.reference() * table.others() / (table.all() * (table.all() - 1));
    below += expected - std::max(0.0, table.cases() - table.reference());
    above += std::min(table.cases(), table.group()) - expected;
  }
  const double statistic = away * away / variance;
  result.sameOdds = {statistic, 1, uncertainty::chiSquaredTail(statistic, 1)};
  result.roomForCases = std::min(below, above);
}

// Returns the group's expected cases in a stratum with these margins and the odds ratio `ratio`:
// the root of a quadratic equation for which no cell is negative, in a numerically stable form.
double fittedCases(const Table& table, double ratio) {
  const double q = 1 - ratio;
  const double linear = table.reference() - table.cases() + ratio * (table.group() + table.cases());
  const double product = ratio * table.group() * table.cases();
  const double root = std::sqrt(std::max(0.0, linear * linear + 4 * q * product));
  return linear > 0 ? 2 * product / (linear + root) : (root - linear) / (2 * q);
}

ChiSquared breslowDay(std::span<const StratumPair> pairs, double ratio, double& smallestCell) {
  smallestCell = kNaN;
  if (!(ratio > 0 && std::isfinite(ratio))) return {kNaN, 0, kNaN};
  double statistic = 0;
  double away = 0;
  double allVariance = 0;
  double degrees = -1;
  double smallest = 0;
  for (const StratumPair& pair : pairs) {
    const Table table(pair);
    if (!table.tells()) continue;
    const double a = fittedCases(table, ratio);
    const std::array cells{a, table.group() - a, table.cases() - a,
                           table.reference() - table.cases() + a};
    double inverse = 0;
    for (const double cell : cells) inverse += 1 / cell;
    statistic += (table.a - a) * (table.a - a) * inverse;
    away += table.a - a;
    allVariance += 1 / inverse;
    smallest += std::ranges::min(cells);
    degrees += 1;
  }
  if (degrees < 1) return {kNaN, 0, kNaN};
  smallestCell = smallest / (degrees + 1);
  statistic = std::max(0.0, statistic - away * away / allVariance);
  return {statistic, degrees, uncertainty::chiSquaredTail(statistic, degrees)};
}

std::vector<StratumPair> comparedIn(const Rate& rate, std::span<const Stratum> strata,
                                    Stratified& result) {
  std::vector<StratumPair> pairs;
  double group = 0;
  double reference = 0;
  double groupCompared = 0;
  double referenceCompared = 0;
  for (const Stratum& stratum : strata) {
    const double ours = rate.denominator(stratum.group);
    const double theirs = rate.denominator(stratum.reference);
    group += ours;
    reference += theirs;
    if (!(ours > 0 && theirs > 0)) continue;
    groupCompared += ours;
    referenceCompared += theirs;
    pairs.push_back({effectiveShare(rate, stratum.group), effectiveShare(rate, stratum.reference),
                     rate.denominator(stratum.all)});
  }
  result.comparedStrata = static_cast<double>(pairs.size());
  result.groupShare = groupCompared / group;
  result.referenceShare = referenceCompared / reference;
  return pairs;
}

}  // namespace

Bounded rateDifference(const Rate& rate, const Counts& group, const Counts& reference,
                       double confidence) {
  return boundedDifference(rate, group, reference, uncertainty::twoSidedQuantile(confidence));
}

Stratified compareWithin(const Rate& rate, std::span<const Stratum> strata, double confidence) {
  if (rate.kind != RateKind::kShare) {
    throw Error(ErrorCode::kInvalidArgument,
                {"rate", "a rate that is a proportion of rows", std::string(rate.name), {}});
  }
  const double z = uncertainty::twoSidedQuantile(confidence);
  Stratified result{};
  const std::vector<StratumPair> pairs = comparedIn(rate, strata, result);
  const Bounded group = uncertainty::boundedShare(standardized(pairs, &StratumPair::group), z);
  const Bounded reference =
      uncertainty::boundedShare(standardized(pairs, &StratumPair::reference), z);
  result.groupRate = group;
  result.referenceRate = reference;
  result.difference = {group.value - reference.value,
                       uncertainty::differenceInterval(group, reference)};
  result.ratio = {group.value / reference.value, uncertainty::ratioInterval(group, reference)};
  result.commonOddsRatio = mantelHaenszel(pairs, z);
  testOdds(pairs, result);
  result.sameOddsRatio = breslowDay(pairs, result.commonOddsRatio.value, result.smallestCell);
  return result;
}

}  // namespace fairwasm::group
