// SPDX-License-Identifier: Apache-2.0
//
// Precision, recall, F1, and Jaccard index of one class or label against the rest, or of the label
// set of one row. Each measures the overlap of the true and the predicted positives.
#pragma once

#include <cstdint>

namespace fairwasm::classes {

// Weights of the true positives, of all true rows, and of all predicted rows.
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

// A rate (NaN for 0/0) and its derivatives by the weights of true rows, predicted rows, and true
// positives.
struct Part {
  double value;
  double ofTruth;
  double ofPrediction;
  double ofBoth;
};

constexpr Part getPart(HitRate rate, const Hits& hits) {
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

// Replaces an undefined rate (0/0) by 0 with zero derivatives.
constexpr Part orZero(const Part& part) {
  return part.value == part.value ? part : Part{0, 0, 0, 0};
}

}  // namespace fairwasm::classes
