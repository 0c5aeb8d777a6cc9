// SPDX-License-Identifier: Apache-2.0
//
// A metric of one group with its precision. Confidence intervals exist for proportions, for bounded
// quantities that are treated as proportions, and for nonnegative means.
#pragma once

#include <optional>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/means.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::classes {

// Bounds of a quantity.
struct Range {
  double low = 0;
  double high = 1;
};

struct Measured {
  double value = kNaN;
  Range range = {};
  std::optional<uncertainty::EffectiveShare> share =
      {};  // position of the value between low and high
  std::optional<uncertainty::Unsure> mean = {};
};

// Returns the value with its confidence interval at the normal quantile `z` (1.96 for 95%). The
// interval is NaN if it is unknown.
uncertainty::Bounded bounded(const Measured& measured, double z);
// Like bounded(), for one of several intervals that must hold jointly (uncertainty::amongMany).
uncertainty::Bounded jointlyBounded(const Measured& measured, double z);

// Running sums of a mean over rows.
struct RowMean {
  uncertainty::MeanSums sums;
  double rows = 0;  // with a positive weight

  void add(double weight, double value);
  void merge(const RowMean& other);
  [[nodiscard]] double value() const { return sums.total / sums.weight; }
};

// Returns the mean of values in [0, high]. Its confidence interval is Wilson's with Student's
// quantile. The number of trials is that of a sample of values 0 and `high`, half each, with the
// same precision. If all values are equal, Kish's effective number of rows is used. There is no
// interval for fewer than two rows.
Measured measuredMean(const RowMean& mean, double high = 1);

}  // namespace fairwasm::classes
