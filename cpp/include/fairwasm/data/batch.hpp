// SPDX-License-Identifier: Apache-2.0
//
// Rows on their way into an accumulator: one code column an attribute, and the label, prediction,
// weight and score columns that the schema asks for. Views only; the caller owns the memory and
// keeps it until the call that takes the batch returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace fairwasm::data {

// Category codes, one byte each where the column has at most 256 categories.
using Codes = std::variant<std::span<const std::uint8_t>, std::span<const std::uint32_t>>;

inline std::size_t size(const Codes& codes) {
  return std::visit([](auto span) { return span.size(); }, codes);
}

struct Batch {
  std::size_t rows = 0;
  std::vector<Codes> attributes;
  Codes label;                     // empty where the schema has no label
  Codes prediction;                // empty where the schema has no prediction
  std::span<const double> weight;  // empty: every row weighs 1
  std::span<const double> score;   // empty where the schema has no score
  // Whose row it is, as a number; empty where the schema has no cluster.
  std::span<const std::uint64_t> cluster = {};
};

}  // namespace fairwasm::data
