// SPDX-License-Identifier: Apache-2.0
//
// Results of the search by chance: errors are randomly permuted among rows, so they are independent
// of all slices.
#pragma once

#include <cstdint>
#include <vector>

#include "fairwasm/slices/score.hpp"
#include "fairwasm/slices/table.hpp"

namespace fairwasm::slices {

// Returns true if the errors of individual rows are known; sums of errors cannot be permuted.
[[nodiscard]] inline bool canPermute(const Table& table) { return table.kind() != Errors::kSummed; }

// Returns the sums of the table's entries after a uniformly random permutation of the errors. Every
// (seed, draw) gives the same permutation on all platforms. Throws kInvalidState if canPermute() is
// false.
std::vector<Sums> permuteErrors(const Table& table, std::uint64_t seed, std::uint64_t draw);

}  // namespace fairwasm::slices
