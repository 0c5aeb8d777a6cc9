// SPDX-License-Identifier: Apache-2.0
//
// The averages of the labels' rates in one group. How sure they are depends on rows, whose labels
// go together: what each row adds to an average, to first order, is summed up over a second pass.
#pragma once

#include <vector>

#include "fairwasm/classes/labels.hpp"

namespace fairwasm::classes {

class LabelRates {
 public:
  explicit LabelRates(std::size_t labels) : hits_(labels) {}

  // First pass: the labels' counts, and the rows' own rates.
  void add(const LabelRows& rows, std::size_t row);
  // To be called between the passes.
  void average();
  // Second pass.
  void addInfluence(const LabelRows& rows, std::size_t row);

  // In the order of kAveragedRates.
  [[nodiscard]] std::vector<Measured> measured() const;
  // Jaccard index of each label.
  [[nodiscard]] std::vector<Measured> jaccardIndex() const;
  // (label, TN FP FN TP).
  [[nodiscard]] std::vector<double> confusion() const;
  // TP + FN of each label.
  [[nodiscard]] std::vector<double> sizes() const;
  [[nodiscard]] double weight() const { return weight_; }

 private:
  // An average over labels: its value, what each label's entries add, and the sum of their squares.
  struct Averaged {
    double value = kNaN;
    std::vector<Part> parts;  // one a label
    double variance = 0;
    bool hasInterval = true;
  };

  [[nodiscard]] Averaged averageOf(HitRate rate, LabelAverage average) const;
  [[nodiscard]] Averaged microOf(HitRate rate) const;

  std::vector<Hits> hits_;
  double weight_ = 0;
  double rows_ = 0;
  double squares_ = 0;
  std::vector<double> anySquares_ =
      std::vector<double>(hits_.size());  // of rows in a label's union
  std::array<RowMean, kHitRates> samples_;
  std::array<RowMean, kHitRates> samplesDefined_;
  std::array<Averaged, kAveragedRates.size()> averages_;
};

}  // namespace fairwasm::classes
