// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/power.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/tests.hpp"

namespace fairwasm::uncertainty {
namespace {

constexpr double kPower = 0.8;
// Probabilities are negligible beyond this number of standard deviations.
constexpr double kReach = 5;

// Rejection region of the test in favor of one > other.
class Region {
 public:
  // The other group's observed proportion with the upper end of its interval.
  struct Seen {
    double share;
    double high;
  };

  Region(const ComparedGroups& groups, double confidence)
      : groups_(groups), confidence_(confidence), z_(twoSidedQuantile(confidence)) {}

  [[nodiscard]] Seen seen(double otherShare) const {
    EffectiveShare other = groups_.other;
    other.share = otherShare;
    return {otherShare, boundedShare(other, z_).ci.high};
  }

  // Returns the smallest rejected proportion; above 1 if there is none.
  [[nodiscard]] double boundary(double otherShare) const {
    const Seen other = seen(otherShare);
    if (!rejects(1, other, false)) return 2;
    double low = otherShare;
    double high = 1;
    constexpr int kHalvings = 20;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (low + high);
      (rejects(middle, other, false) ? high : low) = middle;
    }
    return high;
  }

  // Returns the minimum number of rejected cases, from `min` on; trials + 1 if there is none. The
  // search starts at `guess` with the asymptotic tests, which are fast.
  [[nodiscard]] double minCases(double otherShare, double min, double guess) const {
    const double trials = groups_.one.trials;
    const Seen other = seen(otherShare);
    double low = std::max(min, std::floor(otherShare * trials)) - 1;
    double high = trials + 1;
    // Steps away from the guess double until they reach the other side of the boundary.
    double step = 1;
    double cases = guess;
    bool isBelow = false;
    bool isAbove = false;
    while (high - low > 1) {
      cases = isBelow && isAbove ? std::floor(0.5 * (low + high))
                                 : std::clamp(cases, low + 1, high - 1);
      if (rejects(cases / trials, other, false)) {
        high = cases;
        isAbove = true;
        cases -= step;
      } else {
        low = cases;
        isBelow = true;
        cases += step;
      }
      step *= 2;
    }
    // The asymptotic test of counts may reject slightly earlier or later than the exact one.
    while (high > 0 && high <= trials + 1 && rejects((high - 1) / trials, other, true)) --high;
    while (high <= trials && !rejects(high / trials, other, true)) ++high;
    return high;
  }

 private:
  // Returns true if the interval of the difference excludes 0 and, for counts, the test of counts
  // rejects.
  [[nodiscard]] bool rejects(double share, const Seen& other, bool isExact) const {
    const double apart = share - other.share;
    if (!(apart > 0)) return false;
    EffectiveShare one = groups_.one;
    one.share = share;
    const double below = share - boundedShare(one, z_).ci.low;
    const double above = other.high - other.share;
    const double square = below * below + above * above - 2 * groups_.correlation * below * above;
    if (!(apart * apart > square)) return false;
    if (!groups_.areCounted) return true;
    const Share ours{share * one.trials, one.trials};
    const Share theirs{other.share * groups_.other.trials, groups_.other.trials};
    if (isExact && areFew(ours, theirs)) {
      return differenceTest({std::round(ours.successes), ours.trials},
                            {std::round(theirs.successes), theirs.trials}) <= 1 - confidence_;
    }
    // Chi-squared test.
    const double pooled = (ours.successes + theirs.successes) / (ours.trials + theirs.trials);
    const double variance = pooled * (1 - pooled) * (1 / ours.trials + 1 / theirs.trials);
    return variance > 0 && apart * apart >= z_ * z_ * variance;
  }

  // Above this number of expected cases, the exact and asymptotic tests of counts differ by at most
  // a few cases.
  static bool areFew(const Share& ours, const Share& theirs) {
    constexpr double kEnough = 20;
    const double trials = ours.trials + theirs.trials;
    const double successes = ours.successes + theirs.successes;
    return std::min(ours.trials, theirs.trials) * std::min(successes, trials - successes) <
           kEnough * trials;
  }

  ComparedGroups groups_;
  double confidence_;
  double z_;
};

// Probabilities of all likely numbers of cases, starting at `first`.
struct Binomial {
  double first;
  std::vector<double> probabilities;

  Binomial(double trials, double share) {
    const double reach = kReach * std::sqrt(trials * share * (1 - share)) + kReach;
    first = std::max(0.0, std::floor(trials * share - reach));
    const double last = std::min(trials, std::ceil(trials * share + reach));
    const double mode = std::clamp(std::floor((trials + 1) * share), first, last);
    probabilities.assign(static_cast<std::size_t>(last - first) + 1, 0);
    const double odds = share / (1 - share);
    const auto at = [&](double k) -> double& {
      return probabilities[static_cast<std::size_t>(k - first)];
    };
    at(mode) = 1;
    double sum = 1;
    if (share < 1) {
      for (double k = mode; k < last; ++k) {
        sum += at(k + 1) = at(k) * (odds * (trials - k) / (k + 1));
      }
    }
    for (double k = mode; k > first && share > 0; --k) {
      sum += at(k - 1) = at(k) * (k / (odds * (trials - k + 1)));
    }
    for (double& probability : probabilities) probability /= sum;
  }
};

// Power of the test for any proportion of the one group, given that of the other.
using Power = std::function<double(double share)>;

Power enumerated(const ComparedGroups& groups, double otherShare, double confidence) {
  constexpr std::size_t kMaxSteps = 48;
  const Region region(groups, confidence);
  const Binomial other(groups.other.trials, otherShare);
  struct Column {
    double probability;
    double minCases;
  };
  std::vector<Column> columns;
  const std::size_t step = 1 + (other.probabilities.size() - 1) / kMaxSteps;
  double sum = 0;
  double min = 0;
  double guess = groups.one.trials * otherShare;
  for (std::size_t i = 0; i < other.probabilities.size(); i += step) {
    const double cases = other.first + static_cast<double>(i);
    const double minCases = region.minCases(cases / groups.other.trials, min, std::floor(guess));
    columns.push_back({other.probabilities[i], minCases});
    sum += other.probabilities[i];
    guess = columns.size() == 1 ? minCases + 1 : 2 * minCases - min;
    min = minCases;
  }
  return [columns, sum, trials = groups.one.trials](double share) {
    double power = 0;
    const double variance = trials * share * (1 - share);
    constexpr double kNearlyNormal = 2500;
    if (variance > kNearlyNormal) {
      for (const auto& [probability, minCases] : columns) {
        const double apart = trials * share - (minCases - 0.5);
        power += probability * normalProbability(apart / std::sqrt(variance));
      }
      return power / sum;
    }
    const Binomial one(trials, share);
    double reached = 0;
    // Iterates downward, because the minimum number of rejected cases decreases with the other
    // group's cases.
    std::size_t next = one.probabilities.size();
    for (std::size_t i = columns.size(); i-- > 0;) {
      while (next > 0 && one.first + static_cast<double>(next - 1) >= columns[i].minCases) {
        reached += one.probabilities[--next];
      }
      power += columns[i].probability * reached;
    }
    return power / sum;
  };
}

// Returns equally likely values of sqrt(X / degrees) for a chi-squared variable X (Wilson and
// Hilferty 1931).
std::vector<double> errorsOfErrors(double degrees) {
  if (std::isinf(degrees)) return {1};
  constexpr int kPlaces = 24;
  std::vector<double> factors;
  const double spread = 2 / (9 * degrees);
  for (int i = 0; i < kPlaces; ++i) {
    const double z = normalQuantile((i + 0.5) / kPlaces);
    factors.push_back(std::pow(std::max(0.0, 1 - spread + z * std::sqrt(spread)), 1.5));
  }
  return factors;
}

Power approximated(const ComparedGroups& groups, double otherShare, double confidence) {
  const Region region(groups, confidence);
  const double variance = otherShare * (1 - otherShare) / groups.other.trials;
  const double low = std::max(0.0, otherShare - std::sqrt(variance));
  const double high = std::min(1.0, otherShare + std::sqrt(variance));
  const double boundary = region.boundary(otherShare);
  const double slope =
      high > low ? (std::min(1.0, region.boundary(high)) - region.boundary(low)) / (high - low) : 1;
  // Each part of the variance of the difference has its own degrees of freedom.
  const double ours = 1 / groups.one.trials;
  const double theirs = 1 / groups.other.trials;
  const double degrees =
      (ours + theirs) / (ours / groups.one.degrees + theirs / groups.other.degrees);
  return [=, together = groups.correlation, trials = groups.one.trials,
          factors = errorsOfErrors(degrees)](double share) {
    if (boundary > 1) return 0.0;
    const double own = share * (1 - share) / trials;
    const double both =
        own + slope * slope * variance - 2 * slope * together * std::sqrt(own * variance);
    const double error = std::sqrt(std::max(both, 1e-300));
    double power = 0;
    for (const double factor : factors) {
      power += normalProbability((share - otherShare - factor * (boundary - otherShare)) / error);
    }
    return power / static_cast<double>(factors.size());
  };
}

Power computePower(ComparedGroups groups, double otherShare, double confidence) {
  constexpr double kMany = 40;
  // Rows of one constant weight are also counted, and rounding may make their number fractional.
  if (groups.areCounted) {
    groups.one.trials = std::max(1.0, std::round(groups.one.trials));
    groups.other.trials = std::max(1.0, std::round(groups.other.trials));
  }
  const double cases =
      std::min(groups.one.trials, groups.other.trials) * std::min(otherShare, 1 - otherShare);
  return groups.areCounted && cases < kMany ? enumerated(groups, otherShare, confidence)
                                            : approximated(groups, otherShare, confidence);
}

// Returns a proportion with about 80% power. Starts at the textbook formula and applies the secant
// method to normal quantiles of the power, which are almost linear.
double nearlyDetectable(const Power& power, const ComparedGroups& groups, double share, double z) {
  const double target = normalQuantile(kPower);
  const auto errorAt = [&](double one) {
    const auto variance = [](double p, double n) { return (p * (1 - p) + 0.5 / n) / n; };
    return std::sqrt(variance(one, groups.one.trials) + variance(share, groups.other.trials));
  };
  double slope = 1 / errorAt(share);
  double at = std::min(1.0, share + (z + target) / slope);
  slope = 1 / errorAt(at);
  at = std::min(1.0, share + (z + target) / slope);
  double lastAt = kNaN;
  double lastMiss = kNaN;
  constexpr int kMaxSteps = 10;
  constexpr double kClose = 1e-9;
  for (int i = 0; i < kMaxSteps; ++i) {
    const double miss = normalQuantile(std::clamp(power(at), 1e-9, 1 - 1e-9)) - target;
    if (i > 0 && miss != lastMiss) slope = (miss - lastMiss) / (at - lastAt);
    lastAt = at;
    lastMiss = miss;
    at = std::clamp(at - miss / slope, share, 1.0);
    if (!(std::abs(at - lastAt) > kClose)) break;
  }
  return at;
}

double detectableIncrease(const ComparedGroups& groups, double share, double confidence) {
  const Power power = computePower(groups, share, confidence);
  if (!(power(1) >= kPower)) return kNaN;
  const auto halve = [&](const auto& isEnough) {
    std::pair range{share, 1.0};
    constexpr int kHalvings = 20;
    for (int i = 0; i < kHalvings; ++i) {
      const double middle = 0.5 * (range.first + range.second);
      (isEnough(middle) ? range.second : range.first) = middle;
    }
    return range;
  };
  const auto hasPower = [&](double one) { return power(one) >= kPower; };
  const double guess = nearlyDetectable(power, groups, share, twoSidedQuantile(confidence));
  auto [low, high] = halve([&](double middle) { return middle >= guess; });
  if (hasPower(low) || !hasPower(high)) high = halve(hasPower).second;
  return high - share;
}

}  // namespace

Detectable minimumDetectable(const ComparedGroups& groups, double share, double confidence) {
  if (!(groups.one.trials > 0 && groups.other.trials > 0) || std::isnan(share)) return {kNaN, kNaN};
  return {-detectableIncrease(groups, 1 - share, confidence),
          detectableIncrease(groups, share, confidence)};
}

double powerToDetect(const ComparedGroups& groups, double share, double otherShare,
                     double confidence) {
  return computePower(groups, otherShare, confidence)(share);
}

}  // namespace fairwasm::uncertainty
