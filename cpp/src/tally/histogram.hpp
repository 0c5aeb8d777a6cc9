// SPDX-License-Identifier: Apache-2.0
//
// Inner loop of Tally: sums per cell from columns of codes. Internal to the tally family.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/data/batch.hpp"

namespace fairwasm::tally::internal {

// A code column; it contributes code * stride to a row's cell.
struct Axis {
  const char* name;  // for errors; points into the schema
  data::Codes codes;
  std::size_t categories;
  std::size_t stride;
};

// Adds all rows to `sums` (kSums values per cell). Throws fairwasm::Error with the row for the
// first invalid code, weight, or score; `sums` is then partly filled.
void addRows(std::span<const Axis> axes, std::size_t rows, std::span<const double> weights,
             std::span<const double> scores, std::span<double> sums);

}  // namespace fairwasm::tally::internal
