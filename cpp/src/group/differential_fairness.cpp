// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/differential_fairness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include "category_order.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/group/rate_intervals.hpp"

namespace fairwasm::group {
namespace {

void requireOutcome(const data::Schema& schema, Outcome outcome) {
  if (outcome == Outcome::kLabel ? schema.hasLabel : schema.hasPrediction) return;
  const std::string missing = outcome == Outcome::kLabel ? "true labels" : "predictions";
  throw Error(ErrorCode::kInvalidArgument, {"tally", missing, "none", {}});
}

// Returns the counts of the nonempty groups in ascending order of their categories, first attribute
// first.
std::vector<Counts> getGroups(const tally::Tally& tally, Outcome outcome,
                              const std::vector<bool>& favorable) {
  const data::Schema& schema = tally.schema();
  requireOutcome(schema, outcome);
  std::vector<std::size_t> cells{0};
  for (const data::Attribute& attribute : schema.attributes) {
    std::vector<std::size_t> finer;
    for (const std::size_t cell : cells) {
      for (const std::size_t code : internal::sortedCategories(attribute.categories)) {
        finer.push_back(cell * attribute.categories.size() + code);
      }
    }
    cells = std::move(finer);
  }

  const std::size_t truths = schema.hasLabel ? schema.labels.size() : 1;
  const std::size_t predictions = schema.hasPrediction ? schema.labels.size() : 1;
  std::vector<Counts> groups;
  for (const std::size_t cell : cells) {
    const double* sums = tally.cells().data() + cell * truths * predictions * tally::kSums;
    CountsBuilder builder;
    for (std::size_t i = 0; i < truths * predictions; ++i, sums += tally::kSums) {
      builder.add(schema.hasLabel && favorable[i / predictions],
                  schema.hasPrediction && favorable[i % predictions], sums);
    }
    const Counts group = builder.finish(schema);
    if (group.rows > 0) groups.push_back(group);
  }
  return groups;
}

const Rate& computeRate(Outcome outcome) {
  return kRates[rateIndex(outcome == Outcome::kLabel ? "baseRate" : "selectionRate")];
}

// Shrinks the rate toward one half, the mean of the prior.
double smoothed(double favorable, double weight, double concentration) {
  return (favorable + concentration / 2) / (weight + concentration);
}

uncertainty::Bounded smoothedRate(const uncertainty::Bounded& rate, double weight,
                                  double concentration) {
  const auto at = [&](double share) { return smoothed(share * weight, weight, concentration); };
  return {at(rate.value), {at(rate.ci.low), at(rate.ci.high)}};
}

uncertainty::Bounded opposite(const uncertainty::Bounded& rate) {
  return {1 - rate.value, {1 - rate.ci.high, 1 - rate.ci.low}};
}

// Returns the interval of |ln(one / other)|.
uncertainty::Interval logRatioInterval(const uncertainty::Bounded& one,
                                       const uncertainty::Bounded& other) {
  const uncertainty::Interval ratio =
      uncertainty::foldedRatioInterval(uncertainty::ratioInterval(one, other));
  return {std::max(0.0, -std::log(ratio.high)), -std::log(ratio.low)};
}

// Returns the interval of the larger of two quantities with joint intervals.
uncertainty::Interval larger(const uncertainty::Interval& one, const uncertainty::Interval& other) {
  const bool isKnown = !std::isnan(one.low + one.high) && !std::isnan(other.low + other.high);
  if (!isKnown) return uncertainty::kNoInterval;
  return {std::max(one.low, other.low), std::max(one.high, other.high)};
}

// Logarithms of a group's smoothed rates. The unfavorable rate is not computed as 1 - r, which
// could be rounded to 0.
struct LogRates {
  double favorable;
  double unfavorable;
};

LogRates logRates(const Counts& group, Outcome outcome, double concentration) {
  const bool isLabel = outcome == Outcome::kLabel;
  const double favorable = isLabel ? group.positives : group.predictedPositives;
  const double unfavorable = isLabel ? group.negatives : group.predictedNegatives;
  const double weight = favorable + unfavorable;
  return {std::log(smoothed(favorable, weight, concentration)),
          std::log(smoothed(unfavorable, weight, concentration))};
}

// Returns the largest difference between any two groups, which is that of the extremes; 0 if the
// outcome is impossible in all groups.
double range(const std::vector<LogRates>& rates, double LogRates::* outcome) {
  double min = kInfinity;
  double max = -min;
  for (const LogRates& group : rates) {
    if (std::isnan(group.*outcome)) continue;
    min = std::min(min, group.*outcome);
    max = std::max(max, group.*outcome);
  }
  return std::isinf(max) ? 0 : max - min;
}

}  // namespace

double smoothedEmpiricalDifferentialFairness(const tally::Tally& tally, Outcome outcome,
                                             const std::vector<bool>& favorable,
                                             double concentration) {
  if (concentration < 0) {
    throw Error(ErrorCode::kInvalidArgument,
                {"concentration", "0 or more", shown(concentration), {}});
  }
  std::vector<LogRates> rates;
  for (const Counts& group : getGroups(tally, outcome, favorable)) {
    rates.push_back(logRates(group, outcome, concentration));
  }
  if (rates.size() < 2) {
    throw Error(ErrorCode::kInvalidArgument,
                {"tally", "at least two groups with rows", std::to_string(rates.size()), {}});
  }
  // Like AIF360, the first pair determines the result if its difference is undefined: 0/0 or ln 0 -
  // ln 0.
  const double first = rates[0].favorable - rates[1].favorable;
  if (std::isnan(first)) return first;
  return std::max(range(rates, &LogRates::favorable), range(rates, &LogRates::unfavorable));
}

uncertainty::Bounded boundedDifferentialFairness(const tally::Tally& tally, Outcome outcome,
                                                 const std::vector<bool>& favorable,
                                                 double concentration, double confidence) {
  const double value =
      smoothedEmpiricalDifferentialFairness(tally, outcome, favorable, concentration);
  const auto groups = getGroups(tally, outcome, favorable);
  if (groups.size() > uncertainty::kMaxPairedGroups) return {value, uncertainty::kNoInterval};
  const double z = uncertainty::pairwiseQuantile(groups.size(), confidence);
  std::vector<uncertainty::Bounded> rates;
  for (const Counts& group : groups) {
    const uncertainty::Bounded rate = groups.size() > 2
                                          ? jointlyBoundedRate(computeRate(outcome), group, z)
                                          : boundedRate(computeRate(outcome), group, z);
    rates.push_back(smoothedRate(rate, group.instances, concentration));
  }
  uncertainty::Interval all{0, 0};
  for (std::size_t i = 0; i < rates.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      all = larger(all, logRatioInterval(rates[i], rates[j]));
      all = larger(all, logRatioInterval(opposite(rates[i]), opposite(rates[j])));
    }
  }
  if (std::isnan(value) || std::isnan(all.low)) return {value, uncertainty::kNoInterval};
  return {value, {std::min(all.low, value), std::max(all.high, value)}};
}

double differentialFairnessBiasAmplification(const tally::Tally& tally,
                                             const std::vector<bool>& favorable,
                                             double concentration) {
  return smoothedEmpiricalDifferentialFairness(tally, Outcome::kPrediction, favorable,
                                               concentration) -
         smoothedEmpiricalDifferentialFairness(tally, Outcome::kLabel, favorable, concentration);
}

uncertainty::Bounded boundedDifferentialAmplification(const tally::Tally& tally,
                                                      const std::vector<bool>& favorable,
                                                      double concentration, double confidence) {
  const auto of = [&](Outcome outcome) {
    return boundedDifferentialFairness(tally, outcome, favorable, concentration, confidence);
  };
  const uncertainty::Bounded predictions = of(Outcome::kPrediction);
  const uncertainty::Bounded labels = of(Outcome::kLabel);
  return {predictions.value - labels.value, uncertainty::differenceInterval(predictions, labels)};
}

}  // namespace fairwasm::group
