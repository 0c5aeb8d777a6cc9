// SPDX-License-Identifier: Apache-2.0
//
// Compares numbers by their digits, which is exact and saves 5 kB of code for parsing them.
#include "category_order.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <string_view>
#include <utility>

namespace fairwasm::group::internal {
namespace {

// The number 0.digits * 10^exponent, without leading or trailing zeros.
struct Decimal {
  bool negative = false;
  long long exponent = std::numeric_limits<long long>::min();
  std::string digits;
};

bool isDigit(char character) { return character >= '0' && character <= '9'; }

// Removes a sign from the text; returns true for a minus sign.
bool takeMinus(std::string_view& text) {
  const bool isSigned = text.starts_with('-') || text.starts_with('+');
  const bool negative = text.starts_with('-');
  if (isSigned) text.remove_prefix(1);
  return negative;
}

// Removes leading digits from the text and returns them.
std::string_view takeDigits(std::string_view& text) {
  const auto length =
      static_cast<std::size_t>(std::ranges::find_if_not(text, isDigit) - text.begin());
  const std::string_view digits = text.substr(0, length);
  text.remove_prefix(length);
  return digits;
}

// Removes an exponent such as e-07. Returns nothing for an invalid or unreasonably long exponent.
std::optional<long long> takeExponent(std::string_view& text) {
  if (!text.starts_with('e') && !text.starts_with('E')) return 0;
  text.remove_prefix(1);
  const bool negative = takeMinus(text);
  constexpr std::size_t kMaxDigits = 9;
  const std::string_view digits = takeDigits(text);
  if (digits.empty() || digits.size() > kMaxDigits) return std::nullopt;
  long long exponent = 0;
  for (const char digit : digits) exponent = 10 * exponent + (digit - '0');
  return negative ? -exponent : exponent;
}

std::optional<Decimal> toDecimal(std::string_view text) {
  Decimal number;
  number.negative = takeMinus(text);
  const std::string_view whole = takeDigits(text);
  std::string_view fraction;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    fraction = takeDigits(text);
  }
  if (whole.empty() && fraction.empty()) return std::nullopt;
  const auto exponent = takeExponent(text);
  if (!exponent || !text.empty()) return std::nullopt;
  const std::string digits = std::string(whole) + std::string(fraction);
  const std::size_t first = digits.find_first_not_of('0');
  if (first == std::string::npos) return Decimal{};
  number.digits = digits.substr(first, digits.find_last_not_of('0') + 1 - first);
  number.exponent =
      *exponent + static_cast<long long>(whole.size()) - static_cast<long long>(first);
  return number;
}

bool isSmaller(const Decimal& one, const Decimal& other) {
  return one.exponent != other.exponent ? one.exponent < other.exponent : one.digits < other.digits;
}

bool isLess(const Decimal& one, const Decimal& other) {
  if (one.negative != other.negative) return one.negative;
  return one.negative ? isSmaller(other, one) : isSmaller(one, other);
}

}  // namespace

std::vector<std::size_t> sortedCategories(const std::vector<std::string>& categories) {
  std::vector<std::size_t> order(categories.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<Decimal> numbers;
  for (const auto& category : categories) {
    if (auto number = toDecimal(category)) numbers.push_back(std::move(*number));
  }
  const bool areNumbers = numbers.size() == categories.size();
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
    if (!areNumbers) return categories[i] < categories[j];
    if (isLess(numbers[i], numbers[j])) return true;
    return !isLess(numbers[j], numbers[i]) && i < j;
  });
  return order;
}

}  // namespace fairwasm::group::internal
