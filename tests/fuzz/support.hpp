// SPDX-License-Identifier: Apache-2.0
//
// What fuzz targets share: values made from bytes, a check that ends the run, and what may be
// thrown. A target passes where nothing but an Error of ours leaves the core, and where all that it
// checks holds.
#pragma once

#include <fuzzer/FuzzedDataProvider.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "fairwasm/core/error.hpp"

// Read by AddressSanitizer where ASAN_OPTIONS says nothing else. Stacks kept for what is used after
// its return are two thirds of the time of a target that refuses much: the sanitized tests, which
// go through the same code, look for that. Where every block of memory came from is a fifth of the
// time: ASAN_OPTIONS=malloc_context_size=30 tells that of one input.
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

// Within rounding of numbers of this size.
inline bool isNear(double one, double other, double scale = 1) {
  constexpr double kRounding = 1e-9;
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  return std::abs(one - other) <= kRounding * (scale + std::abs(one) + std::abs(other));
}

// A call that may be refused; whether it was not.
template <class F>
bool accepts(F&& call) {
  try {
    std::forward<F>(call)();
    return true;
  } catch (const Error& error) {
    require(!error.details().expected.empty(), "an error says what was expected");
    return false;
  }
}

// A number in [0, 1], often at an end or shared by many.
inline double share(Bytes& bytes) {
  return static_cast<double>(bytes.ConsumeIntegralInRange<int>(0, 64)) / 64;
}

inline std::vector<double> shares(Bytes& bytes, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(share(bytes));
  return values;
}

// Any number, finite or not.
inline double number(Bytes& bytes) { return bytes.ConsumeFloatingPoint<double>(); }

}  // namespace fairwasm::fuzz
