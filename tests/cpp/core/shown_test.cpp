// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "fairwasm/core/number_text.hpp"

namespace fairwasm {
namespace {

TEST(Shown, FormatsUsualNumbers) {
  EXPECT_EQ(shown(0), "0");
  EXPECT_EQ(shown(-0.0), "0");
  EXPECT_EQ(shown(-3), "-3");
  EXPECT_EQ(shown(1.5), "1.5");
  EXPECT_EQ(shown(0.05), "0.05");
  EXPECT_EQ(shown(2.0 / 3), "0.666667");
  EXPECT_EQ(shown(9007199254740992.0 / 16), "562949953421312");
}

TEST(Shown, RoundingCarriesIntoTheIntegerPart) {
  EXPECT_EQ(shown(0.9999999), "1");
  EXPECT_EQ(shown(-41.99999999), "-42");
  EXPECT_EQ(shown(9.9999999e20), "1e+21");
}

TEST(Shown, SmallAndLargeNumbersHaveAnExponent) {
  EXPECT_EQ(shown(1.5e-8), "1.5e-08");
  EXPECT_EQ(shown(-1e-200), "-1e-200");
  EXPECT_EQ(shown(1e15), "1e+15");
  EXPECT_EQ(shown(std::numeric_limits<double>::max()), "1.797693e+308");
  EXPECT_EQ(shown(std::numeric_limits<double>::denorm_min()), "4.940656e-324");
}

TEST(Shown, FormatsNaNAndInfinity) {
  EXPECT_EQ(shown(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(shown(std::numeric_limits<double>::infinity()), "inf");
  EXPECT_EQ(shown(-std::numeric_limits<double>::infinity()), "-inf");
}

}  // namespace
}  // namespace fairwasm
