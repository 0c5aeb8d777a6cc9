// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/differential_fairness.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <string>

#include "fairwasm/error.hpp"
#include "numeric_category.hpp"

namespace fairwasm {
namespace {

struct Group {
  double weight = 0;
  double favorable = 0;
};

// Places of the categories in ascending order: as numbers where all of them are numbers, as text
// else.
std::vector<std::size_t> sortedCategories(const std::vector<std::string>& categories) {
  std::vector<std::size_t> order(categories.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (const auto numbers = internal::toNumbers(categories)) {
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return (*numbers)[i]; });
  } else {
    std::ranges::sort(order, {}, [&](std::size_t i) { return categories[i]; });
  }
  return order;
}

void requireOutcome(const Schema& schema, Outcome outcome) {
  if (outcome == Outcome::kLabel ? schema.hasLabel : schema.hasPrediction) return;
  const std::string missing = outcome == Outcome::kLabel ? "true labels" : "predictions";
  throw Error(ErrorCode::kInvalidArgument, {"tally", missing, "none", {}});
}

// The groups that have rows, in ascending order of their categories, the first attribute first.
std::vector<Group> groupsOf(const Tally& tally, Outcome outcome,
                            const std::vector<bool>& favorable) {
  const Schema& schema = tally.schema();
  requireOutcome(schema, outcome);
  std::vector<std::size_t> cells{0};
  for (const Attribute& attribute : schema.attributes) {
    std::vector<std::size_t> finer;
    for (const std::size_t cell : cells) {
      for (const std::size_t code : sortedCategories(attribute.categories)) {
        finer.push_back(cell * attribute.categories.size() + code);
      }
    }
    cells = std::move(finer);
  }

  const std::size_t truths = schema.hasLabel ? schema.labels.size() : 1;
  const std::size_t predictions = schema.hasPrediction ? schema.labels.size() : 1;
  std::vector<Group> groups;
  for (const std::size_t cell : cells) {
    const double* sums = tally.cells().data() + cell * truths * predictions * kSums;
    Group group;
    double rows = 0;
    for (std::size_t i = 0; i < truths * predictions; ++i, sums += kSums) {
      const std::size_t label = outcome == Outcome::kLabel ? i / predictions : i % predictions;
      rows += sums[kRows];
      group.weight += sums[kWeight];
      if (favorable[label]) group.favorable += sums[kWeight];
    }
    if (rows > 0) groups.push_back(group);
  }
  return groups;
}

double pairDifference(double rate, double other) {
  const double favorable = std::abs(std::log(rate) - std::log(other));
  const double unfavorable = std::abs(std::log(1 - rate) - std::log(1 - other));
  return unfavorable > favorable ? unfavorable : favorable;
}

}  // namespace

double smoothedEmpiricalDifferentialFairness(const Tally& tally, Outcome outcome,
                                             const std::vector<bool>& favorable,
                                             double concentration) {
  if (concentration < 0) {
    throw Error(ErrorCode::kInvalidArgument,
                {"concentration", "0 or more", std::to_string(concentration), {}});
  }
  std::vector<double> rates;
  for (const Group& group : groupsOf(tally, outcome, favorable)) {
    rates.push_back((group.favorable + concentration / 2) / (group.weight + concentration));
  }
  std::optional<double> largest;
  for (std::size_t i = 0; i < rates.size(); ++i) {
    for (std::size_t j = 0; j < rates.size(); ++j) {
      if (i == j) continue;
      const double difference = pairDifference(rates[i], rates[j]);
      if (!largest || difference > *largest) largest = difference;
    }
  }
  if (largest) return *largest;
  throw Error(ErrorCode::kInvalidArgument,
              {"tally", "at least two groups with rows", std::to_string(rates.size()), {}});
}

double differentialFairnessBiasAmplification(const Tally& tally, const std::vector<bool>& favorable,
                                             double concentration) {
  return smoothedEmpiricalDifferentialFairness(tally, Outcome::kPrediction, favorable,
                                               concentration) -
         smoothedEmpiricalDifferentialFairness(tally, Outcome::kLabel, favorable, concentration);
}

}  // namespace fairwasm
