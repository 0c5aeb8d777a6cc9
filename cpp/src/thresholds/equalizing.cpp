// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/equalizing.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/nan.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/thresholds/deterministic.hpp"
#include "fairwasm/thresholds/odds.hpp"
#include "rounding.hpp"

namespace fairwasm::thresholds {
namespace {

using Curves = std::vector<Curve>;
using Policies = std::vector<Policy>;

constexpr RateRange kNoRange{kNaN, kNaN};

void requireRate(const char* argument, double rate) {
  if (rate >= 0 && rate <= 1) return;
  throw Error(ErrorCode::kInvalidArgument, {argument, "a number in [0, 1]", shown(rate), {}});
}

void requireTask(const Task& task) {
  requireRate("tolerance", task.tolerance);
  requireReasonable(task.objective);
}

bool isDefined(const Curves& curves, const std::vector<Linear>& contributions) {
  return !curves.empty() && std::ranges::none_of(contributions, [](const Linear& linear) {
    return std::isnan(linear.constant);
  });
}

bool hasRates(const Curves& curves, Constraint constraint) {
  return std::ranges::all_of(curves, [constraint](const Curve& curve) {
    if (constraint == Constraint::kEqualizedOdds) {
      return curve.positives > 0 && curve.negatives > 0;
    }
    return computeShare(constraint, curve).divisor > 0;
  });
}

double computeRate(double count, double of) { return of > 0 ? count / of : kNaN; }

GroupOutcome computeOutcome(const Policy& policy, const Curve& curve, const Selected& selected) {
  const auto [truePositives, falsePositives] = selected;
  return {policy,
          computeRate(truePositives + falsePositives, curve.total()),
          computeRate(truePositives, curve.positives),
          computeRate(falsePositives, curve.negatives),
          computeRate(truePositives + curve.negatives - falsePositives, curve.total()),
          kNoRange};
}

double getRange(const std::vector<GroupOutcome>& groups, double GroupOutcome::* rate) {
  double low = 1;
  double high = 0;
  for (const auto& group : groups) {
    if (std::isnan(group.*rate)) return kNaN;
    low = std::fmin(low, group.*rate);
    high = std::fmax(high, group.*rate);
  }
  return high - low;
}

double computeGap(const std::vector<GroupOutcome>& groups, Constraint constraint) {
  if (constraint == Constraint::kSelectionRate) {
    return getRange(groups, &GroupOutcome::selectionRate);
  }
  const double ofPositives = getRange(groups, &GroupOutcome::truePositiveRate);
  if (constraint == Constraint::kTruePositiveRate) return ofPositives;
  const double ofNegatives = getRange(groups, &GroupOutcome::falsePositiveRate);
  if (constraint == Constraint::kFalsePositiveRate) return ofNegatives;
  // NaN if either is NaN.
  return ofPositives > ofNegatives ? ofPositives + 0 * ofNegatives : ofNegatives + 0 * ofPositives;
}

Outcome undefined() { return {kNaN, kNaN, {}}; }

// `range` of each group is optional.
Outcome computeOutcome(const Curves& curves, const Task& task, const Policies& policies,
                       double value, const std::vector<RateRange>& ranges = {}) {
  Outcome outcome{computeValue(task.objective, value), kNaN, {}};
  for (std::size_t g = 0; g < curves.size(); ++g) {
    outcome.groups.push_back(computeOutcome(policies[g], curves[g], apply(policies[g], curves[g])));
    if (!ranges.empty()) outcome.groups.back().range = ranges[g];
  }
  outcome.gap = computeGap(outcome.groups, task.constraint);
  return outcome;
}

Outcome computeOutcome(const Curves& curves, const Task& task, const ThresholdChoice& choice) {
  Policies policies;
  for (const double threshold : choice.thresholds) policies.push_back({{threshold}, {1}, 0, 0});
  return computeOutcome(curves, task, policies, choice.value);
}

std::vector<ConcaveCurve> bestAtRates(const Curves& curves, Constraint constraint,
                                      const std::vector<Linear>& contributions) {
  std::vector<ConcaveCurve> groups;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    groups.emplace_back(curves[g], computeShare(constraint, curves[g]), contributions[g]);
  }
  return groups;
}

Outcome oddsOutcome(const Curves& curves, const Task& task, const EqualizedOdds& odds,
                    const EqualizedOdds::Optimum& best) {
  Policies policies;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    const auto [falsePositiveRate, truePositiveRate] = best.groups[g];
    policies.push_back(policyAt(odds.hull(g), curves[g], falsePositiveRate, truePositiveRate));
  }
  return computeOutcome(curves, task, policies, best.value,
                        std::vector<RateRange>(curves.size(), best.falsePositiveRates));
}

Policies policiesAt(const Curves& curves, const std::vector<ConcaveCurve>& groups,
                    const std::vector<double>& rates) {
  Policies policies;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    policies.push_back(policyAt(groups[g], curves[g], rates[g]));
  }
  return policies;
}

std::vector<FrontierPoint> oddsFrontier(const EqualizedOdds& odds, double free, double gap,
                                        std::size_t steps) {
  std::vector<FrontierPoint> points;
  for (std::size_t i = 0; i < steps; ++i) {
    const double tolerance = gap * static_cast<double>(i) / static_cast<double>(steps);
    points.push_back({tolerance, odds.optimum(tolerance).value});
    if (gap <= kRounding) return points;
  }
  points.push_back({gap, free});
  return points;
}

}  // namespace

Outcome optimum(const Curves& curves, const Task& task) {
  requireTask(task);
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains) || !hasRates(curves, task.constraint)) return undefined();
  if (task.constraint == Constraint::kEqualizedOdds) {
    const EqualizedOdds odds(curves, gains);
    return oddsOutcome(curves, task, odds, odds.optimum(task.tolerance));
  }
  const auto groups = bestAtRates(curves, task.constraint, gains);
  const auto [value, ranges] = Parity(groups).optimum(task.tolerance);
  std::vector<double> rates;
  for (const auto& range : ranges) rates.push_back(range.low);
  return computeOutcome(curves, task, policiesAt(curves, groups, rates), value, ranges);
}

Outcome deterministicOptimum(const Curves& curves, const Task& task, std::span<const double> grid) {
  requireTask(task);
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains) || !hasRates(curves, task.constraint)) return undefined();
  const auto best = bestThresholds(curves, task.constraint, gains, task.tolerance, grid);
  return best ? computeOutcome(curves, task, *best) : undefined();
}

RejectOutcome rejectOption(const Curves& curves, const Task& task,
                           std::span<const std::uint8_t> favored) {
  requireTask(task);
  requireCount("favored", favored.size(), curves.size());
  RejectOutcome none{undefined(), {kNaN, kNaN, kNaN}};
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains) || !hasRates(curves, task.constraint)) return none;
  const auto best = bestRejectOption(curves, task.constraint, gains, task.tolerance, favored);
  if (!best) return none;
  ThresholdChoice choice{best->value, {}};
  for (const auto isFavored : favored) {
    choice.thresholds.push_back(isFavored == 1 ? best->region.low : best->region.high);
  }
  return {computeOutcome(curves, task, choice), best->region};
}

Outcome atRates(const Curves& curves, const Task& task, std::span<const double> rates) {
  requireTask(task);
  for (const double rate : rates) requireRate("rate", rate);
  const bool isOdds = task.constraint == Constraint::kEqualizedOdds;
  if (rates.size() != 1 && (isOdds || rates.size() != curves.size())) {
    throw Error(ErrorCode::kShapeMismatch, {"rate",
                                            isOdds ? "one rate" : "one rate, or one for each group",
                                            std::to_string(rates.size()),
                                            {}});
  }
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains) || !hasRates(curves, task.constraint)) return undefined();
  if (isOdds) {
    const EqualizedOdds odds(curves, gains);
    return oddsOutcome(curves, task, odds, odds.at(rates[0]));
  }
  std::vector<double> each(rates.begin(), rates.end());
  each.resize(curves.size(), rates[0]);
  const auto groups = bestAtRates(curves, task.constraint, gains);
  return computeOutcome(curves, task, policiesAt(curves, groups, each), Parity(groups).at(each));
}

Outcome unconstrained(const Curves& curves, const Task& task) {
  requireTask(task);
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains)) return undefined();
  return computeOutcome(curves, task, bestUnconstrained(curves, gains));
}

Outcome singleThreshold(const Curves& curves, const Task& task) {
  requireTask(task);
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains)) return undefined();
  return computeOutcome(curves, task, bestSingle(curves, gains));
}

std::vector<FrontierPoint> frontier(const Curves& curves, const Task& task, std::size_t steps) {
  requireTask(task);
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains) || !hasRates(curves, task.constraint)) return {};
  std::vector<FrontierPoint> points;
  if (task.constraint == Constraint::kEqualizedOdds) {
    const auto free = computeOutcome(curves, task, bestUnconstrained(curves, gains));
    points = oddsFrontier(EqualizedOdds(curves, gains), bestUnconstrained(curves, gains).value,
                          free.gap, steps);
  } else {
    points = Parity(bestAtRates(curves, task.constraint, gains)).frontier();
  }
  for (auto& point : points) point.value = computeValue(task.objective, point.value);
  return points;
}

Outcome applied(const Curves& curves, const Task& task, std::span<const Policy> policies) {
  requireTask(task);
  const auto gains = contributions(task.objective, curves);
  if (!isDefined(curves, gains)) return undefined();
  double value = 0;
  for (std::size_t g = 0; g < curves.size(); ++g) {
    const auto [truePositives, falsePositives] = apply(policies[g], curves[g]);
    value += gains[g].at(truePositives, falsePositives);
  }
  return computeOutcome(curves, task, Policies(policies.begin(), policies.end()), value);
}

}  // namespace fairwasm::thresholds
