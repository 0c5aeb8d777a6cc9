// SPDX-License-Identifier: Apache-2.0
//
// Attackers' rows, shapes and options, as both modules that train attackers take them.
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
