// SPDX-License-Identifier: Apache-2.0
//
// What the data would look like if predictions amplified nothing: in every row truth and prediction
// could as well have stood in each other's place. Data in which they are exchanged at random say
// how large a measure of amplification that cannot be negative comes out by chance alone (a test by
// random signs, Fisher 1935).
#pragma once

#include <cstdint>

#include "fairwasm/amplification/bit_columns.hpp"
#include "fairwasm/amplification/pair_counts.hpp"

namespace fairwasm::amplification {

// `bits` with the columns `to` and `predicted` of each row in each other's place, with a
// probability of one half; a row's columns move together. Draw `draw` of `seed`.
BitColumns exchange(const BitColumns& bits, const DirectedColumns& columns, std::uint64_t seed,
                    std::uint64_t draw);

}  // namespace fairwasm::amplification
