// SPDX-License-Identifier: Apache-2.0
//
// Data under the hypothesis of no amplification: truth and prediction of each row are
// interchangeable. Exchanging them at random shows how large a nonnegative measure of amplification
// is by chance (a randomization test with random signs, Fisher 1935).
#pragma once

#include <cstdint>

#include "fairwasm/amplification/bit_columns.hpp"
#include "fairwasm/amplification/pair_counts.hpp"

namespace fairwasm::amplification {

// Returns `bits` after the columns `to` and `predicted` of each row have been exchanged with a
// probability of one half; all columns of a row are exchanged together. Draw `draw` of `seed`.
BitColumns exchange(const BitColumns& bits, const DirectedColumns& columns, std::uint64_t seed,
                    std::uint64_t draw);

}  // namespace fairwasm::amplification
