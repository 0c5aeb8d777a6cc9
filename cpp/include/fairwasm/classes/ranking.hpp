// SPDX-License-Identifier: Apache-2.0
//
// How well a column of scores ranks rows of its own class above those of others: the area under the
// ROC curve, against each other class and against all of them, and average precision. All of it
// comes from one sweep over the rows from the highest score down, so rows are sorted once for all
// groups and classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::classes {

// Rows from the highest score down; equal scores in the order of their rows. `scores` are every
// `stride`-th of a longer array.
std::vector<std::uint32_t> descendingOrder(std::span<const double> scores, std::size_t stride = 1);

// The rows of one group, which are to come from the highest score down.
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

  // To be called after the last row.
  void finish() { flush(); }

  // Weight of the rows of a class.
  [[nodiscard]] double size(std::size_t ofClass) const { return above_[ofClass]; }
  // Share of pairs of a row of the own class and one of `other` that are in the right order, ties
  // counting half (Mann and Whitney 1947). NaN where there are no pairs.
  [[nodiscard]] double areaAgainst(std::size_t other) const {
    return wins_[other] / (above_[own_] * above_[other]);
  }
  // The same against all other classes.
  [[nodiscard]] double area() const;
  // Sum over distinct scores, from the highest down, of (gain in recall) * precision, without
  // interpolation. NaN without rows of the own class.
  [[nodiscard]] double averagePrecision() const { return precisions_ / above_[own_]; }

 private:
  void flush();

  std::size_t own_;
  std::vector<double> above_;  // weight by class of the rows so far
  std::vector<double> tied_;   // of those with the present score
  std::vector<double> wins_;   // weight of the pairs in the right order
  double score_ = 0;
  double all_ = 0;
  double precisions_ = 0;
  bool hasTied_ = false;
};

}  // namespace fairwasm::classes
