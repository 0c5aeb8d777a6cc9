// SPDX-License-Identifier: Apache-2.0
//
// Multinomial draws: how often each cell is hit when as many rows as were counted are drawn with
// replacement.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::internal {

// Binomial(trials, probability): by counting down the distribution where few successes are
// expected, otherwise by transformed rejection (Hörmann, The Generation of Binomial Random
// Variates, 1993, BTRS).
std::uint64_t binomial(RandomStream& random, std::uint64_t trials, double probability);

// Draws sum(counts) times from the cells in proportion to `counts`.
void multinomial(RandomStream& random, std::span<const std::uint64_t> counts,
                 std::span<std::uint64_t> drawn);

}  // namespace fairwasm::internal
