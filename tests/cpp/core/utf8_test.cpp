// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/core/utf8.hpp"

#include <gtest/gtest.h>

namespace fairwasm {
namespace {

TEST(Utf8, RejectsInvalidBytes) {
  for (const char* text : {"", "plain", "naïve", "\u20ac", "\U0001f600", "\U0010ffff"}) {
    EXPECT_TRUE(isUtf8(text)) << text;
  }
  EXPECT_TRUE(isUtf8(std::string_view("a\0b", 3)));
  for (const char* text : {"\x80", "\xc3", "\xc3(", "\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80",
                           "\xe2\x82", "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xff"}) {
    EXPECT_FALSE(isUtf8(text)) << text;
  }
}

}  // namespace
}  // namespace fairwasm
