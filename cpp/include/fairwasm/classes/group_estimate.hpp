// SPDX-License-Identifier: Apache-2.0
//
// A value of one group together with how sure it is. What has an interval is a share, a quantity
// between two ends that is taken for one, or a mean that cannot be negative; all else has none.
#pragma once

#include <optional>

#include "fairwasm/core/nan.hpp"
#include "fairwasm/uncertainty/means.hpp"
#include "fairwasm/uncertainty/score_intervals.hpp"

namespace fairwasm::classes {

// The ends between which a quantity lies.
struct Range {
  double low = 0;
  double high = 1;
};

struct Measured {
  double value = kNaN;
  Range range = {};
  std::optional<uncertainty::EffectiveShare> share = {};  // how far it is from low to high
  std::optional<uncertainty::Unsure> mean = {};
};

// The value with its interval at the normal quantile `z`: 1.96 for 95 %. NaN where there is none.
uncertainty::Bounded bounded(const Measured& measured, double z);
// The same as one of many that have to hold together (uncertainty::amongMany).
uncertainty::Bounded jointlyBounded(const Measured& measured, double z);

// A mean over rows that is being summed up.
struct RowMean {
  uncertainty::MeanSums sums;
  double rows = 0;  // with a weight

  void add(double weight, double value);
  void merge(const RowMean& other);
  [[nodiscard]] double value() const { return sums.total / sums.weight; }
};

// Of values in [0, high]: Wilson's interval at the number of rows of which half are 0 and half are
// `high` that would be as sure, with Student's quantile, as the variance is estimated. Where all
// rows are alike, at Kish's number of rows. None for fewer than two rows.
Measured measuredMean(const RowMean& mean, double high = 1);

}  // namespace fairwasm::classes
