// SPDX-License-Identifier: Apache-2.0
//
// A template that binds all accumulators. Rows are passed by address: JavaScript stages columns in
// WebAssembly memory, so each column is copied only once.
#pragma once

#include "bind.hpp"
#include "fairwasm/data/batch.hpp"
#include "fairwasm/data/counted_rows.hpp"
#include "fairwasm/data/schema.hpp"

namespace fairwasm::bindings {

// Category codes in WebAssembly memory.
struct StagedCodes {
  std::uintptr_t pointer;
  std::uint32_t bytes;  // per code: 1 or 4

  [[nodiscard]] data::Codes of(std::size_t rows) const {
    if (bytes == 1) return memory<std::uint8_t>(pointer, rows);
    return memory<std::uint32_t>(pointer, rows);
  }
};

inline std::vector<data::Codes> toCodes(const std::vector<StagedCodes>& columns, std::size_t rows) {
  std::vector<data::Codes> codes;
  for (const auto& column : columns) codes.push_back(column.of(rows));
  return codes;
}
inline data::Codes toCodes(const std::optional<StagedCodes>& column, std::size_t rows) {
  return column ? column->of(rows) : data::Codes{};
}

// Returns numbers in WebAssembly memory by their address; none for address 0.
template <class T>
std::span<const T> numbersAt(const std::optional<std::uintptr_t>& pointer, std::size_t count) {
  if (!pointer) return {};
  return memory<T>(*pointer, count);
}

// Precomputed counts: the number of rows that each row represents, and sums of squared weights.
struct StagedAlike {
  std::uintptr_t counts;
  std::optional<std::uintptr_t> squares;

  [[nodiscard]] data::AlikeRows of(std::size_t rows) const {
    return {numbersAt<double>(counts, rows), numbersAt<double>(squares, rows)};
  }
};

template <class T>
void merge(T& accumulator, const T& other) {
  accumulator.merge(other);
}
template <class T>
std::unique_ptr<T> fromBytes(const std::vector<std::uint8_t>& bytes) {
  return std::make_unique<T>(T::fromBytes(bytes));
}

// Binds all members except the constructor and queries, which depend on the accumulator.
template <class T, auto Update, auto AddCounted>
Class<T> accumulator(const char* name) {
  Class<T> bound(name);
  bound.template method<Update>("update")
      .template method<AddCounted>("updateCounted")
      .template method<&merge<T>>("merge")
      .template method<&T::reset>("reset")
      .template method<&T::toBytes>("toBytes")
      .template classMethod<&fromBytes<T>>("fromBytes");
  return bound;
}

}  // namespace fairwasm::bindings
