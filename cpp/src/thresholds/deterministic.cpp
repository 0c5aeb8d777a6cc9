// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/deterministic.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "rounding.hpp"

namespace fairwasm::thresholds {
namespace {

struct Candidate {
  double threshold;
  double value;
  double rate;
  double otherRate;  // the second rate of equalized odds
};

// Returns the better of two candidates of a group; ties are resolved in favor of the later one,
// whose threshold is lower.
std::size_t chooseBetter(const std::vector<Candidate>& candidates, std::size_t a, std::size_t b) {
  if (candidates[a].value > candidates[b].value + kRounding) return a;
  if (candidates[b].value > candidates[a].value + kRounding) return b;
  return std::max(a, b);
}

// Candidates of a group, from no rows selected to all rows, and the best candidate of any range.
class Candidates {
 public:
  explicit Candidates(std::vector<Candidate> candidates) : all_(std::move(candidates)) {
    std::vector<std::size_t> row;
    for (std::size_t i = 0; i < all_.size(); ++i) row.push_back(i);
    best_.push_back(row);
    for (std::size_t width = 1; 2 * width <= all_.size(); width *= 2) {
      const auto& narrow = best_.back();
      std::vector<std::size_t> wide;
      for (std::size_t i = 0; i + 2 * width <= all_.size(); ++i) {
        wide.push_back(chooseBetter(all_, narrow[i], narrow[i + width]));
      }
      best_.push_back(std::move(wide));
    }
  }

  [[nodiscard]] const std::vector<Candidate>& all() const { return all_; }

  using Run = std::pair<std::size_t, std::size_t>;

  // Returns the candidates with `rate` in the window.
  [[nodiscard]] Run within(double low, double high, double Candidate::* rate) const {
    const auto first = std::ranges::lower_bound(all_, low - kRounding, {}, rate);
    const auto last = std::ranges::upper_bound(all_, high + kRounding, {}, rate);
    return {first - all_.begin(), last - all_.begin()};
  }

  [[nodiscard]] const Candidate& chooseBest(const Run& run) const {
    const auto [first, last] = run;
    const auto level = static_cast<std::size_t>(std::bit_width(last - first)) - 1;
    const auto& row = best_[level];
    return all_[chooseBetter(all_, row[first], row[last - (std::size_t{1} << level)])];
  }

 private:
  std::vector<Candidate> all_;
  std::vector<std::vector<std::size_t>> best_;  // by the logarithm of the range's length
};

// Returns the distinct points for the thresholds of a grid, each with the lowest such threshold.
std::vector<OperatingPoint> onGrid(const Curve& curve, std::span<const double> grid) {
  std::vector<double> descending(grid.begin(), grid.end());
  std::ranges::sort(descending, std::ranges::greater{});
  std::vector<OperatingPoint> points;
  std::size_t next = 0;
  std::size_t before = 0;
  for (const double threshold : descending) {
    while (next < curve.points.size() && curve.points[next].threshold >= threshold) ++next;
    const auto& reached = curve.points[next - 1];
    if (!points.empty() && before == next) points.pop_back();
    points.push_back({threshold, reached.truePositives, reached.falsePositives});
    before = next;
  }
  return points;
}

Candidates findCandidates(const Curve& curve, Constraint constraint, const Linear& contribution,
                          std::span<const double> grid) {
  const bool isOdds = constraint == Constraint::kEqualizedOdds;
  const Share rate = computeShare(constraint, curve);
  const Share other = computeShare(isOdds ? Constraint::kTruePositiveRate : constraint, curve);
  std::vector<Candidate> candidates;
  for (const auto& point : grid.empty() ? curve.points : onGrid(curve, grid)) {
    const auto& [threshold, truePositives, falsePositives] = point;
    candidates.push_back({threshold, contribution.at(point), rate.of(truePositives, falsePositives),
                          other.of(truePositives, falsePositives)});
  }
  return Candidates(std::move(candidates));
}

std::vector<double> computeRates(const std::vector<Candidates>& groups, double Candidate::* rate) {
  std::vector<double> rates;
  for (const auto& group : groups) {
    for (const auto& candidate : group.all()) rates.push_back(candidate.*rate);
  }
  std::ranges::sort(rates);
  const auto repeated = std::ranges::unique(rates);
  rates.erase(repeated.begin(), repeated.end());
  return rates;
}

// Keeps the best of the choices that it considers.
class Best {
 public:
  // Considers the best candidate of each group's range; does nothing if a range is empty.
  void consider(const std::vector<Candidates>& groups, const std::vector<Candidates::Run>& runs) {
    ThresholdChoice choice{0, {}};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (runs[g].first >= runs[g].second) return;
      choice.value += groups[g].chooseBest(runs[g]).value;
    }
    if (best_ && choice.value < best_->value - kRounding) return;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      choice.thresholds.push_back(groups[g].chooseBest(runs[g]).threshold);
    }
    const bool isBetter = !best_ || choice.value > best_->value + kRounding;
    if (isBetter || choice.thresholds < best_->thresholds) best_ = std::move(choice);
  }

  [[nodiscard]] std::optional<ThresholdChoice> best() const { return best_; }

 private:
  std::optional<ThresholdChoice> best_;
};

std::vector<Candidates::Run> findRuns(const std::vector<Candidates>& groups, double low,
                                      double tolerance, double Candidate::* rate) {
  std::vector<Candidates::Run> runs;
  for (const auto& group : groups) runs.push_back(group.within(low, low + tolerance, rate));
  return runs;
}

// Tries windows of both rates; the second window starts at a rate of a candidate in the first
// window.
void considerOdds(const std::vector<Candidates>& groups, double tolerance, Best& best) {
  const auto others = computeRates(groups, &Candidate::otherRate);
  std::vector<std::vector<Candidates::Run>> otherRuns;
  for (const double low : others) {
    otherRuns.push_back(findRuns(groups, low, tolerance, &Candidate::otherRate));
  }
  for (const double low : computeRates(groups, &Candidate::rate)) {
    const auto runs = findRuns(groups, low, tolerance, &Candidate::rate);
    double min = 1;
    double max = 0;
    for (std::size_t g = 0; g < groups.size(); ++g) {
      if (runs[g].first >= runs[g].second) continue;
      min = std::min(min, groups[g].all()[runs[g].first].otherRate);
      max = std::max(max, groups[g].all()[runs[g].second - 1].otherRate);
    }
    auto i = static_cast<std::size_t>(std::ranges::lower_bound(others, min) - others.begin());
    for (; i < others.size() && others[i] <= max; ++i) {
      auto both = runs;
      for (std::size_t g = 0; g < groups.size(); ++g) {
        both[g] = {std::max(runs[g].first, otherRuns[i][g].first),
                   std::min(runs[g].second, otherRuns[i][g].second)};
      }
      best.consider(groups, both);
    }
  }
}

void requireFew(const std::vector<Candidates>& groups) {
  constexpr std::size_t kMaxThresholds = 20000;
  std::size_t count = 0;
  for (const auto& group : groups) count += group.all().size();
  if (count <= kMaxThresholds) return;
  throw Error(ErrorCode::kTooLarge,
              {"thresholds",
               "at most " + std::to_string(kMaxThresholds) + " over all groups; pass a grid",
               std::to_string(count),
               {}});
}

const OperatingPoint& bestPoint(const Curve& curve, const Linear& contribution) {
  const OperatingPoint* best = &curve.points.front();
  for (const auto& point : curve.points) {
    if (contribution.at(point) > contribution.at(*best) + kRounding) best = &point;
  }
  return *best;
}

}  // namespace

std::optional<ThresholdChoice> bestThresholds(const std::vector<Curve>& curves,
                                              Constraint constraint,
                                              const std::vector<Linear>& contributions,
                                              double tolerance, std::span<const double> grid) {
  std::vector<Candidates> groups;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    groups.push_back(findCandidates(curves[g], constraint, contributions[g], grid));
  }
  Best best;
  if (constraint == Constraint::kEqualizedOdds) {
    requireFew(groups);
    considerOdds(groups, tolerance, best);
  } else {
    for (const double low : computeRates(groups, &Candidate::rate)) {
      best.consider(groups, findRuns(groups, low, tolerance, &Candidate::rate));
    }
  }
  return best.best();
}

ThresholdChoice bestUnconstrained(const std::vector<Curve>& curves,
                                  const std::vector<Linear>& contributions) {
  ThresholdChoice choice{0, {}};
  for (std::size_t g = 0; g < curves.size(); ++g) {
    const auto& point = bestPoint(curves[g], contributions[g]);
    choice.value += contributions[g].at(point);
    choice.thresholds.push_back(point.threshold);
  }
  return choice;
}

ThresholdChoice bestSingle(const std::vector<Curve>& curves,
                           const std::vector<Linear>& contributions) {
  struct Step {
    double threshold;
    double gain;
  };
  std::vector<Step> steps;
  double value = 0;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    const auto& points = curves[g].points;
    value += contributions[g].at(points.front());
    for (std::size_t i = 1; i < points.size(); ++i) {
      steps.push_back({points[i].threshold,
                       contributions[g].at(points[i]) - contributions[g].at(points[i - 1])});
    }
  }
  std::ranges::sort(steps, std::ranges::greater{}, &Step::threshold);
  ThresholdChoice best{value, std::vector<double>(curves.size(), kInfinity)};
  for (std::size_t i = 0; i < steps.size(); ++i) {
    value += steps[i].gain;
    const bool isLast = i + 1 == steps.size() || steps[i + 1].threshold != steps[i].threshold;
    if (!isLast || value <= best.value + kRounding) continue;
    best = {value, std::vector<double>(curves.size(), steps[i].threshold)};
  }
  return best;
}

}  // namespace fairwasm::thresholds
