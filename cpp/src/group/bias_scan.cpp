// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/bias_scan.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "scan_ascent.hpp"
#include "scan_score.hpp"

namespace fairwasm::group {
namespace {

using internal::Ascent;
using internal::Included;

std::vector<double> drawOutcomes(const ScanModel& model, std::span<const double> expected,
                                 uncertainty::RandomStream& random) {
  const auto poisson = [&](double mean) {
    double count = 0;
    // Uses Knuth's product of uniforms, in pieces for which exp(-mean) does not underflow.
    for (double rest = mean; rest > 0; rest -= 500) {
      const double limit = std::exp(-std::min(rest, 500.0));
      for (double product = random.uniform(); product > limit; product *= random.uniform()) ++count;
    }
    return count;
  };
  std::vector<double> outcomes;
  outcomes.reserve(expected.size());
  for (const double p : expected) {
    switch (model.statistic) {
      case ScanStatistic::kBernoulli:
        outcomes.push_back(random.uniform() < p ? 1 : 0);
        break;
      case ScanStatistic::kPoisson:
        outcomes.push_back(poisson(p));
        break;
      case ScanStatistic::kGaussian:
        outcomes.push_back(p + std::sqrt(model.variance) * random.normal());
        break;
      case ScanStatistic::kBerkJones:
        outcomes.push_back(random.uniform() < model.alpha ? 1 : 0);
        break;
    }
  }
  return outcomes;
}

Included everything(const std::vector<ScanAttribute>& attributes) {
  Included included;
  for (const auto& attribute : attributes) included.emplace_back(attribute.categories, true);
  return included;
}

// Includes each category with the same random probability; an attribute without included categories
// is unused.
Included randomSubgroup(const std::vector<ScanAttribute>& attributes,
                        uncertainty::RandomStream& random) {
  Included included = everything(attributes);
  const double probability = random.uniform();
  for (auto& categories : included) {
    for (auto&& one : categories) one = random.uniform() < probability;
    if (std::ranges::none_of(categories, [](bool one) { return one; })) {
      categories.assign(categories.size(), true);
    }
  }
  return included;
}

// Each replicate has one stream for its outcomes and one for each start.
uncertainty::RandomStream stream(std::uint64_t seed, std::uint32_t replicate, std::uint32_t item) {
  return uncertainty::RandomStream(seed, (std::uint64_t{replicate} << 32U) | item);
}

void requireCodes(const ScanAttribute& attribute, std::size_t rows) {
  if (attribute.codes.size() != rows) {
    throw Error(
        ErrorCode::kShapeMismatch,
        {"attributes", std::to_string(rows) + " rows", std::to_string(attribute.codes.size()), {}});
  }
  const auto bad = std::ranges::find_if(
      attribute.codes, [&](std::uint32_t code) { return code >= attribute.categories; });
  if (bad == attribute.codes.end()) return;
  throw Error(ErrorCode::kInvalidArgument,
              {"attributes", "a code below " + std::to_string(attribute.categories),
               std::to_string(*bad), static_cast<std::size_t>(bad - attribute.codes.begin())});
}

}  // namespace

BiasScan::BiasScan(const ScanModel& model, std::vector<ScanAttribute> attributes,
                   std::vector<double> observed, std::vector<double> expected, double penalty,
                   std::uint64_t seed)
    : model_(model),
      attributes_(std::move(attributes)),
      observed_(std::move(observed)),
      expected_(std::move(expected)),
      penalty_(penalty),
      seed_(seed) {
  internal::requireScannable(model_, observed_, expected_);
  for (const auto& attribute : attributes_) requireCodes(attribute, observed_.size());
  if (!(penalty >= 0)) {
    throw Error(ErrorCode::kInvalidArgument, {"penalty", "0 or more", shown(penalty), {}});
  }
}

Subgroup BiasScan::climb(std::uint32_t replicate, std::uint32_t start) const {
  std::vector<double> drawn;
  if (replicate > 0) {
    uncertainty::RandomStream outcomes = stream(seed_, replicate, 0);
    drawn = drawOutcomes(model_, expected_, outcomes);
  }
  uncertainty::RandomStream random = stream(seed_, replicate, start + 1);
  Included included = start == 0 ? everything(attributes_) : randomSubgroup(attributes_, random);
  return Ascent(model_, attributes_, replicate > 0 ? drawn : observed_, expected_, penalty_,
                std::move(included))
      .climb(random);
}

Subgroup BiasScan::evaluate(std::vector<std::vector<bool>> included) const {
  if (included.size() != attributes_.size()) {
    throw Error(ErrorCode::kShapeMismatch, {"included",
                                            std::to_string(attributes_.size()) + " attributes",
                                            std::to_string(included.size()),
                                            {}});
  }
  for (std::size_t i = 0; i < included.size(); ++i) {
    if (included[i].size() == attributes_[i].categories) continue;
    throw Error(ErrorCode::kShapeMismatch,
                {"included",
                 std::to_string(attributes_[i].categories) + " categories",
                 std::to_string(included[i].size()),
                 {}});
  }
  return Ascent(model_, attributes_, observed_, expected_, penalty_, std::move(included))
      .evaluate();
}

}  // namespace fairwasm::group
