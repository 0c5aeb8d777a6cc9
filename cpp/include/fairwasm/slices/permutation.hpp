// SPDX-License-Identifier: Apache-2.0
//
// What the search would find by chance: the errors there are, dealt anew to the rows at random, so
// that no slice has anything to do with them.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/slices/score.hpp"
#include "fairwasm/slices/table.hpp"

namespace fairwasm::slices {

// Whether the errors of single rows are known: there is nothing to deal where only sums are.
[[nodiscard]] inline bool canDeal(const Table& table) { return table.kind() != Errors::kSummed; }

// Sums of the table's entries after its errors were put into uniformly random order. Every (seed,
// draw) is the same order everywhere. Throws kInvalidState where canDeal() is false.
std::vector<Sums> deal(const Table& table, std::uint64_t seed, std::uint64_t draw);

}  // namespace fairwasm::slices
