// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/text/number.hpp"

#include <array>
#include <charconv>
#include <cstdint>
#include <string>

#include "fairwasm/core/nan.hpp"

namespace fairwasm::text {
namespace {

// Powers of ten that a double represents exactly. A whole number below 2^53, multiplied or divided
// by one of them, is rounded once and therefore correctly (Clinger 1990, "How to read floating
// point numbers accurately").
constexpr std::array kPowers = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
constexpr int kLargestPower = static_cast<int>(kPowers.size()) - 1;
constexpr int kDigitsThatFit = 19;      // in 64 bits
constexpr int kLargestExponent = 9999;  // beyond it, all numbers are 0 or infinite

bool isBlank(char each) { return each == ' ' || each == '\t'; }
bool isDigit(char each) { return each >= '0' && each <= '9'; }

struct Decimal {
  bool isNegative = false;
  std::uint64_t digits =
      0;  // without the decimal point; valid only for at most kDigitsThatFit significant digits
  int significant = 0;  // number of digits without leading zeros
  int exponent = 0;     // of ten
};

// Reads digits and advances `at` past them. Returns false without digits.
bool readDigits(const char*& at, const char* end, char point, Decimal& number) {
  bool hasAny = false;
  bool isFraction = false;
  for (; at < end; ++at) {
    if (*at == point && !isFraction) {
      isFraction = true;
      continue;
    }
    if (!isDigit(*at)) break;
    hasAny = true;
    number.digits = number.digits * 10 + static_cast<std::uint64_t>(*at - '0');
    if (number.digits > 0) ++number.significant;
    if (isFraction) --number.exponent;
    if (number.significant > kDigitsThatFit) number.digits = 1;  // keeps counting without overflow
  }
  return hasAny;
}

// Reads the exponent, if any, and advances `at` past it.
bool readExponent(const char*& at, const char* end, Decimal& number) {
  if (at == end || (*at != 'e' && *at != 'E')) return true;
  ++at;
  const bool isNegative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) ++at;
  if (at == end) return false;
  int exponent = 0;
  for (; at < end && isDigit(*at); ++at) {
    if (exponent <= kLargestExponent) exponent = exponent * 10 + (*at - '0');
  }
  number.exponent += isNegative ? -exponent : exponent;
  return isDigit(at[-1]);
}

double signedAs(const Decimal& number, double value) { return number.isNegative ? -value : value; }

// Parses any number of digits.
double slowly(const char* begin, const char* end, char point, const Decimal& number) {
  std::string text;
  if (point != '.') {
    text.assign(begin, end);
    if (const auto place = text.find(point); place != std::string::npos) text[place] = '.';
    begin = text.data();
    end = begin + text.size();
  }
  double value = 0;
  const auto [_, error] = std::from_chars(begin, end, value);
  if (error != std::errc::result_out_of_range) return signedAs(number, value);
  // The position of the first significant digit distinguishes overflow from underflow.
  const bool isHuge = number.exponent + number.significant > 0;
  return signedAs(number, isHuge ? kInfinity : 0.0);
}

}  // namespace

std::optional<double> decimal(const char* begin, const char* end, char point) {
  while (begin < end && isBlank(*begin)) ++begin;
  while (begin < end && isBlank(end[-1])) --end;
  const char* at = begin;
  Decimal number;
  number.isNegative = at < end && *at == '-';
  if (at < end && (*at == '-' || *at == '+')) ++at;
  const char* const digits = at;
  if (!readDigits(at, end, point, number) || !readExponent(at, end, number) || at != end) return {};
  const bool isShort = number.significant <= kDigitsThatFit && number.digits <= (1ULL << 53);
  if (!isShort || number.exponent < -kLargestPower || number.exponent > kLargestPower) {
    return slowly(digits, end, point, number);
  }
  const auto whole = static_cast<double>(number.digits);
  return signedAs(number, number.exponent < 0
                              ? whole / kPowers[static_cast<std::size_t>(-number.exponent)]
                              : whole * kPowers[static_cast<std::size_t>(number.exponent)]);
}

}  // namespace fairwasm::text
