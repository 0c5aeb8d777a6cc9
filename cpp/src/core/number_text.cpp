// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/core/number_text.hpp"

#include <cmath>
#include <cstdint>

namespace fairwasm {
namespace {

// Formats a number with magnitude 0 … 1e15.
std::string fixed(double number) {
  constexpr std::uint64_t kMillion = 1'000'000;
  double whole = 0;
  const double fraction = std::modf(number, &whole);
  auto millionths = static_cast<std::uint64_t>(std::nearbyint(fraction * double{kMillion}));
  const std::uint64_t carried = millionths / kMillion;
  std::string text = std::to_string(static_cast<std::uint64_t>(whole) + carried);
  millionths %= kMillion;
  if (millionths == 0) return text;
  std::string places = std::to_string(kMillion + millionths);  // with leading zeros
  places.erase(places.find_last_not_of('0') + 1);
  return text + "." + places.substr(1);
}

// Formats other finite numbers after scaling them to 1 … 10.
std::string scientific(double number) {
  int exponent = 0;
  for (; number >= 10; ++exponent) number /= 10;
  for (; number < 1; --exponent) number *= 10;
  std::string mantissa = fixed(number);
  if (mantissa == "10") {
    mantissa = "1";
    ++exponent;
  }
  const std::string digits = std::to_string(std::abs(exponent));
  return mantissa + (exponent < 0 ? "e-" : "e+") + (digits.size() < 2 ? "0" : "") + digits;
}

}  // namespace

std::string shown(double number) {
  if (std::isnan(number)) return "nan";
  const std::string sign = std::signbit(number) && number != 0 ? "-" : "";
  const double magnitude = std::abs(number);
  if (std::isinf(number)) return sign + "inf";
  const bool isFixed = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e15);
  return sign + (isFixed ? fixed(magnitude) : scientific(magnitude));
}

}  // namespace fairwasm
