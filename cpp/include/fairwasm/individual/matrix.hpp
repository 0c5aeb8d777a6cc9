// SPDX-License-Identifier: Apache-2.0
//
// Rows of numbers as the metrics of individuals take them: a view of a row-major matrix, one row an
// individual, one column a feature. The caller owns the numbers.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace fairwasm::individual {

struct Matrix {
  std::span<const double> values;  // rows * columns of them
  std::size_t rows = 0;
  std::size_t columns = 0;

  [[nodiscard]] const double* row(std::size_t index) const {
    return values.data() + index * columns;
  }
};

// Throws kShapeMismatch where the number of values is not rows * columns, and kInvalidArgument with
// the row where one is not finite.
void validate(const Matrix& matrix, const std::string& argument);

}  // namespace fairwasm::individual
