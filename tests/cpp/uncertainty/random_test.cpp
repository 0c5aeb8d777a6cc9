// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/uncertainty/random.hpp"

#include <Random123/philox.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace fairwasm::uncertainty {
namespace {

using ::testing::UnorderedElementsAreArray;

// The published known answer of Philox for key 0 and counter 0.
TEST(RandomStream, IsPhilox4x32) {
  RandomStream random(0);
  EXPECT_EQ(random.bits32(), 0x6627e8d5U);
  EXPECT_EQ(random.bits32(), 0xe169c58dU);
  EXPECT_EQ(random.bits32(), 0xbc57ac4cU);
  EXPECT_EQ(random.bits32(), 0x9b00dbd8U);
}

TEST(RandomStream, EqualsRandom123ForAnySeedAndStream) {
  const std::uint64_t seed = 0x0123456789abcdef;
  const std::uint64_t stream = 0xfedcba9876543210;
  RandomStream random(seed, stream);
  for (std::uint32_t counter = 0; counter < 50; ++counter) {
    const auto expected =
        r123::Philox4x32{}({{counter, 0, 0x76543210, 0xfedcba98}}, {{0x89abcdef, 0x01234567}});
    for (const std::uint32_t word : expected) EXPECT_EQ(random.bits32(), word) << counter;
  }
}

TEST(RandomStream, StreamsDifferAndAreReproducible) {
  EXPECT_NE(RandomStream(1, 0).bits64(), RandomStream(1, 1).bits64());
  EXPECT_NE(RandomStream(1, 0).bits64(), RandomStream(2, 0).bits64());
  EXPECT_EQ(RandomStream(7, 5).bits64(), RandomStream(7, 5).bits64());
}

TEST(RandomStream, UniformHasTheMomentsOfTheUniformDistribution) {
  RandomStream random(3);
  constexpr int kDraws = 100'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
  EXPECT_NEAR(squares / kDraws, 1.0 / 3, 0.005);
}

TEST(RandomStream, BelowIsUniform) {
  RandomStream random(4);
  std::array<int, 3> seen{};
  constexpr int kDraws = 90'000;
  for (int i = 0; i < kDraws; ++i) ++seen.at(random.below(3));
  for (const int count : seen)
    EXPECT_NEAR(count, kDraws / 3, 600);  // more than 4 standard deviations
}

TEST(RandomStream, BelowOneIsAlwaysZero) { EXPECT_EQ(RandomStream(1).below(1), 0U); }

TEST(RandomStream, NormalHasMeanZeroAndVarianceOne) {
  RandomStream random(5);
  constexpr int kDraws = 100'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.normal();
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0, 0.015);
  EXPECT_NEAR(squares / kDraws, 1, 0.025);
}

TEST(RandomStream, ShufflesToAPermutation) {
  std::vector<int> values{1, 2, 3, 4, 5, 6, 7, 8};
  RandomStream(6).shuffle(std::span(values));
  EXPECT_THAT(values, UnorderedElementsAreArray({1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_NE(values, (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace
}  // namespace fairwasm::uncertainty
