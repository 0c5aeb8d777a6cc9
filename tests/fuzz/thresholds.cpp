// SPDX-License-Identifier: Apache-2.0
//
// Thresholds that equalize a rate: within the tolerance, never better than without the constraint,
// never worse than one shared threshold that satisfies it; deterministic ones are never better than
// random ones.
#include <array>

#include "fairwasm/thresholds/equalizing.hpp"
#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using thresholds::Constraint;
using thresholds::Curve;
using thresholds::Measure;
using thresholds::Outcome;
using thresholds::Task;

std::vector<Curve> curvesFrom(Bytes& bytes) {
  const auto groups = bytes.ConsumeIntegralInRange<std::size_t>(1, 4);
  const auto rows = bytes.ConsumeIntegralInRange<std::size_t>(0, 30);
  std::vector<std::uint32_t> group;
  std::vector<std::uint8_t> positive;
  for (std::size_t row = 0; row < rows; ++row) {
    group.push_back(
        bytes.ConsumeIntegralInRange<std::uint32_t>(0, static_cast<std::uint32_t>(groups - 1)));
    positive.push_back(bytes.ConsumeBool() ? 1 : 0);
  }
  const auto scores = shares(bytes, rows);
  return thresholds::curves({groups, group, positive, scores, {}});
}

bool isBetter(const Task& task, double one, double other) {
  if (isNear(one, other)) return false;
  return task.objective.measure == Measure::kCost ? one < other : one > other;
}

void compare(Bytes& bytes) {
  constexpr Constraint kConstraints[] = {Constraint::kSelectionRate, Constraint::kTruePositiveRate,
                                         Constraint::kFalsePositiveRate,
                                         Constraint::kEqualizedOdds};
  constexpr Measure kMeasures[] = {Measure::kAccuracy, Measure::kBalancedAccuracy,
                                   Measure::kGroupBalancedAccuracy, Measure::kCost};
  Task task;
  task.constraint = bytes.PickValueInArray(kConstraints);
  task.objective.measure = bytes.PickValueInArray(kMeasures);
  task.objective.costs = {share(bytes) - 1, share(bytes), share(bytes), -share(bytes)};
  task.tolerance = share(bytes);
  accepts([&] {
    const auto curves = curvesFrom(bytes);
    const Outcome equal = thresholds::optimum(curves, task);
    const Outcome free = thresholds::unconstrained(curves, task);
    if (std::isnan(equal.value)) return;
    require(equal.gap <= task.tolerance + 1e-9, "the gap is within the tolerance");
    require(!isBetter(task, equal.value, free.value), "a constraint never improves the value");
    const Outcome single = thresholds::singleThreshold(curves, task);
    if (single.gap <= task.tolerance) {
      require(!isBetter(task, single.value, equal.value), "a shared threshold is never better");
    }
    const std::array<double, 3> grid{0, 0.5, 1};
    const Outcome fixed = thresholds::deterministicOptimum(curves, task, grid);
    if (!std::isnan(fixed.value) && fixed.gap <= task.tolerance) {
      require(!isBetter(task, fixed.value, equal.value), "random thresholds are never worse");
    }
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
