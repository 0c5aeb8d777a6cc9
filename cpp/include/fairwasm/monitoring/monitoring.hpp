// SPDX-License-Identifier: Apache-2.0
//
// Confidence sequences for the difference of two rates on a stream: intervals that hold at every
// look simultaneously, so that monitoring may stop or continue at any time.
//
// With a Beta(1/2, 1/2) mixture, the likelihood ratio of a group's outcomes to those of a rate p is
// a nonnegative martingale if p is the true rate (Robbins 1970; a mixture of bets, Waudby-Smith and
// Ramdas 2023). So is the product for two groups, which exceeds 1 / alpha at any time with a
// probability of at most alpha (Ville 1939). The sequence contains the differences of all pairs of
// rates with a smaller product. It is exact for any number of rows and looks, and depends only on
// counts. Rows must be independent, with constant rates.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/intervals.hpp"

namespace fairwasm::monitoring {

// Counts of a group and of the reference group, in one batch or in total. They need not be whole.
struct Counts {
  double rows;
  double cases;
  double otherRows;
  double otherCases;
};

// Returns the logarithm of the smallest product over all pairs of rates in [0, 1] with this
// difference.
double logEvidence(const Counts& counts, double difference);

// Returns the differences whose evidence is less than 1 / (1 - confidence). [-1, 1] without rows.
uncertainty::Interval gapInterval(const Counts& total, double confidence);

struct Options {
  double confidence;
  double tolerance;   // largest accepted absolute difference
  std::size_t looks;  // maximum number of intervals in `Sequence`
};

struct Sequence {
  std::vector<double> batch;  // number of batches so far, for each interval
  std::vector<double> value;  // difference of the rates so far; NaN without rows of a group
  std::vector<double> low;
  std::vector<double> high;
  double excludedSince;  // first number of batches at which the interval excluded all accepted
                         // differences; NaN if it never did
  double withinSince;    // first number of batches at which it had only accepted differences
  // Further rows, in the present proportions of the groups and with the present rates, until either
  // is the case; 0 if it is now. NaN without rows of a group, or if it needs more than 10^12 rows.
  double rowsNeeded;
};

// Intervals for batches in time order. Throws kInvalidArgument with the index of a batch for
// invalid counts.
Sequence monitor(std::span<const Counts> batches, const Options& options);

}  // namespace fairwasm::monitoring
