// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/frame_uncertainty.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <tuple>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::group {
namespace {

void validate(const UncertaintyOptions& options) {
  constexpr std::size_t kMaxDraws = 1'000'000;
  if (options.draws < 1 || options.draws > kMaxDraws) {
    throw Error(ErrorCode::kInvalidArgument,
                {"draws", "1 to 1000000 draws", std::to_string(options.draws), {}});
  }
  if (!(options.confidence > 0 && options.confidence < 1)) {
    throw Error(
        ErrorCode::kInvalidArgument,
        {"confidence", "a number between 0 and 1, such as 0.95", shown(options.confidence), {}});
  }
}

void appendRates(const Counts& counts, double z, std::vector<uncertainty::Interval>& intervals) {
  for (const Rate& rate : kRates) {
    const double value = evaluate(rate, counts);
    const uncertainty::Interval ci = boundedRate(rate, counts, z).ci;
    const bool isKnown = !std::isnan(value) && !std::isnan(ci.low) && !std::isnan(ci.high);
    intervals.push_back(
        isKnown ? uncertainty::Interval{std::min(ci.low, value), std::max(ci.high, value)}
                : uncertainty::Interval{kNaN, kNaN});
  }
}

using Shares = std::vector<uncertainty::Share>;

// Returns true if a test gives the same p-value for both: the trials are equal, and the successes
// are equal or complementary, like true positives and false negatives.
bool testAlike(const Shares& a, const Shares& b) {
  const auto all = [&](auto alike) { return std::ranges::equal(a, b, alike); };
  return all([](const uncertainty::Share& x, const uncertainty::Share& y) {
           return x.trials == y.trials && x.successes == y.successes;
         }) ||
         all([](const uncertainty::Share& x, const uncertainty::Share& y) {
           return x.trials == y.trials && x.trials - x.successes == y.successes;
         });
}

// Sorts the proportions, so that the order of groups does not decide which of them gets which
// random numbers. A proportion and its complement are sorted in the same way.
void sortShares(Shares& shares) {
  std::ranges::sort(shares, {}, [](const uncertainty::Share& share) {
    const double rarer = std::min(share.successes, share.trials - share.successes);
    return std::tuple{share.trials, rarer, share.successes};
  });
}

using Correlation = std::function<double(std::size_t i, std::size_t j)>;

// Returns the correlations of the groups at `places`; empty if groups are independent.
Correlation correlations(const Rate& rate, std::span<const Counts> groups,
                         const std::vector<std::size_t>& places, const SharedClusters& shared) {
  if (shared.groups.empty()) return {};
  const std::size_t size = places.size();
  std::vector<double> all(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      all[i * size + j] = correlation(rate, groups[places[i]], groups[places[j]],
                                      shared.between(places[i], places[j]));
    }
  }
  return [all = std::move(all), size](std::size_t i, std::size_t j) { return all[i * size + j]; };
}

// Permutes the outcomes of units if they are whole counts; otherwise uses the intervals.
double spreadTest(const Rate& rate, std::span<const Counts> groups,
                  const UncertaintyOptions& options, const SharedClusters& shared,
                  std::vector<std::pair<Shares, double>>& known) {
  if (rate.kind != RateKind::kShare || groups.size() > uncertainty::kMaxPairedGroups) return kNaN;
  Shares shares;
  std::vector<uncertainty::EffectiveShare> effective;
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < groups.size(); ++place) {
    if (std::isnan(evaluate(rate, groups[place]))) continue;
    shares.push_back(countedShare(rate, groups[place]));
    effective.push_back(effectiveShare(rate, groups[place]));
    places.push_back(place);
  }
  if (!shared.groups.empty() || !std::ranges::all_of(groups, isCounted)) {
    return uncertainty::pairwiseTest(effective, correlations(rate, groups, places, shared));
  }
  const auto found = std::ranges::find_if(
      known, [&](const auto& earlier) { return testAlike(earlier.first, shares); });
  if (found != known.end()) return found->second;
  Shares ordered = shares;
  sortShares(ordered);
  const double pValue = uncertainty::largestDifferenceTest(ordered, options.draws, options.seed);
  known.emplace_back(std::move(shares), pValue);
  return pValue;
}

// Returns the rate of all groups together, weighted by effective trials, so that a single heavy row
// does not determine the expected cases of other groups.
double pooledRate(const Rate& rate, std::span<const Counts> groups, const Counts& overall) {
  if (!isOneQuotient(rate)) return evaluate(rate, overall);
  double cases = 0;
  double trials = 0;
  for (const Counts& counts : groups) {
    const uncertainty::EffectiveShare share = effectiveShare(rate, counts);
    if (!(share.trials > 0)) continue;
    cases += share.share * share.trials;
    trials += share.trials;
  }
  return cases / trials;
}

// Returns the confidence level of each disparity's interval.
double disparityConfidence(std::size_t groups, const UncertaintyOptions& options) {
  if (!options.simultaneous) return options.confidence;
  const auto count =
      static_cast<double>(std::max<std::size_t>(1, groups - 1) * kDisparities.size());
  return 1 - (1 - options.confidence) / count;
}

}  // namespace

FrameUncertainty frameUncertainty(std::span<const Counts> groups, const Counts& overall,
                                  std::size_t reference, const UncertaintyOptions& options,
                                  const SharedClusters& shared) {
  validate(options);
  if (reference >= groups.size()) {
    throw Error(ErrorCode::kInvalidArgument,
                {"reference", "the index of a group", std::to_string(reference), {}});
  }
  const double z = uncertainty::normalQuantile(0.5 + options.confidence / 2);
  const Counts& other = groups[reference];
  std::array<double, kRates.size()> pooled{};
  for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
    pooled[rate] = pooledRate(kRates[rate], groups, overall);
  }
  FrameUncertainty result;
  const std::vector<double> confidences(kDisparities.size(),
                                        disparityConfidence(groups.size(), options));
  result.disparities = disparityIntervals(groups, reference, confidences, shared);
  appendRates(overall, z, result.overallRates);
  for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
    result.overallCases.push_back(expectedCases(kRates[rate], overall, pooled[rate]));
    result.overallClusters.push_back(effectiveClusters(kRates[rate], overall));
  }
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const Counts& counts = groups[group];
    const bool isReference = group == reference;
    const Products between = shared.between(group, reference);
    appendRates(counts, z, result.rates);
    for (const Disparity& disparity : kDisparities) {
      result.disparityTests.push_back(
          isReference ? kNaN : disparityTest(disparity, counts, other, between));
      const bool isDifference = disparity.comparison == Comparison::kDifference;
      result.minimumDetectable.push_back(
          isReference || !isDifference
              ? uncertainty::Detectable{kNaN, kNaN}
              : minimumDetectableDifference(kRates[disparity.rate], counts, other,
                                            pooled[disparity.rate], options.confidence, between));
    }
    for (std::size_t place = 0; place < kRates.size(); ++place) {
      result.expectedCases.push_back(expectedCases(kRates[place], counts, pooled[place]));
      result.clusters.push_back(effectiveClusters(kRates[place], counts));
    }
  }
  std::vector<std::pair<Shares, double>> known;
  for (const Rate& rate : kRates) {
    result.spreads.push_back(spreadIntervals(rate, groups, overall, options.confidence, shared));
    result.spreadTests.push_back(spreadTest(rate, groups, options, shared, known));
  }
  return result;
}

std::vector<uncertainty::Interval> disparityIntervals(std::span<const Counts> groups,
                                                      std::size_t reference,
                                                      const std::vector<double>& confidences,
                                                      const SharedClusters& shared) {
  std::vector<uncertainty::Interval> intervals;
  for (std::size_t group = 0; group < groups.size(); ++group) {
    const Products between = shared.between(group, reference);
    for (std::size_t i = 0; i < kDisparities.size(); ++i) {
      intervals.push_back(group == reference
                              ? uncertainty::Interval{kNaN, kNaN}
                              : disparityInterval(kDisparities[i], groups[group], groups[reference],
                                                  confidences[i], between));
    }
  }
  return intervals;
}

std::vector<uncertainty::Interval> rateIntervals(std::span<const Counts> groups,
                                                 double confidence) {
  const double z = uncertainty::twoSidedQuantile(confidence);
  std::vector<uncertainty::Interval> intervals;
  for (const Counts& counts : groups) appendRates(counts, z, intervals);
  return intervals;
}

}  // namespace fairwasm::group
