// SPDX-License-Identifier: Apache-2.0
//
// Provable radii: how far an input may be moved, in Euclidean distance, before a network whose
// Lipschitz constant is known can change its mind. The formulas are those of deel-lip's metrics
// (Serrurier et al., Achieving Robustness in Classification Using Optimal Transport with Hinge
// Regularization, arXiv 2006.06520; Béthune et al., Pay Attention to Your Loss, arXiv 2104.05097).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/data/batch.hpp"

namespace fairwasm::robustness {

// kBinary: one score, its sign decides. kCategorical: a score for each class, the largest decides.
enum class Task { kBinary, kCategorical };
constexpr auto namesOf(Task) {
  return makeNames<Task>("task", {{"binary", Task::kBinary}, {"categorical", Task::kCategorical}});
}

// How scores become radii.
struct RadiusRule {
  Task task = Task::kCategorical;
  // 2 or more for kCategorical, 1 for kBinary.
  std::size_t classes = 2;
  // The network's Lipschitz constant, for the Euclidean norm: positive and finite.
  double lipConst = 1;
  // Whether lipConst is that of each output on its own (then two outputs together can draw apart 2
  // lipConst times as fast as the input moves) or of the output vector (sqrt(2) lipConst times).
  // kCategorical only.
  bool disjointNeurons = true;

  friend bool operator==(const RadiusRule&, const RadiusRule&) = default;
};

// Throws kInvalidArgument for a Lipschitz constant that is not positive and finite, or a number of
// classes that does not fit the task.
void validate(const RadiusRule& rule);

// The constant that a margin is divided by: 2 lipConst or sqrt(2) lipConst, or lipConst for
// kBinary.
double marginLipschitz(const RadiusRule& rule);

// Row-major, `classes` values a row.
using ScoreMatrix = std::variant<std::span<const double>, std::span<const float>>;

// kCategorical: class indices (Codes) or one-hot rows (numbers, row-major), whose entries are 0 and
// 1, or -1 and 1. kBinary: numbers, each 0 or 1, or each -1 or 1.
using TrueLabels = std::variant<data::Codes, std::span<const double>>;

struct ScoredRows {
  std::size_t rows = 0;
  ScoreMatrix scores;
  TrueLabels labels;
};

// Throws kShapeMismatch where scores or labels are not as many as the rows ask for.
void requireLengths(const RadiusRule& rule, const ScoredRows& rows);

// radius = margin / marginLipschitz(rule), for each row; margin = true class's score - largest
// other score (kCategorical), or the score with the sign of the label (kBinary). Negative where the
// prediction is wrong. An infinite score gives an infinite radius.
//
// Throws kShapeMismatch where lengths differ, and kInvalidArgument, with the row, for a label that
// is not of the kinds above (smoothed labels, rows with two positives or none, an index beyond the
// classes), for a score that is NaN, and for a margin inf - inf.
std::vector<double> provableRadii(const RadiusRule& rule, const ScoredRows& rows);

}  // namespace fairwasm::robustness
