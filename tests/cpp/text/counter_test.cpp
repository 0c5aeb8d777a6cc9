// SPDX-License-Identifier: Apache-2.0
//
// Combinations of categories, compared with rows counted one by one, for any numbers of categories,
// pieces, and ranges.
#include "fairwasm/text/counter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "fairwasm/uncertainty/random.hpp"

namespace {

using fairwasm::Error;
using fairwasm::text::Combinations;
using fairwasm::text::Counter;
using fairwasm::text::Kind;
using testing::ElementsAre;

const std::vector<Kind> kTwoOfThree{Kind::kCategory, Kind::kSkipped, Kind::kCategory};

void fill(Counter& counter, const std::string& bytes) {
  std::memcpy(counter.reader().room(bytes.size()).data(), bytes.data(), bytes.size());
  counter.reader().filled(bytes.size());
}

std::vector<std::string> getTexts(const Counter& counter, std::size_t place, std::size_t column) {
  std::vector<std::string> texts;
  for (const auto code : counter.combinations().codes(place)) {
    texts.emplace_back(counter.reader().column(column).texts.text(code));
  }
  return texts;
}

TEST(TextCounter, CountsCombinationsInTheOrderOfTheirFirstRows) {
  Counter counter({}, kTwoOfThree);
  fill(counter, "f,9,1\nm,8,0\nf,7,1\n\nm,\"6,\n\",1\nf,5,1\n");
  counter.count(true);
  EXPECT_EQ(counter.rows(), 5U);
  EXPECT_THAT(getTexts(counter, 0, 0), ElementsAre("f", "m", "m"));
  EXPECT_THAT(getTexts(counter, 1, 2), ElementsAre("1", "0", "1"));
  EXPECT_THAT(counter.combinations().rows(), ElementsAre(3, 1, 1));
  EXPECT_THAT(counter.combinations().firstRows(), ElementsAre(0, 1, 3));
}

TEST(TextCounter, DoesNotDependOnPieces) {
  const std::string text = "a,1,x\nb,\"2\n\",y\na,3,x\nb,4,\"x\"\n\na,5,y\nlonger than sixteen,6,x";
  Counter whole({}, kTwoOfThree);
  fill(whole, text);
  whole.count(true);
  for (std::size_t piece = 1; piece < text.size(); ++piece) {
    Counter counter({}, kTwoOfThree);
    for (std::size_t at = 0; at < text.size(); at += piece) {
      fill(counter, text.substr(at, piece));
      counter.count(at + piece >= text.size());
    }
    EXPECT_EQ(getTexts(counter, 0, 0), getTexts(whole, 0, 0)) << piece;
    EXPECT_EQ(getTexts(counter, 1, 2), getTexts(whole, 1, 2)) << piece;
    EXPECT_EQ(counter.combinations().rows(), whole.combinations().rows()) << piece;
    EXPECT_EQ(counter.combinations().firstRows(), whole.combinations().firstRows()) << piece;
  }
}

TEST(TextCounter, CountsRowsBeforeARejectedOne) {
  for (const std::string bad : {"b\n", "b,2,y,z\n", "b,\"2\"2,y\n", "b,\xFF,y\n"}) {
    Counter counter({}, kTwoOfThree);
    fill(counter, "a,1,x\na,1,x\n" + bad);
    try {
      counter.count(true);
      FAIL() << bad;
    } catch (const Error& error) {
      EXPECT_EQ(error.details().row, 2U);
    }
    EXPECT_EQ(counter.rows(), 2U) << bad;
    EXPECT_THAT(counter.combinations().rows(), ElementsAre(2)) << bad;
  }
}

TEST(TextCounter, StartsAgainWithTheSameCodes) {
  Counter counter({}, kTwoOfThree);
  fill(counter, "a,1,x\nb,2,x\n");
  counter.count(false);
  counter.clear();
  fill(counter, "b,3,x\na,4,x\nb,5,x\n");
  counter.count(true);
  EXPECT_THAT(counter.combinations().codes(0), ElementsAre(1, 0));
  EXPECT_THAT(counter.combinations().rows(), ElementsAre(2, 1));
  EXPECT_THAT(counter.combinations().firstRows(), ElementsAre(2, 3));
}

// So many categories that the table of all pairs is abandoned.
TEST(Combinations, SupportManyCategories) {
  fairwasm::uncertainty::RandomStream random(7);
  constexpr std::size_t kRows = 20'000;
  const auto draw = [&](double max) { return static_cast<std::uint32_t>(random.uniform(0, max)); };
  Combinations combinations(3);
  std::map<std::vector<std::uint32_t>, std::pair<double, double>> expected;
  for (std::size_t first = 0; first < kRows; first += 1000) {
    const auto max = static_cast<double>(first + 1);
    std::vector<std::vector<std::uint32_t>> columns(3);
    for (std::size_t row = first; row < first + 1000; ++row) {
      const std::vector<std::uint32_t> key{draw(max), draw(40), draw(2)};
      for (std::size_t i = 0; i < 3; ++i) columns[i].push_back(key[i]);
      const auto [place, _] = expected.try_emplace(key, 0, static_cast<double>(row));
      ++place->second.first;
    }
    combinations.add(
        std::vector<Combinations::Codes>{
            {columns[0], first + 1}, {columns[1], 40}, {columns[2], 2}},
        first);
  }
  ASSERT_EQ(combinations.size(), expected.size());
  EXPECT_TRUE(std::is_sorted(combinations.firstRows().begin(), combinations.firstRows().end()));
  const std::vector<std::vector<std::uint32_t>> codes{combinations.codes(0), combinations.codes(1),
                                                      combinations.codes(2)};
  for (std::size_t i = 0; i < combinations.size(); ++i) {
    const auto& [rows, firstRow] = expected.at({codes[0][i], codes[1][i], codes[2][i]});
    EXPECT_EQ(combinations.rows()[i], rows);
    EXPECT_EQ(combinations.firstRows()[i], firstRow);
  }
}

}  // namespace
