// SPDX-License-Identifier: Apache-2.0
//
// Processes rows in chunks; errors contain the row number in the whole data.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/data/batch.hpp"

namespace fairwasm::data {

// Returns rows `first` to `first + count` of a column, or an empty span if the column is empty.
template <class T>
std::span<const T> slice(std::span<const T> column, std::size_t first, std::size_t count) {
  return column.empty() ? column : column.subspan(first, count);
}
inline Codes slice(const Codes& codes, std::size_t first, std::size_t count) {
  return std::visit([&](auto column) { return Codes{slice(column, first, count)}; }, codes);
}

// Calls `work(first, count)` for each chunk of `rows` rows. Row numbers in its errors are converted
// from the chunk to the whole data.
template <class Work>
void inChunks(std::size_t rows, std::size_t chunkRows, Work&& work) {
  for (std::size_t first = 0; first < rows; first += chunkRows) {
    try {
      work(first, std::min(chunkRows, rows - first));
    } catch (const Error& error) {
      auto details = error.details();
      if (details.row) *details.row += first;
      throw Error(error.code(), std::move(details));
    }
  }
}

}  // namespace fairwasm::data
