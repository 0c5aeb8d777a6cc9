// SPDX-License-Identifier: Apache-2.0
//
// Scan statistics as functions of one parameter t: t = ln q, or t = q for Berk-Jones. At its
// neutral value, t = 0 (alpha for Berk-Jones), the alternative equals the expectations. Each
// function has a single maximum; all are concave in t, except the Gaussian one, which is concave in
// q.
#pragma once

#include <span>
#include <vector>

#include "fairwasm/group/bias_scan.hpp"

namespace fairwasm::group::internal {

// Throws kInvalidArgument for a model or values that the statistic does not support.
void requireScannable(const ScanModel& model, std::span<const double> observed,
                      std::span<const double> expected);

// Sufficient statistics of a set of rows. Those of disjoint sets can be added.
struct Evidence {
  double rows = 0;
  double observed = 0;
  double expected = 0;
  double product = 0;                                 // sum y p
  double expectedSquared = 0;                         // sum p^2
  std::vector<std::span<const double>> expectations;  // of the rows, for kBernoulli only

  void add(const Evidence& other);
};

struct Interval {
  double low;
  double high;
};

class ScanScore {
 public:
  explicit ScanScore(const ScanModel& model);

  // Range of t: from the neutral value in the scan direction, with |ln q| <= ln 1e3.
  [[nodiscard]] Interval range() const { return range_; }
  [[nodiscard]] double value(const Evidence& evidence, double t) const;
  // Returns the t in range() with the largest value.
  [[nodiscard]] double best(const Evidence& evidence) const;
  // Returns the interval around best() in which the value exceeds `penalty`; empty (low = high) if
  // there is none.
  [[nodiscard]] Interval positive(const Evidence& evidence, double penalty) const;

 private:
  ScanModel model_;
  Interval range_;
  double neutral_;
};

}  // namespace fairwasm::group::internal
