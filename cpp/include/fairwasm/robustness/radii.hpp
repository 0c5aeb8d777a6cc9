// SPDX-License-Identifier: Apache-2.0
//
// Provable radii: the Euclidean distance that an input can be moved before a network with a known
// Lipschitz constant may change its decision. The formulas are those of deel-lip's metrics
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

// kBinary: the sign of one score decides. kCategorical: the largest of one score per class decides.
enum class Task { kBinary, kCategorical };
constexpr auto getNames(Task) {
  return makeNames<Task>("task", {{"binary", Task::kBinary}, {"categorical", Task::kCategorical}});
}

// Parameters of the conversion from scores to radii.
struct RadiusRule {
  Task task = Task::kCategorical;
  // At least 2 for kCategorical, 1 for kBinary.
  std::size_t classes = 2;
  // The network's Lipschitz constant for the Euclidean norm: positive and finite.
  double lipConst = 1;
  // For kCategorical: true if lipConst is that of each output by itself (two outputs can then
  // diverge 2 lipConst times as fast as the input moves), false if it is that of the output vector
  // (sqrt(2) lipConst times).
  bool disjointNeurons = true;

  friend bool operator==(const RadiusRule&, const RadiusRule&) = default;
};

// Throws kInvalidArgument unless the Lipschitz constant is positive and finite, and the number of
// classes fits the task.
void validate(const RadiusRule& rule);

// Returns the constant that margins are divided by: 2 lipConst or sqrt(2) lipConst, or lipConst for
// kBinary.
double marginLipschitz(const RadiusRule& rule);

// Row-major, `classes` values per row.
using ScoreMatrix = std::variant<std::span<const double>, std::span<const float>>;

// kCategorical: class indices (Codes) or one-hot rows (numbers, row-major) with entries 0 and 1, or
// -1 and 1. kBinary: numbers, all 0 or 1, or all -1 or 1.
using TrueLabels = std::variant<data::Codes, std::span<const double>>;

struct ScoredRows {
  std::size_t rows = 0;
  ScoreMatrix scores;
  TrueLabels labels;
};

// Throws kShapeMismatch if the number of scores or labels does not match the rows.
void requireLengths(const RadiusRule& rule, const ScoredRows& rows);

// Returns radius = margin / marginLipschitz(rule) for each row, where margin = true class's score -
// largest other score (kCategorical), or the score times the sign of the label (kBinary). The
// radius is negative for wrong predictions, and infinite for infinite scores.
//
// Throws kShapeMismatch if lengths differ, and kInvalidArgument with the row for a label of another
// kind (smoothed labels, rows without exactly one positive, an index out of range), a NaN score,
// and a margin inf - inf.
std::vector<double> provableRadii(const RadiusRule& rule, const ScoredRows& rows);

}  // namespace fairwasm::robustness
