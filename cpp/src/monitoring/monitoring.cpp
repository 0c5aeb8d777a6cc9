// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/monitoring/monitoring.hpp"

#include <algorithm>
#include <cmath>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"

namespace fairwasm::monitoring {
namespace {

constexpr int kHalvings = 60;
constexpr double kMaxRows = 1e12;
constexpr double kLargestBet = 4;
// A row never costs a bet more than half of its wealth.
constexpr double kLargestLoss = 0.5;
// Recent rows that predict a rate: enough to be accurate, and few enough to follow a change.
constexpr double kRecentRows = 100;
// Rates that are tried until this number of rows predicts the rate.
constexpr double kEnoughRows = 50;
constexpr std::array kTriedRates{0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98};

// Returns the logarithm of the product of 1 + c (y - m) over rows, plus c m per row.
double logFactor(double c, double m, double rows, double cases) {
  const double predicted =
      c > 0 ? std::min(m, kLargestLoss / c) : std::max(m, 1 + kLargestLoss / c);
  return cases * std::log1p(c * (1 - predicted)) + (rows - cases) * std::log1p(-c * predicted) +
         rows * c * predicted;
}

// Returns the logarithm of the factor of a group, whose rate is predicted from recent rows. While
// these are few, the factor is a weighted mean over rates that are tried.
double logFactor(double c, const auto& recent, double rows, double cases) {
  const double main = logFactor(c, (recent.cases + 0.5) / (recent.rows + 1), rows, cases);
  if (recent.rows >= kEnoughRows) return main;
  std::array<double, kTriedRates.size()> tried{};
  std::ranges::transform(kTriedRates, tried.begin(),
                         [&](double m) { return logFactor(c, m, rows, cases); });
  const double largest = std::max(main, std::ranges::max(tried));
  double sum = recent.rows * std::exp(main - largest);
  for (const double each : tried)
    sum += std::exp(each - largest) / static_cast<double>(tried.size());
  return largest + std::log(sum / (recent.rows + 1));
}

double threshold(double confidence) { return std::log(2 / (1 - confidence)); }

// True if the interval has no accepted difference.
bool excludesTolerance(const GapEvidence& evidence, const Options& options) {
  return evidence.isAbove(options.tolerance, options.confidence) ||
         evidence.isBelow(-options.tolerance, options.confidence);
}

// True if all differences of the interval are accepted.
bool isWithin(const GapEvidence& evidence, const Options& options) {
  return evidence.isAbove(-options.tolerance, options.confidence) &&
         evidence.isBelow(options.tolerance, options.confidence);
}

double rowsNeeded(const GapEvidence& evidence, const Options& options) {
  if (!evidence.isDefined()) return kNaN;
  const auto settledAfter = [&](double rows) {
    const GapEvidence later = evidence.after(rows);
    return excludesTolerance(later, options) || isWithin(later, options);
  };
  if (settledAfter(0)) return 0;
  double low = 0;
  double high = 1;
  while (!settledAfter(high)) {
    low = high;
    high *= 2;
    if (high > kMaxRows) return kNaN;
  }
  while (high - low > 1) {
    const double middle = std::floor(0.5 * (low + high));
    (settledAfter(middle) ? high : low) = middle;
  }
  return high;
}

bool isNumberOfRows(double count) {
  return count >= 0 && count <= kMaxRows && std::floor(count) == count;
}

void requireCounts(std::span<const Counts> batches) {
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const auto& [rows, cases, otherRows, otherCases] = batches[i];
    for (const auto& [all, some] : {std::pair(rows, cases), std::pair(otherRows, otherCases)}) {
      if (!isNumberOfRows(all)) {
        throw Error(ErrorCode::kInvalidArgument,
                    {"rows", "whole numbers from 0 to 10^12", shown(all), i});
      }
      if (some >= 0 && some <= all) continue;
      throw Error(ErrorCode::kInvalidArgument,
                  {"cases", "a number from 0 to the number of rows", shown(some), i});
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

// Sizes from 4, for outcomes that are almost certain, to 0.0005, for differences of 0.01 percentage
// points.
double GapEvidence::size(std::size_t bet) {
  return std::ldexp(kLargestBet, -static_cast<int>(bet));
}

double GapEvidence::logMean(const Bets& logWealth, double shift) {
  double largest = -kInfinity;
  for (std::size_t bet = 0; bet < kBets; ++bet)
    largest = std::max(largest, logWealth[bet] + size(bet) * shift);
  double sum = 0;
  for (std::size_t bet = 0; bet < kBets; ++bet)
    sum += std::exp(logWealth[bet] + size(bet) * shift - largest);
  return largest + std::log(sum / kBets);
}

void GapEvidence::remember(Recent& recent, double rows, double cases) {
  const double kept =
      recent.rows == 0 ? 0 : std::clamp((kRecentRows - rows) / recent.rows, 0.0, 1.0);
  recent = {kept * recent.rows + rows, kept * recent.cases + cases};
}

void GapEvidence::add(const Counts& batch) {
  const auto& [rows, cases, otherRows, otherCases] = batch;
  if (rows > 0 && otherRows > 0) {
    const double weight = rows / (rows + otherRows) * otherRows;
    for (std::size_t bet = 0; bet < kBets; ++bet) {
      const double c = size(bet) * weight / rows;
      const double otherC = size(bet) * weight / otherRows;
      up_[bet] += logFactor(c, recent_, rows, cases) +
                  logFactor(-otherC, otherRecent_, otherRows, otherCases);
      down_[bet] += logFactor(-c, recent_, rows, cases) +
                    logFactor(otherC, otherRecent_, otherRows, otherCases);
    }
    weight_ += weight;
    rateSum_ += weight * (cases / rows);
    otherRateSum_ += weight * (otherCases / otherRows);
    rows_ += rows;
    otherRows_ += otherRows;
  }
  remember(recent_, rows, cases);
  remember(otherRecent_, otherRows, otherCases);
}

bool GapEvidence::isAbove(double difference, double confidence) const {
  return logMean(up_, -weight_ * difference) >= threshold(confidence);
}

bool GapEvidence::isBelow(double difference, double confidence) const {
  return logMean(down_, weight_ * difference) >= threshold(confidence);
}

uncertainty::Interval GapEvidence::interval(double confidence) const {
  if (!isDefined()) return {-1, 1};
  const auto endTowards = [&](double limit, auto isExcluded) {
    if (!isExcluded(limit)) return limit;
    double inside = gap();
    double outside = limit;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (inside + outside);
      (isExcluded(middle) ? outside : inside) = middle;
    }
    return outside;
  };
  return {endTowards(-1, [&](double difference) { return isAbove(difference, confidence); }),
          endTowards(1, [&](double difference) { return isBelow(difference, confidence); })};
}

GapEvidence GapEvidence::after(double rows) const {
  const double own = rows * (rows_ / (rows_ + otherRows_));
  const double other = rows - own;
  GapEvidence later = *this;
  later.recent_ = {kEnoughRows, kEnoughRows * rate()};
  later.otherRecent_ = {kEnoughRows, kEnoughRows * otherRate()};
  later.add({own, own * rate(), other, other * otherRate()});
  return later;
}

Sequence monitor(std::span<const Counts> batches, const Options& options) {
  requireOptions(options);
  requireCounts(batches);
  Sequence sequence{{}, {}, {}, {}, kNaN, kNaN, kNaN, kNaN, kNaN};
  const std::size_t looks = std::max<std::size_t>(1, options.looks);
  GapEvidence evidence;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    evidence.add(batches[i]);
    const auto batch = static_cast<double>(i + 1);
    if (std::isnan(sequence.excludedAt) && excludesTolerance(evidence, options))
      sequence.excludedAt = batch;
    if (std::isnan(sequence.withinAt) && isWithin(evidence, options)) sequence.withinAt = batch;
    // Evenly spaced looks that end with the last batch.
    if ((i + 1) * looks / batches.size() == i * looks / batches.size()) continue;
    const auto [low, high] = evidence.interval(options.confidence);
    sequence.batch.push_back(batch);
    sequence.value.push_back(evidence.gap());
    sequence.low.push_back(low);
    sequence.high.push_back(high);
  }
  sequence.rate = evidence.rate();
  sequence.otherRate = evidence.otherRate();
  sequence.rowsNeeded = rowsNeeded(evidence, options);
  return sequence;
}

}  // namespace fairwasm::monitoring
