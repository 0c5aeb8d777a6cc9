// SPDX-License-Identifier: Apache-2.0
//
// Precision, recall, F1 and Jaccard index of one class or label against the rest, or of the set of
// labels of one row: all of them say how far what is true and what is predicted overlap.
#pragma once

#include <cstdint>

namespace fairwasm::classes {

// Weights of what is true, of what is predicted, and of what is both.
struct Hits {
  double both = 0;         // TP
  double truths = 0;       // TP + FN
  double predictions = 0;  // TP + FP
};

enum class HitRate : std::uint8_t {
  kPrecision,  // TP / (TP + FP)
  kRecall,     // TP / (TP + FN)
  kF1,         // 2 TP / (2 TP + FP + FN)
  kJaccard,    // TP / (TP + FP + FN)
};

// A rate, NaN for 0/0, and how it changes with what is true alone, predicted alone, and both.
struct Part {
  double value;
  double ofTruth;
  double ofPrediction;
  double ofBoth;
};

constexpr Part partOf(HitRate rate, const Hits& hits) {
  const auto& [both, truths, predictions] = hits;
  if (rate == HitRate::kPrecision) {
    const double value = both / predictions;
    return {value, 0, -value / predictions, (1 - value) / predictions};
  }
  if (rate == HitRate::kRecall) {
    const double value = both / truths;
    return {value, -value / truths, 0, (1 - value) / truths};
  }
  if (rate == HitRate::kF1) {
    const double all = truths + predictions;
    const double value = 2 * both / all;
    return {value, -value / all, -value / all, 2 * (1 - value) / all};
  }
  const double any = truths + predictions - both;
  const double value = both / any;
  return {value, -value / any, -value / any, (1 - value) / any};
}

// 0/0 counted as 0, which nothing changes.
constexpr Part orZero(const Part& part) {
  return part.value == part.value ? part : Part{0, 0, 0, 0};
}

}  // namespace fairwasm::classes
