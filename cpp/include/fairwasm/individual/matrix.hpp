// SPDX-License-Identifier: Apache-2.0
//
// Features of individuals: a view of a row-major matrix with one row per individual and one column
// per feature. The caller owns the numbers.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace fairwasm::individual {

struct Matrix {
  std::span<const double> values;  // rows * columns numbers
  std::size_t rows = 0;
  std::size_t columns = 0;

  [[nodiscard]] const double* row(std::size_t index) const {
    return values.data() + index * columns;
  }
};

// Throws kShapeMismatch unless there are rows * columns values, and kInvalidArgument with the row
// for a value that is not finite.
void validate(const Matrix& matrix, const std::string& argument);

}  // namespace fairwasm::individual
