// SPDX-License-Identifier: Apache-2.0
//
// A batch of rows for an accumulator: one column of codes per attribute, and the label, prediction,
// weight, and score columns of the schema. The batch contains views; the caller owns the memory and
// keeps it until the call returns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace fairwasm::data {

// Category codes, with one byte each if the column has at most 256 categories.
using Codes = std::variant<std::span<const std::uint8_t>, std::span<const std::uint32_t>>;

inline std::size_t size(const Codes& codes) {
  return std::visit([](auto span) { return span.size(); }, codes);
}

struct Batch {
  std::size_t rows = 0;
  std::vector<Codes> attributes;
  Codes label;                     // empty if the schema has no label
  Codes prediction;                // empty if the schema has no prediction
  std::span<const double> weight;  // empty: 1 each
  std::span<const double> score;   // empty if the schema has no score
  // Cluster of each row as a number; empty if the schema has no cluster.
  std::span<const std::uint64_t> cluster = {};
};

}  // namespace fairwasm::data
