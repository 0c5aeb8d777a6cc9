// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/bias_scan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "scan_score.hpp"

namespace fairwasm::group {
namespace {

using internal::Evidence;
using internal::Interval;
using internal::ScanScore;

constexpr double kImprovement = 1e-9;  // less than this is rounding

// ---- AIF360's score of one group ----------------------------------------------------------------

constexpr double kPeerLowest = 1e-3;
constexpr double kPeerHighest = 1e3;
constexpr double kPeerWidth = 1e-3;

// The slope's sign where the parameter is q; AIF360 looks at nothing else.
double slopeTimesQ(const ScanModel& model, double observed, std::span<const double> expected,
                   double q) {
  double slope = observed;
  for (const double p : expected) {
    slope -= model.statistic == ScanStatistic::kPoisson ? q * p : q * p / (1 - p + q * p);
  }
  return slope;
}

double peerFactor(const ScanModel& model, double observed, std::span<const double> expected) {
  double low = kPeerLowest;
  double high = kPeerHighest;
  while (std::abs(high - low) > kPeerWidth) {
    const double middle = (low + high) / 2;
    if (slopeTimesQ(model, observed, expected, middle) > 0) {
      low = low + (high - low) / 2;
    } else {
      high = high - (high - low) / 2;
    }
  }
  const double q = (low + high) / 2;
  return model.direction == ScanDirection::kPositive ? std::max(q, 1.0) : std::min(q, 1.0);
}

double peerBerkJones(const ScanModel& model, double observed, double rows) {
  const bool isPositive = model.direction == ScanDirection::kPositive;
  const double alpha = isPositive ? model.alpha : 1 - model.alpha;
  const double rate = rows == 0 ? alpha : std::max(observed / rows, alpha);
  const double score = observed * std::log(rate / alpha);
  return rate == 1 ? score : score + (rows - observed) * std::log((1 - rate) / (1 - alpha));
}

// As numpy rounds: to even, after a multiplication.
double roundedToFourDecimals(double value) { return std::nearbyint(value * 1e4) / 1e4; }

// ---- The scan -----------------------------------------------------------------------------------

std::vector<double> drawOutcomes(const ScanModel& model, std::span<const double> expected,
                                 uncertainty::RandomStream& random) {
  const auto poisson = [&](double mean) {
    double count = 0;
    // Knuth's product of uniforms, in pieces small enough for exp(-mean) to be a normal number.
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

using Included = std::vector<std::vector<bool>>;

bool isEverything(const std::vector<bool>& included) {
  return std::ranges::all_of(included, [](bool one) { return one; });
}

std::size_t named(const Included& included) {
  std::size_t count = 0;
  for (const auto& attribute : included) {
    if (!isEverything(attribute))
      count += static_cast<std::size_t>(std::ranges::count(attribute, true));
  }
  return count;
}

// One ascent: the subgroup so far, and for every row how many attributes keep it out of it.
class Ascent {
 public:
  Ascent(const ScanModel& model, const std::vector<ScanAttribute>& attributes,
         std::span<const double> observed, std::span<const double> expected, double penalty,
         Included included)
      : score_(model),
        keepsExpectations_(model.statistic == ScanStatistic::kBernoulli),
        attributes_(attributes),
        observed_(observed),
        expected_(expected),
        penalty_(penalty),
        included_(std::move(included)),
        exclusions_(observed.size(), 0) {
    for (std::size_t i = 0; i < attributes_.size(); ++i) countExclusions(i, 1);
  }

  // Until no attribute's best choice helps: each is tried again after every improvement.
  Subgroup climb(uncertainty::RandomStream& random) {
    Subgroup current = evaluate();
    std::vector<std::size_t> untried(attributes_.size());
    std::iota(untried.begin(), untried.end(), std::size_t{0});
    while (!untried.empty()) {
      const std::size_t pick = random.below(static_cast<std::uint32_t>(untried.size()));
      const std::size_t attribute = untried[pick];
      untried.erase(untried.begin() + static_cast<std::ptrdiff_t>(pick));

      std::vector<bool> before = included_[attribute];
      choose(attribute, bestCategories(attribute));
      Subgroup next = evaluate();
      if (next.score > current.score + kImprovement) {
        current = std::move(next);
        untried.resize(attributes_.size());
        std::iota(untried.begin(), untried.end(), std::size_t{0});
        std::erase(untried, attribute);
      } else {
        choose(attribute, std::move(before));
      }
    }
    return current;
  }

  Subgroup evaluate() {
    Evidence all;
    expectations_.clear();
    for (std::size_t row = 0; row < observed_.size(); ++row) {
      if (exclusions_[row] != 0) continue;
      count(all, row);
      if (keepsExpectations_) expectations_.push_back(expected_[row]);
    }
    all.expectations = {expectations_};
    const double penalty = penalty_ * static_cast<double>(named(included_));
    return {included_, score_.value(all, score_.best(all)) - penalty,
            static_cast<std::size_t>(all.rows), all.observed, all.expected};
  }

 private:
  void countExclusions(std::size_t attribute, int sign) {
    const auto& codes = attributes_[attribute].codes;
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (!included_[attribute][codes[row]]) exclusions_[row] += sign;
    }
  }

  void choose(std::size_t attribute, std::vector<bool> categories) {
    countExclusions(attribute, -1);
    included_[attribute] = std::move(categories);
    countExclusions(attribute, 1);
  }

  void count(Evidence& into, std::size_t row) const {
    const double y = observed_[row];
    const double p = expected_[row];
    into.rows += 1;
    into.observed += y;
    into.expected += p;
    into.product += y * p;
    into.expectedSquared += p * p;
  }

  // The evidence of every category among the rows that the other attributes let in.
  std::vector<Evidence> evidenceByCategory(std::size_t attribute) {
    const auto& [codes, categories] = attributes_[attribute];
    std::vector<Evidence> evidence(categories);
    const auto isIn = [&](std::size_t row) {
      return exclusions_[row] == (included_[attribute][codes[row]] ? 0 : 1);
    };
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (isIn(row)) count(evidence[codes[row]], row);
    }
    if (!keepsExpectations_) return evidence;

    std::vector<std::size_t> places(categories, 0);
    std::size_t total = 0;
    for (std::size_t category = 0; category < categories; ++category) {
      places[category] = total;
      total += static_cast<std::size_t>(evidence[category].rows);
    }
    expectations_.resize(total);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      if (isIn(row)) expectations_[places[codes[row]]++] = expected_[row];
    }
    for (std::size_t category = 0; category < categories; ++category) {
      const auto rows = static_cast<std::size_t>(evidence[category].rows);
      evidence[category].expectations = {
          std::span<const double>(expectations_).subspan(places[category] - rows, rows)};
    }
    return evidence;
  }

  // Exactly the best choice of categories, others being as they are. At any t the best choice is
  // every category whose value there is above the penalty; and that choice changes only at the ends
  // of the categories' intervals, so few choices are to be compared. Naming every category costs a
  // penalty each; not using the attribute costs none.
  std::vector<bool> bestCategories(std::size_t attribute) {
    const auto evidence = evidenceByCategory(attribute);
    std::vector<Interval> intervals;
    std::vector<double> ends;
    Evidence all;
    for (const Evidence& category : evidence) {
      all.add(category);
      intervals.push_back(score_.positive(category, penalty_));
      if (intervals.back().low < intervals.back().high) {
        ends.insert(ends.end(), {intervals.back().low, intervals.back().high});
      }
    }
    std::vector<bool> best(evidence.size(), true);
    double bestScore = std::max(0.0, score_.value(all, score_.best(all)));
    std::ranges::sort(ends);
    for (std::size_t i = 1; i < ends.size(); ++i) {
      const double t = (ends[i - 1] + ends[i]) / 2;
      std::vector<bool> choice(evidence.size(), false);
      Evidence chosen;
      std::size_t names = 0;
      for (std::size_t category = 0; category < evidence.size(); ++category) {
        if (!(intervals[category].low < t && t < intervals[category].high)) continue;
        choice[category] = true;
        chosen.add(evidence[category]);
        ++names;
      }
      if (names == 0) continue;
      const double score =
          score_.value(chosen, score_.best(chosen)) - penalty_ * static_cast<double>(names);
      if (score > bestScore) {
        bestScore = score;
        best = std::move(choice);
      }
    }
    return best;
  }

  ScanScore score_;
  bool keepsExpectations_;
  const std::vector<ScanAttribute>& attributes_;
  std::span<const double> observed_;
  std::span<const double> expected_;
  double penalty_;
  Included included_;
  std::vector<int> exclusions_;
  std::vector<double> expectations_;  // sorted by category; what Evidence::expectations point into
};

Included everything(const std::vector<ScanAttribute>& attributes) {
  Included included;
  for (const auto& attribute : attributes) included.emplace_back(attribute.categories, true);
  return included;
}

// Every category is in with one probability, itself random; an attribute without any is not used.
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

// Each replicate has a stream for its outcomes and one for each start.
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

double scoreGroup(const ScanModel& model, std::span<const double> observed,
                  std::span<const double> expected, double penalty) {
  if (model.statistic == ScanStatistic::kGaussian) {
    throw Error(ErrorCode::kInvalidArgument,
                {"scoring", "Bernoulli, Poisson or BerkJones for a single group", "Gaussian", {}});
  }
  internal::requireScannable(model, observed, expected);
  const double sum = std::accumulate(observed.begin(), observed.end(), 0.0);
  if (model.statistic == ScanStatistic::kBerkJones) {
    const double score = peerBerkJones(model, sum, static_cast<double>(observed.size()));
    return roundedToFourDecimals(score - penalty);
  }
  const double q = peerFactor(model, sum, expected);
  double score = sum * std::log(q);
  for (const double p : expected) {
    score += model.statistic == ScanStatistic::kPoisson ? p - q * p : -std::log(1 - p + q * p);
  }
  return roundedToFourDecimals(score - penalty);
}

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
    throw Error(ErrorCode::kInvalidArgument, {"penalty", "0 or more", std::to_string(penalty), {}});
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
