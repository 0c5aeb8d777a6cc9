// SPDX-License-Identifier: Apache-2.0
//
// Numbers are rounded like in the C library, and other text is rejected.
#include "fairwasm/text/number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>

#include "fairwasm/uncertainty/random.hpp"

namespace {

std::optional<double> decimal(const std::string& text, char point = '.') {
  return fairwasm::text::decimal(text.data(), text.data() + text.size(), point);
}

void expectAsLibrary(const std::string& text) {
  const auto number = decimal(text);
  ASSERT_TRUE(number) << text;
  EXPECT_EQ(std::bit_cast<std::uint64_t>(*number),
            std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
      << text;
}

TEST(Decimal, RoundsLikeTheCLibrary) {
  for (const char* text : {"0",
                           "-0",
                           "1",
                           "0.1",
                           "00012",
                           "123456789012345678",
                           "9007199254740993",
                           "9007199254740992.5",
                           "1e22",
                           "1e23",
                           "1.7976931348623157e308",
                           "4.9e-324",
                           "2.4e-324",
                           "2.2250738585072011e-308",
                           "0.000000000000000000000000000000001",
                           "1e-9998",
                           "1e400",
                           "-1e400",
                           "123456789012345678901234567890",
                           "0.30000000000000004",
                           "5.",
                           ".5",
                           "1E+2",
                           "8.5e-1",
                           "99999999999999999999",
                           "0.00000000000000000000000000000000000000012345678901234567890"}) {
    expectAsLibrary(text);
  }
}

TEST(Decimal, RoundsRandomNumbersLikeTheCLibrary) {
  fairwasm::uncertainty::RandomStream random(1);
  char text[64];
  for (int i = 0; i < 20'000; ++i) {
    const double size = std::pow(10, random.uniform(-320, 308));
    const int digits = static_cast<int>(random.uniform(1, 22));
    std::snprintf(text, sizeof text, i % 2 == 0 ? "%.*g" : "%.*e", digits,
                  (random.uniform(0, 1) - 0.5) * size);
    expectAsLibrary(text);
  }
}

TEST(Decimal, AcceptsBlanksAndSigns) {
  EXPECT_EQ(decimal(" \t+1.5 "), 1.5);
  EXPECT_EQ(decimal("1,5", ','), 1.5);
  EXPECT_EQ(decimal("12345678901234567890,5", ','), 12345678901234567890.5);
}

TEST(Decimal, RejectsOtherText) {
  for (const char* text : {"", " ", ".", "-", "+", "e5", "1e", "1e+", "1.2.3", "1 2", "0x10", "inf",
                           "Infinity", "nan", "1_000", "--1", "+-1", "1,5", "½"}) {
    EXPECT_FALSE(decimal(text)) << text;
  }
}

}  // namespace
