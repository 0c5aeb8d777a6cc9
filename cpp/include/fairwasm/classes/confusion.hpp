// SPDX-License-Identifier: Apache-2.0
//
// Multiclass confusion matrices (true class by predicted class), one per group. All metrics of hard
// multiclass predictions are functions of these matrices. They are computed from a tally, so rows
// are read only once.
#pragma once

#include <string>
#include <vector>

#include "fairwasm/tally/tally.hpp"

namespace fairwasm::classes {

// The confusion matrix of one group. Cells are in row-major order: (true class, predicted class).
struct Confusion {
  explicit Confusion(std::size_t classCount = 0)
      : classes(classCount),
        weights(classCount * classCount),
        squares(classCount * classCount),
        rows(classCount * classCount) {}

  std::size_t classes;
  std::vector<double> weights;  // sums of w
  std::vector<double> squares;  // sums of w^2, for the effective number of rows
  std::vector<double> rows;     // numbers of rows
};

// Marginal sums of a confusion matrix.
struct Margins {
  explicit Margins(const Confusion& confusion);

  double all = 0;                   // W
  double right = 0;                 // sum of the diagonal
  std::vector<double> truths;       // by true class: TP + FN
  std::vector<double> predictions;  // by predicted class: TP + FP
};

// Confusion matrices of all nonempty groups and of all rows together.
struct ClassFrame {
  // Category of each attribute, in row-major order: (group, attribute).
  std::vector<std::uint32_t> codes;
  std::vector<Confusion> groups;
  Confusion overall;
};

// Returns the confusion matrices of the groups that `by` defines, in row-major order of the
// attributes' categories. Classes are in the order of `classes`, which may include classes that do
// not occur. Throws kInvalidArgument for a label that is not in `classes`, a duplicate class, or an
// unknown attribute; kInvalidState for a tally without labels or predictions; kTooLarge if all
// groups together need more than kMaxCells cells.
ClassFrame frameBy(const tally::Tally& tally, const std::vector<std::string>& by,
                   const std::vector<std::string>& classes);

}  // namespace fairwasm::classes
