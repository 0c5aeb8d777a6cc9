// SPDX-License-Identifier: Apache-2.0
//
// Measures how well a column of scores ranks the rows of its class above other rows: AUC against
// each other class and against all of them, and average precision. One pass from the highest score
// to the lowest computes all of them, so rows are sorted once for all groups and classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::classes {

// Returns the rows in descending order of scores; ties keep their row order. `scores` contains
// every `stride`-th element of a longer array.
std::vector<std::uint32_t> descendingOrder(std::span<const double> scores, std::size_t stride = 1);

// Ranks the rows of one group, which must be added in descending order of scores.
class RankingSweep {
 public:
  RankingSweep(std::size_t classes, std::size_t own)
      : own_(own), above_(classes), tied_(classes), wins_(classes) {}

  void add(double score, std::size_t ofClass, double weight) {
    if (score != score_) flush();
    score_ = score;
    tied_[ofClass] += weight;
    hasTied_ = true;
  }

  // Must be called after the last row.
  void finish() { flush(); }

  // Returns the weight of the rows of a class.
  [[nodiscard]] double size(std::size_t ofClass) const { return above_[ofClass]; }
  // Returns the proportion of correctly ordered pairs of a row of this class and a row of `other`.
  // Ties count half (Mann and Whitney 1947). NaN without pairs.
  [[nodiscard]] double areaAgainst(std::size_t other) const {
    return wins_[other] / (above_[own_] * above_[other]);
  }
  // Returns the AUC against all other classes.
  [[nodiscard]] double area() const;
  // Returns the sum over distinct scores, in descending order, of (increase in recall) * precision,
  // without interpolation. NaN if the class has no rows.
  [[nodiscard]] double averagePrecision() const { return precisions_ / above_[own_]; }

 private:
  void flush();

  std::size_t own_;
  std::vector<double> above_;  // weight by class of the rows so far
  std::vector<double> tied_;   // weight by class of the rows with the current score
  std::vector<double> wins_;   // weight of the correctly ordered pairs
  double score_ = 0;
  double all_ = 0;
  double precisions_ = 0;
  bool hasTied_ = false;
};

}  // namespace fairwasm::classes
