// SPDX-License-Identifier: Apache-2.0
#include "scan_ascent.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace fairwasm::group::internal {
namespace {

constexpr double kImprovement = 1e-9;  // smaller improvements are rounding errors

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

}  // namespace

Ascent::Ascent(const ScanModel& model, const std::vector<ScanAttribute>& attributes,
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

Subgroup Ascent::climb(uncertainty::RandomStream& random) {
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

Subgroup Ascent::evaluate() {
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

void Ascent::countExclusions(std::size_t attribute, int sign) {
  const auto& codes = attributes_[attribute].codes;
  for (std::size_t row = 0; row < codes.size(); ++row) {
    if (!included_[attribute][codes[row]]) exclusions_[row] += sign;
  }
}

void Ascent::choose(std::size_t attribute, std::vector<bool> categories) {
  countExclusions(attribute, -1);
  included_[attribute] = std::move(categories);
  countExclusions(attribute, 1);
}

void Ascent::count(Evidence& into, std::size_t row) const {
  const double y = observed_[row];
  const double p = expected_[row];
  into.rows += 1;
  into.observed += y;
  into.expected += p;
  into.product += y * p;
  into.expectedSquared += p * p;
}

std::vector<Evidence> Ascent::evidenceByCategory(std::size_t attribute) {
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

std::vector<bool> Ascent::bestCategories(std::size_t attribute) {
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

}  // namespace fairwasm::group::internal
