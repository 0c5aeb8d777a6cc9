// SPDX-License-Identifier: Apache-2.0
//
// What every accumulator can do: take rows, take rows that were counted elsewhere, take another
// one's rows, forget, and become bytes and come back. A failed call changes nothing.
// tests/cpp/data/accumulators_test.cpp holds all of them to it.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

namespace fairwasm::data {

// `T::Batch` are the rows of one update, `T::Counted` what stands for rows that are alike: of n
// rows what n updates with one of them would give.
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
