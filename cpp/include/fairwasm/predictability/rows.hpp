// SPDX-License-Identifier: Apache-2.0
//
// Inputs of attackers: numbers, often with many equal rows, or bags of words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "fairwasm/predictability/network.hpp"

namespace fairwasm::predictability {

// Rows of numbers, stored once per distinct row: row i is column rows[i] of `distinct`.
template <class Scalar>
struct Table {
  Matrix<Scalar> distinct;
  std::vector<std::uint32_t> rows;
};
// Bags of words: row i contains words[starts[i]] … words[starts[i + 1] - 1]. Its input is the mean
// of their vectors, or 0 for a row without words.
struct Bags {
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> starts;
};
template <class Scalar>
using Inputs = std::variant<Table<Scalar>, Bags>;

template <class Scalar>
std::size_t rowCount(const Inputs<Scalar>& inputs);

// Returns the indices of all rows in order.
std::vector<std::uint32_t> everyRow(std::size_t rows);

}  // namespace fairwasm::predictability
