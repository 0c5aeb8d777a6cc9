// SPDX-License-Identifier: Apache-2.0
//
// Multinomial draws. Internal to the amplification family.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::internal {

// Draws as many as the counts' sum, with replacement, from categories as frequent as the counts
// say.
std::vector<std::uint32_t> drawMultinomial(RandomStream& random,
                                           std::span<const std::uint32_t> counts);

// Draws `size` indices below `size`, with replacement: how often each came.
std::vector<std::uint32_t> drawIndices(RandomStream& random, std::size_t size);

}  // namespace fairwasm::internal
