// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/monitoring/monitoring.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::monitoring {
namespace {

constexpr int kHalvings = 60;
constexpr double kMaxRows = 1e12;

// x ln y, with 0 ln 0 = 0.
double timesLog(double x, double y) { return x == 0 ? 0 : x * std::log(y); }

// Logarithm of the mixture of likelihoods: B(1/2 + cases, 1/2 + others) / B(1/2, 1/2).
double logMixture(double rows, double cases) {
  return std::lgamma(cases + 0.5) + std::lgamma(rows - cases + 0.5) - std::lgamma(rows + 1) -
         std::log(std::numbers::pi);
}

// Logarithm of the martingale of one group for the rate p.
double logBet(double rows, double cases, double p) {
  return logMixture(rows, cases) - timesLog(cases, p) - timesLog(rows - cases, 1 - p);
}

// Derivative of the negative log likelihood.
double slope(double rows, double cases, double p) {
  return (cases == 0 ? 0 : -cases / p) + (rows == cases ? 0 : (rows - cases) / (1 - p));
}

// Returns the largest likelihood's rate of the reference group, given the difference. The negative
// log likelihood is convex.
double bestOtherRate(const Counts& counts, double difference) {
  double low = std::max(0.0, -difference);
  double high = std::min(1.0, 1 - difference);
  for (int i = 0; i < kHalvings && low < high; ++i) {
    const double middle = 0.5 * (low + high);
    const double rise = slope(counts.rows, counts.cases, middle + difference) +
                        slope(counts.otherRows, counts.otherCases, middle);
    (rise < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

double gap(const Counts& total) {
  return total.cases / total.rows - total.otherCases / total.otherRows;
}

bool isDefined(const Counts& total) { return total.rows > 0 && total.otherRows > 0; }

double threshold(double confidence) { return -std::log(1 - confidence); }

// Returns the end of the interval between the estimate, whose evidence is smallest, and `limit`.
double endTowards(double limit, const Counts& total, double estimate, double confidence) {
  if (logEvidence(total, limit) < threshold(confidence)) return limit;
  double inside = estimate;
  double outside = limit;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (inside + outside);
    (logEvidence(total, middle) < threshold(confidence) ? inside : outside) = middle;
  }
  return outside;
}

bool excludes(const Counts& total, double difference, const Options& options) {
  return logEvidence(total, difference) >= threshold(options.confidence);
}

// True if the interval has no accepted difference: it excludes the nearest one.
bool excludesTolerance(const Counts& total, const Options& options) {
  const double value = gap(total);
  if (!(std::abs(value) > options.tolerance)) return false;
  return excludes(total, std::copysign(options.tolerance, value), options);
}

// True if all differences of the interval are accepted.
bool isWithin(const Counts& total, const Options& options) {
  if (!(std::abs(gap(total)) < options.tolerance)) return false;
  return excludes(total, options.tolerance, options) &&
         excludes(total, -options.tolerance, options);
}

bool isSettled(const Counts& total, const Options& options) {
  return excludesTolerance(total, options) || isWithin(total, options);
}

double rowsNeeded(const Counts& total, const Options& options) {
  if (!isDefined(total)) return kNaN;
  const double rows = total.rows + total.otherRows;
  const auto settledAt = [&](double factor) {
    return isSettled({factor * total.rows, factor * total.cases, factor * total.otherRows,
                      factor * total.otherCases},
                     options);
  };
  if (settledAt(1)) return 0;
  double low = 1;
  double high = 2;
  while (!settledAt(high)) {
    low = high;
    high *= 2;
    if (high * rows > kMaxRows) return kNaN;
  }
  while ((high - low) * rows > 1) {
    const double middle = 0.5 * (low + high);
    if (middle == low || middle == high) break;
    (settledAt(middle) ? high : low) = middle;
  }
  return std::ceil((high - 1) * rows);
}

bool isCount(double count) { return count >= 0 && count <= kMaxRows && std::floor(count) == count; }

void requireCounts(std::span<const Counts> batches) {
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const auto& [rows, cases, otherRows, otherCases] = batches[i];
    for (const auto& [all, some] : {std::pair(rows, cases), std::pair(otherRows, otherCases)}) {
      if (!isCount(all)) {
        throw Error(ErrorCode::kInvalidArgument,
                    {"rows", "whole numbers from 0 to 10^12", shown(all), i});
      }
      if (isCount(some) && some <= all) continue;
      throw Error(ErrorCode::kInvalidArgument,
                  {"cases", "a whole number up to the number of rows", shown(some), i});
    }
  }
}

void requireOptions(const Options& options) {
  uncertainty::twoSidedQuantile(options.confidence);  // checks the confidence
  if (options.tolerance >= 0 && options.tolerance < 1) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"tolerance", "a number from 0 to less than 1", shown(options.tolerance), {}});
}

}  // namespace

double logEvidence(const Counts& counts, double difference) {
  const double p = bestOtherRate(counts, difference);
  return logBet(counts.rows, counts.cases, std::clamp(p + difference, 0.0, 1.0)) +
         logBet(counts.otherRows, counts.otherCases, p);
}

uncertainty::Interval gapInterval(const Counts& total, double confidence) {
  if (!isDefined(total)) return {-1, 1};
  const double value = gap(total);
  return {endTowards(-1, total, value, confidence), endTowards(1, total, value, confidence)};
}

Sequence monitor(std::span<const Counts> batches, const Options& options) {
  requireOptions(options);
  requireCounts(batches);
  Sequence sequence{{}, {}, {}, {}, kNaN, kNaN, kNaN};
  const std::size_t looks = std::max<std::size_t>(1, options.looks);
  Counts total{};
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const auto& [rows, cases, otherRows, otherCases] = batches[i];
    total = {total.rows + rows, total.cases + cases, total.otherRows + otherRows,
             total.otherCases + otherCases};
    const auto batch = static_cast<double>(i + 1);
    if (isDefined(total)) {
      if (std::isnan(sequence.excludedSince) && excludesTolerance(total, options)) {
        sequence.excludedSince = batch;
      }
      if (std::isnan(sequence.withinSince) && isWithin(total, options)) {
        sequence.withinSince = batch;
      }
    }
    // Evenly spaced looks that end with the last batch.
    if ((i + 1) * looks / batches.size() == i * looks / batches.size()) continue;
    const auto [low, high] = gapInterval(total, options.confidence);
    sequence.batch.push_back(batch);
    sequence.value.push_back(isDefined(total) ? gap(total) : kNaN);
    sequence.low.push_back(low);
    sequence.high.push_back(high);
  }
  sequence.rowsNeeded = rowsNeeded(total, options);
  return sequence;
}

}  // namespace fairwasm::monitoring
