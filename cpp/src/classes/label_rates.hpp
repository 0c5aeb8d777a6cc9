// SPDX-License-Identifier: Apache-2.0
//
// Averages of the labels' rates in one group. The labels of a row depend on each other, so the
// precision of an average is computed from the first-order influence of each row, in a second pass.
#pragma once

#include <vector>

#include "fairwasm/classes/labels.hpp"

namespace fairwasm::classes {

class LabelRates {
 public:
  explicit LabelRates(std::size_t labels) : hits_(labels) {}

  // First pass: sums the labels' counts and the rows' rates.
  void add(const LabelRows& rows, std::size_t row);
  // Must be called between the passes.
  void average();
  // Second pass.
  void addInfluence(const LabelRows& rows, std::size_t row);

  // Returns the metrics in the order of kAveragedRates.
  [[nodiscard]] std::vector<Measured> measured() const;
  // Returns the Jaccard index of each label.
  [[nodiscard]] std::vector<Measured> jaccardIndex() const;
  // (label, TN FP FN TP)
  [[nodiscard]] std::vector<double> confusion() const;
  // Returns TP + FN of each label.
  [[nodiscard]] std::vector<double> sizes() const;
  [[nodiscard]] double weight() const { return weight_; }

 private:
  // An average over labels: its value, the influence of each label's entries, and the sum of their
  // squares.
  struct Averaged {
    double value = kNaN;
    std::vector<Part> parts;  // one per label
    double variance = 0;
    bool hasInterval = true;
  };

  [[nodiscard]] Averaged computeAverage(HitRate rate, LabelAverage average) const;
  [[nodiscard]] Averaged computeMicroAverage(HitRate rate) const;

  std::vector<Hits> hits_;
  double weight_ = 0;
  double rows_ = 0;
  double squares_ = 0;
  std::vector<double> anySquares_ =
      std::vector<double>(hits_.size());  // by label, over rows that have or predict it
  std::array<RowMean, kHitRates> samples_;
  std::array<RowMean, kHitRates> samplesDefined_;
  std::array<Averaged, kAveragedRates.size()> averages_;
};

}  // namespace fairwasm::classes
