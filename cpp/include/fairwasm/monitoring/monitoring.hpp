// SPDX-License-Identifier: Apache-2.0
//
// Confidence sequences for the mean difference of two rates over the batches of a stream: intervals
// that hold at every look simultaneously, so that monitoring may stop or continue at any time.
//
// In batch t, with n and n' rows of the groups, rates p and p', and h = n n' / (n + n'), a bet of
// size k > 0 multiplies its wealth by 1 + (k h / n) (y - m) for each outcome y of the group, and by
// 1 - (k h / n') (y' - m') for each outcome of the reference, where m and m' are predicted from
// earlier batches. As 1 + x <= exp(x), the expected product is at most exp(k h (p - p' - m + m')).
// The wealth, divided by these bounds, is thus a nonnegative supermartingale for any rates in any
// batch, and exceeds 2 / alpha at any time with a probability of at most alpha / 2 (Ville 1939).
// Solved for the sum of h (p - p'), the mean wealth of bets of several sizes gives the lower end
// for the mean difference, weighted by h; the groups swapped give the upper end. Rates,
// differences, and proportions of the groups may change from batch to batch. Rows must be
// independent within a batch, and the size of a batch must not depend on its outcomes.
//
// The bets are those of Waudby-Smith and Ramdas (2023) and, for two groups in blocks, Turner, Ly,
// and Grünwald (2024); the time-varying mean follows Howard et al. (2021). The weights are Mantel
// and Haenszel's (Cochran 1954).
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::monitoring {

// Counts of a group and of the reference group in a batch. Cases need not be whole: a case may be
// the mean of a cluster, in [0, 1].
struct Counts {
  double rows;
  double cases;
  double otherRows;
  double otherCases;
};

// The wealth of bets on the mean difference of two rates.
class GapEvidence {
 public:
  void add(const Counts& batch);

  // True if a batch has rows of both groups.
  bool isDefined() const { return weight_ > 0; }

  // Rates and their difference, means over batches with weights h; NaN if undefined.
  double rate() const { return rateSum_ / weight_; }
  double otherRate() const { return otherRateSum_ / weight_; }
  double gap() const { return rate() - otherRate(); }

  // True if the evidence suffices to conclude that the mean difference is larger or smaller.
  bool isAbove(double difference, double confidence) const;
  bool isBelow(double difference, double confidence) const;

  // Returns the differences that are not excluded. [-1, 1] if undefined.
  uncertainty::Interval interval(double confidence) const;

  // Returns the expected evidence after further rows in the proportions and with the rates so far.
  GapEvidence after(double rows) const;

 private:
  static constexpr std::size_t kBets = 14;
  using Bets = std::array<double, kBets>;

  // Recent rows of a group, which predict its rate.
  struct Recent {
    double rows;
    double cases;
  };

  static double size(std::size_t bet);
  static double logMean(const Bets& logWealth, double shift);
  static void remember(Recent& recent, double rows, double cases);

  Bets up_{};    // logarithms of the wealth of bets that the difference is large
  Bets down_{};  // and that it is small
  double weight_ = 0;
  double rateSum_ = 0;
  double otherRateSum_ = 0;
  double rows_ = 0;
  double otherRows_ = 0;
  Recent recent_{};
  Recent otherRecent_{};
};

struct Options {
  double confidence;
  double tolerance;   // largest accepted absolute difference
  std::size_t looks;  // maximum number of intervals in `Sequence`
};

struct Sequence {
  std::vector<double> batch;  // number of batches so far, for each interval
  std::vector<double>
      value;  // mean difference so far; NaN without a batch with rows of both groups
  std::vector<double> low;
  std::vector<double> high;
  double rate;  // mean rates over all batches, whose difference is the last value
  double otherRate;
  double excludedAt;  // first number of batches at which the interval excluded all accepted
                      // differences; NaN if none
  double
      withinAt;  // first number of batches at which it had only accepted differences; NaN if none
  // Expected number of further rows, in the proportions of the groups and with the rates so far,
  // until either is the case; 0 if it is now. NaN if undefined, or if it needs more than 10^12
  // rows.
  double rowsNeeded;
};

// Intervals for batches in time order. Throws kInvalidArgument with the index of a batch for
// invalid counts.
Sequence monitor(std::span<const Counts> batches, const Options& options);

}  // namespace fairwasm::monitoring
