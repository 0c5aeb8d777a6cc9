// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/thresholds/reject_option.hpp"

#include <algorithm>
#include <deque>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/thresholds/parity.hpp"
#include "rounding.hpp"

namespace fairwasm::thresholds {
namespace {

// Results of one side's groups at each shared threshold, from no rows selected to all rows; rates
// never decrease in this order.
struct Side {
  std::vector<double> value;  // -infinity if the rates of these groups already differ too much
  std::vector<RateRange> rates;
  std::vector<RateRange> otherRates;  // the second rates of equalized odds
};

std::vector<double> computeThresholds(const std::vector<Curve>& curves) {
  std::vector<double> all;
  for (const auto& curve : curves) {
    for (const auto& point : curve.points) all.push_back(point.threshold);
  }
  std::ranges::sort(all, std::ranges::greater{});
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

void widen(RateRange& range, double rate) {
  range = {std::min(range.low, rate), std::max(range.high, rate)};
}

// Calls `use` with the group's point at each of the thresholds.
template <typename Use>
void walk(const Curve& curve, const std::vector<double>& thresholds, Use use) {
  std::size_t next = 0;
  for (std::size_t k = 0; k < thresholds.size(); ++k) {
    while (next < curve.points.size() && curve.points[next].threshold >= thresholds[k]) ++next;
    use(k, curve.points[next - 1]);
  }
}

class Sides {
 public:
  Sides(const std::vector<Curve>& curves, Constraint constraint,
        const std::vector<Linear>& contributions, double tolerance,
        std::span<const std::uint8_t> favored)
      : thresholds_(computeThresholds(curves)), selected_(thresholds_.size()) {
    const bool isOdds = constraint == Constraint::kEqualizedOdds;
    const RateRange none{kInfinity, -kInfinity};
    for (Side* side : {&favored_, &others_}) {
      side->value.resize(thresholds_.size());
      side->rates.resize(thresholds_.size(), none);
      side->otherRates.resize(thresholds_.size(), none);
    }
    for (std::size_t g = 0; g < curves.size(); ++g) {
      Side& side = favored[g] == 1 ? favored_ : others_;
      const Share rate = computeShare(constraint, curves[g]);
      const Share other =
          computeShare(isOdds ? Constraint::kTruePositiveRate : constraint, curves[g]);
      walk(curves[g], thresholds_, [&](std::size_t k, const OperatingPoint& point) {
        side.value[k] += contributions[g].at(point);
        widen(side.rates[k], rate.of(point.truePositives, point.falsePositives));
        widen(side.otherRates[k], other.of(point.truePositives, point.falsePositives));
        selected_[k] += point.truePositives + point.falsePositives;
      });
    }
    for (Side* side : {&favored_, &others_}) requireTogether(*side, tolerance);
  }

  [[nodiscard]] const std::vector<double>& thresholds() const { return thresholds_; }
  [[nodiscard]] const Side& favored() const { return favored_; }
  [[nodiscard]] const Side& others() const { return others_; }

  // Returns the region between two thresholds.
  [[nodiscard]] CriticalRegion region(std::size_t low, std::size_t high) const {
    return {thresholds_[low], thresholds_[high], selected_[low] - selected_[high]};
  }

 private:
  static void requireTogether(Side& side, double tolerance) {
    for (std::size_t k = 0; k < side.value.size(); ++k) {
      for (const auto& [low, high] : {side.rates[k], side.otherRates[k]}) {
        if (high - low > tolerance + kRounding) side.value[k] = -kInfinity;
      }
    }
  }

  std::vector<double> thresholds_;
  std::vector<double> selected_;  // rows, over all groups
  Side favored_;
  Side others_;
};

// Returns true if the other groups' rates at `j` are lower (or higher) than those of the favored at
// `k` by more than `by`.
bool isBelow(const Side& others, std::size_t j, const Side& favored, std::size_t k, double by) {
  return others.rates[j].low < favored.rates[k].high - by ||
         others.otherRates[j].low < favored.otherRates[k].high - by;
}
bool isAbove(const Side& others, std::size_t j, const Side& favored, std::size_t k, double by) {
  return others.rates[j].high > favored.rates[k].low + by ||
         others.otherRates[j].high > favored.otherRates[k].low + by;
}

bool isBetter(const RejectChoice& choice, const std::optional<RejectChoice>& best) {
  if (!best || choice.value > best->value + kRounding) return true;
  return choice.value >= best->value - kRounding && choice.region.rows <= best->region.rows;
}

}  // namespace

// For each threshold of the favored groups, the permitted thresholds of the other groups are in a
// window. Both ends move in the same direction as that threshold, so a queue contains the best
// candidates.
std::optional<RejectChoice> bestRejectOption(const std::vector<Curve>& curves,
                                             Constraint constraint,
                                             const std::vector<Linear>& contributions,
                                             double tolerance,
                                             std::span<const std::uint8_t> favored) {
  const Sides sides(curves, constraint, contributions, tolerance, favored);
  const double apart = tolerance + kRounding;
  std::optional<RejectChoice> best;
  std::deque<std::size_t> queue;  // descending values; of equal values only the last
  std::size_t next = 0;
  for (std::size_t k = 0; k < sides.thresholds().size(); ++k) {
    const auto& values = sides.others().value;
    for (; next <= k && !isAbove(sides.others(), next, sides.favored(), k, apart); ++next) {
      while (!queue.empty() && values[queue.back()] <= values[next]) queue.pop_back();
      queue.push_back(next);
    }
    while (!queue.empty() && isBelow(sides.others(), queue.front(), sides.favored(), k, apart)) {
      queue.pop_front();
    }
    if (queue.empty()) continue;
    const RejectChoice choice{sides.favored().value[k] + values[queue.front()],
                              sides.region(k, queue.front())};
    if (choice.value > -kInfinity && isBetter(choice, best)) best = choice;
  }
  return best;
}

}  // namespace fairwasm::thresholds
