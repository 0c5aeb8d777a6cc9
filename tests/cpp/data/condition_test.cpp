// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/data/condition.hpp"

#include <algorithm>

#include "support.hpp"

namespace fairwasm::data {
namespace {

// Returns one character per cell of fullSchema(): race a, b, c, each with sex f, m.
std::string matches(const Condition& condition) {
  const auto cells = matchingCells(testing::fullSchema(), condition);
  std::string text;
  std::transform(cells.begin(), cells.end(), std::back_inserter(text),
                 [](bool match) { return match ? 'x' : '.'; });
  return text;
}

TEST(Condition, EmptyListMatchesNothingAndEmptyClauseEverything) {
  EXPECT_EQ(matches({}), "......");
  EXPECT_EQ(matches({{}}), "xxxxxx");
}

TEST(Condition, TestsWithinAClauseAreJoinedByAnd) {
  EXPECT_EQ(matches({{{"race", "b"}}}), "..xx..");
  EXPECT_EQ(matches({{{"race", "b"}, {"sex", "m"}}}), "...x..");
  EXPECT_EQ(matches({{{"race", "b"}, {"race", "c"}}}), "......");
}

TEST(Condition, ClausesAreJoinedByOr) {
  EXPECT_EQ(matches({{{"race", "a"}, {"sex", "f"}}, {{"race", "b"}, {"sex", "m"}}}), "x..x..");
  EXPECT_EQ(matches({{{"race", "a"}}, {{"sex", "m"}}}), "xx.x.x");
}

TEST(Condition, UnknownCategoryMatchesNothing) { EXPECT_EQ(matches({{{"race", "z"}}}), "......"); }

TEST(Condition, RejectsAnUnknownAttribute) {
  testing::expectError([] { matches({{{"age", "1"}}}); }, ErrorCode::kInvalidArgument, "attribute");
}

}  // namespace
}  // namespace fairwasm::data
