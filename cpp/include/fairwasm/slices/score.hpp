// SPDX-License-Identifier: Apache-2.0
//
// How bad a slice is: SliceLine's score, which weighs how much larger the mean error is in the
// slice against how few rows it has; and how bad a slice within it could be at most. Source:
// Sagadeeva and Boehm: SliceLine: Fast, Linear-Algebra-based Slice Finding for ML Model Debugging,
// 2021.
#pragma once

namespace fairwasm::slices {

// Of a set of rows.
struct Sums {
  double rows = 0;
  double errors = 0;

  [[nodiscard]] double mean() const { return errors / rows; }
  void add(const Sums& other) {
    rows += other.rows;
    errors += other.errors;
  }
};

class Score {
 public:
  // `alpha` in [0, 1] is the weight of the errors, 1 - alpha that of the size; `total` are sums
  // over all rows, of which no part that slices keep whole has a mean above `greatestMean`. Throws
  // kInvalidArgument for another alpha.
  Score(double alpha, const Sums& total, double greatestMean, double minRows);

  // alpha (mean / mean of all - 1) - (1 - alpha) (all rows / rows - 1); 0 of all rows, and of what
  // rounding alone tells from 0.
  [[nodiscard]] double of(const Sums& slice) const;

  // No slice of at least `minRows` rows within `slice`, which has as many, nor itself, scores
  // higher.
  [[nodiscard]] double bound(const Sums& slice) const;

 private:
  [[nodiscard]] double at(double rows, double errors) const;
  // How large the terms are that make the score.
  [[nodiscard]] double terms(double rows, double errors) const;

  double alpha_;
  Sums total_;
  double greatestMean_;
  double minRows_;
};

}  // namespace fairwasm::slices
