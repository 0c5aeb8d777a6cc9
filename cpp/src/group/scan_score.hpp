// SPDX-License-Identifier: Apache-2.0
//
// The scan statistics as functions of one parameter t, 0 at its neutral value, where the
// alternative is the expectation itself: t = ln q, but t = q for Berk and Jones. Each has a single
// maximum; all but the Gaussian one, which is concave in q, are concave in t.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/group/bias_scan.hpp"

namespace fairwasm::group::internal {

// Throws kInvalidArgument for a model or values that the statistic is not made for.
void requireScannable(const ScanModel& model, std::span<const double> observed,
                      std::span<const double> expected);

// All that the statistics need to know of a set of rows. Sets that have no row in common add up.
struct Evidence {
  double rows = 0;
  double observed = 0;
  double expected = 0;
  double product = 0;                                 // sum y p
  double expectedSquared = 0;                         // sum p^2
  std::vector<std::span<const double>> expectations;  // of the rows, for Bernoulli alone

  void add(const Evidence& other);
};

struct Interval {
  double low;
  double high;
};

class ScanScore {
 public:
  explicit ScanScore(const ScanModel& model);

  // Where t may lie: from the neutral value toward the direction, |ln q| <= ln 1e3.
  [[nodiscard]] Interval range() const { return range_; }
  [[nodiscard]] double value(const Evidence& evidence, double t) const;
  // The t in range() with the greatest value.
  [[nodiscard]] double best(const Evidence& evidence) const;
  // Around best(), where the value is above `penalty`; empty (low = high) where it nowhere is.
  [[nodiscard]] Interval positive(const Evidence& evidence, double penalty) const;

 private:
  ScanModel model_;
  Interval range_;
  double neutral_;
};

}  // namespace fairwasm::group::internal
