// SPDX-License-Identifier: Apache-2.0
//
// Order of categories: by exact numbers, without rounding to doubles, or by their text.
#include "../../../cpp/src/group/category_order.hpp"

#include <gmock/gmock.h>

namespace fairwasm::group::internal {
namespace {

using ::testing::ElementsAreArray;
using Texts = std::vector<std::string>;

// Shuffles categories and expects their original order after sorting.
void expectOrder(const Texts& sorted) {
  for (std::size_t turn = 0; turn < sorted.size(); ++turn) {
    Texts given = sorted;
    std::ranges::rotate(given, given.begin() + static_cast<std::ptrdiff_t>(turn));
    if (turn % 2 == 1) std::ranges::reverse(given);
    Texts found;
    for (const std::size_t place : sortedCategories(given)) found.push_back(given[place]);
    EXPECT_THAT(found, ElementsAreArray(sorted)) << turn;
  }
}

TEST(SortedCategories, SortsNumbersNumerically) {
  expectOrder({"-1e3", "-100", "-99.5", "-0.25", "-.1", "0", "1e-7", "+0.1", "0.12", "0.123", "9",
               "10", "11.", "99", "100.5", "1E3", "1e+4"});
}

TEST(SortedCategories, SupportsNumbersBeyondDoubles) {
  expectOrder({"-1e999999999", "-1e400", "1e-400", "1e-399", "9007199254740992", "9007199254740993",
               "1e400", "2e400", "1e999999999"});
}

TEST(SortedCategories, SortsTextByBytes) {
  for (const char* noNumber : {"a", "", "+", ".", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "--1",
                               "1e1234567890", "0x10", "1:2", "1/2"}) {
    Texts sorted{"10", "9", noNumber};
    std::ranges::sort(sorted);
    expectOrder(sorted);
  }
}

TEST(SortedCategories, KeepsTheOrderOfEqualNumbers) {
  const Texts given{"2", "1.0", "+1", "01", "1e0", "10E-1", "0", "-0", "0.0"};
  const std::vector<std::size_t> order{6, 7, 8, 1, 2, 3, 4, 5, 0};
  EXPECT_THAT(sortedCategories(given), ElementsAreArray(order));
}

TEST(SortedCategories, AcceptsAnEmptyList) { EXPECT_TRUE(sortedCategories({}).empty()); }

}  // namespace
}  // namespace fairwasm::group::internal
