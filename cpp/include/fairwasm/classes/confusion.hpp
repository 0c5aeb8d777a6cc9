// SPDX-License-Identifier: Apache-2.0
//
// Confusion matrices of several classes, one a group: true class by predicted class. Everything
// that is said about hard predictions of several classes is a function of them, and they are taken
// from a tally, so that rows are read once.
#pragma once

#include <string>
#include <vector>

#include "fairwasm/tally/tally.hpp"

namespace fairwasm::classes {

// Of one group. Cells in row-major order: (true class, predicted class).
struct Confusion {
  explicit Confusion(std::size_t classCount = 0)
      : classes(classCount),
        weights(classCount * classCount),
        squares(classCount * classCount),
        rows(classCount * classCount) {}

  std::size_t classes;
  std::vector<double> weights;  // sums of w
  std::vector<double> squares;  // sums of w^2: how unequal the weights are
  std::vector<double> rows;     // how many rows
};

// The margins of a matrix.
struct Margins {
  explicit Margins(const Confusion& confusion);

  double all = 0;                   // W
  double right = 0;                 // the diagonal's sum
  std::vector<double> truths;       // by true class: TP + FN
  std::vector<double> predictions;  // by predicted class: TP + FP
};

// The groups that have rows, and all rows together.
struct ClassFrame {
  // (group, attribute) row by row: which category.
  std::vector<std::uint32_t> codes;
  std::vector<Confusion> groups;
  Confusion overall;
};

// Groups in row-major order of the attributes' categories. The classes stand in the order of
// `classes`, which may name some that do not occur. Throws kInvalidArgument for a label that is not
// among them, for a class that is named twice and for an unknown attribute; kInvalidState for a
// tally without labels or without predictions; kTooLarge beyond kMaxCells cells of all groups.
ClassFrame frameBy(const tally::Tally& tally, const std::vector<std::string>& by,
                   const std::vector<std::string>& classes);

}  // namespace fairwasm::classes
