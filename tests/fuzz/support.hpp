// SPDX-License-Identifier: Apache-2.0
//
// Shared by the fuzz targets: values made from bytes, a check that ends the run, and permitted
// errors. A target passes if only Errors leave the core and all checks hold.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "fairwasm/core/error.hpp"

// AddressSanitizer uses these options unless ASAN_OPTIONS overrides them. Detecting use after
// return takes two thirds of the time of a target that rejects many inputs, and the sanitized
// tests, which run the same code, detect it. Recording allocation stacks takes a fifth of the time;
// set ASAN_OPTIONS=malloc_context_size=30 to see them for one input.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {
  return "detect_stack_use_after_return=0:malloc_context_size=1";
}

namespace fairwasm::fuzz {

using Bytes = FuzzedDataProvider;

inline void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

// True if two numbers are equal up to rounding at this scale.
inline bool isNear(double one, double other, double scale = 1) {
  constexpr double kRounding = 1e-9;
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  return std::abs(one - other) <= kRounding * (scale + std::abs(one) + std::abs(other));
}

// Runs a call that may be rejected; returns true if it was not.
template <class F>
bool accepts(F&& call) {
  try {
    std::forward<F>(call)();
    return true;
  } catch (const Error& error) {
    require(!error.details().expected.empty(), "an error contains the expected value");
    return false;
  }
}

// Draws a number in [0, 1], often 0, 1, or a repeated one.
inline double share(Bytes& bytes) {
  return static_cast<double>(bytes.ConsumeIntegralInRange<int>(0, 64)) / 64;
}

inline std::vector<double> shares(Bytes& bytes, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(share(bytes));
  return values;
}

// Draws any number, finite or not.
inline double number(Bytes& bytes) { return bytes.ConsumeFloatingPoint<double>(); }

}  // namespace fairwasm::fuzz
