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

// `T::Batch` contains the rows of one update. `T::Counted` contains distinct rows with counts, and
// has the same effect as updates with the repeated rows.
template <class T>
concept Accumulator =
    std::copyable<T> &&
    requires(T accumulator, const T& other, const typename T::Batch& batch,
             const typename T::Counted& counted, std::span<const std::uint8_t> bytes) {
      { accumulator.update(batch) } -> std::same_as<void>;
      { accumulator.updateCounted(counted) } -> std::same_as<void>;
      { accumulator.merge(other) } -> std::same_as<void>;
      { accumulator.reset() } -> std::same_as<void>;
      { other.toBytes() } -> std::same_as<std::vector<std::uint8_t>>;
      { T::fromBytes(bytes) } -> std::same_as<T>;
    };

}  // namespace fairwasm::data
