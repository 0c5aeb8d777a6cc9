// SPDX-License-Identifier: Apache-2.0
//
// Score of a slice like SliceLine: it balances how far the mean error in the slice exceeds the
// overall mean against how small the slice is. Also bounds the scores of all subsets of a slice.
// Source: Sagadeeva and Boehm: SliceLine: Fast, Linear-Algebra-based Slice Finding for ML Model
// Debugging, 2021.
#pragma once

namespace fairwasm::slices {

// Number of rows and sum of errors of a set of rows.
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
  // `alpha` in [0, 1] is the weight of the errors, 1 - alpha that of the size. `total` contains the
  // sums over all rows; no indivisible entry has a mean error above `greatestMean`. Throws
  // kInvalidArgument for another alpha.
  Score(double alpha, const Sums& total, double greatestMean, double minRows);

  // Returns alpha (mean / overall mean - 1) - (1 - alpha) (all rows / rows - 1); 0 for all rows,
  // and if only rounding separates the result from 0.
  [[nodiscard]] double of(const Sums& slice) const;

  // Returns an upper bound on the scores of `slice`, which must have at least `minRows` rows, and
  // of all its subsets with at least `minRows` rows.
  [[nodiscard]] double bound(const Sums& slice) const;

 private:
  [[nodiscard]] double at(double rows, double errors) const;
  // Returns the magnitude of the terms of the score.
  [[nodiscard]] double terms(double rows, double errors) const;

  double alpha_;
  Sums total_;
  double greatestMean_;
  double minRows_;
};

}  // namespace fairwasm::slices
