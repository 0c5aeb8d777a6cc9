// SPDX-License-Identifier: Apache-2.0
//
// The inner loop of Tally: from columns of codes to sums per cell. Internal to the tally family.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/data/batch.hpp"

namespace fairwasm::tally::internal {

// One code column and what it contributes to a row's cell: code * stride.
struct Axis {
  const char* name;  // for errors; points into the schema
  data::Codes codes;
  std::size_t categories;
  std::size_t stride;
};

// Adds the sums of all rows to `sums` (kSums values a cell). Throws fairwasm::Error that names the
// row at the first code, weight or score that is not valid; `sums` is then partly filled.
void addRows(std::span<const Axis> axes, std::size_t rows, std::span<const double> weights,
             std::span<const double> scores, std::span<double> sums);

}  // namespace fairwasm::tally::internal
