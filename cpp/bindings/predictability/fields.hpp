// SPDX-License-Identifier: Apache-2.0
//
// Rows, shapes, and options of attackers for both modules that train them.
#pragma once

#include "../support/bind.hpp"
#include "fairwasm/predictability/input.hpp"

namespace fairwasm::bindings {

using namespace predictability;

template <>
inline constexpr bool kAnyString<Activation> = true;
template <>
inline constexpr bool kAnyString<Loss> = true;
template <>
inline constexpr bool kAnyString<Optimizer> = true;
template <>
inline constexpr bool kAnyString<Metric> = true;
template <>
inline constexpr bool kAnyString<Guess> = true;

}  // namespace fairwasm::bindings
