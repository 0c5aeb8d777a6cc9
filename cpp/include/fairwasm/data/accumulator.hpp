// SPDX-License-Identifier: Apache-2.0
//
// Interface of all accumulators: they add rows, add precomputed counts, merge, reset, and can be
// converted to bytes and back. A failed call changes nothing. tests/cpp/data/accumulators_test.cpp
// checks all accumulators.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::data {

// Sums that can be added, stored, and restored.
template <class T>
concept Mergeable =
    std::copyable<T> && requires(T sums, const T& other, std::span<const std::uint8_t> bytes) {
      { sums.merge(other) } -> std::same_as<void>;
      { sums.reset() } -> std::same_as<void>;
      { other.toBytes() } -> std::same_as<std::vector<std::uint8_t>>;
      { T::fromBytes(bytes) } -> std::same_as<T>;
    };

// `T::Batch` contains the rows of one update. `T::Counted` contains distinct rows with counts, and
// has the same effect as updates with the repeated rows.
template <class T>
concept Accumulator = Mergeable<T> && requires(T accumulator, const typename T::Batch& batch,
                                               const typename T::Counted& counted) {
  { accumulator.update(batch) } -> std::same_as<void>;
  { accumulator.updateCounted(counted) } -> std::same_as<void>;
};

}  // namespace fairwasm::data
