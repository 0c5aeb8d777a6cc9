// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/classes/confusion.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "fairwasm/core/error.hpp"

namespace fairwasm::classes {
namespace {

using testing::ElementsAre;

const data::Schema kSchema{
    {{"sex", {"f", "m", "x"}}, {"age", {"old", "young"}}}, {"a", "b"}, true, true};

// Two rows of one group, three of another, and none of the third.
tally::Tally tallyOfFive() {
  tally::Tally tally(kSchema);
  const std::vector<std::uint8_t> sex{0, 0, 1, 1, 1};
  const std::vector<std::uint8_t> age{0, 1, 0, 0, 1};
  const std::vector<std::uint8_t> label{0, 1, 1, 1, 0};
  const std::vector<std::uint8_t> prediction{0, 0, 1, 0, 0};
  const std::vector<double> weight{1, 2, 3, 4, 5};
  tally.update({5,
                {std::span<const std::uint8_t>(sex), std::span<const std::uint8_t>(age)},
                std::span<const std::uint8_t>(label),
                std::span<const std::uint8_t>(prediction),
                weight,
                {}});
  return tally;
}

TEST(ClassConfusion, CountsNonemptyGroups) {
  const auto frame = frameBy(tallyOfFive(), {"sex"}, {"a", "b"});
  EXPECT_THAT(frame.codes, ElementsAre(0, 1));
  ASSERT_EQ(frame.groups.size(), 2U);
  EXPECT_THAT(frame.groups[0].weights, ElementsAre(1, 0, 2, 0));
  EXPECT_THAT(frame.groups[1].weights, ElementsAre(5, 0, 4, 3));
  EXPECT_THAT(frame.groups[1].squares, ElementsAre(25, 0, 16, 9));
  EXPECT_THAT(frame.groups[1].rows, ElementsAre(1, 0, 1, 1));
  EXPECT_THAT(frame.overall.weights, ElementsAre(6, 0, 6, 3));
  const Margins margins(frame.overall);
  EXPECT_EQ(margins.all, 15);
  EXPECT_EQ(margins.right, 9);
  EXPECT_THAT(margins.truths, ElementsAre(6, 9));
  EXPECT_THAT(margins.predictions, ElementsAre(12, 3));
}

TEST(ClassConfusion, UsesTheRequestedOrderOfClasses) {
  const auto frame = frameBy(tallyOfFive(), {}, {"b", "never", "a"});
  EXPECT_THAT(frame.overall.weights, ElementsAre(3, 0, 6, 0, 0, 0, 0, 0, 6));
  EXPECT_EQ(frame.groups.size(), 1U);
}

TEST(ClassConfusion, UsesTheRequestedOrderOfAttributes) {
  const auto frame = frameBy(tallyOfFive(), {"age", "sex"}, {"a", "b"});
  EXPECT_THAT(frame.codes, ElementsAre(0, 0, 0, 1, 1, 0, 1, 1));
}

TEST(ClassConfusion, RejectsInvalidInput) {
  const auto tally = tallyOfFive();
  EXPECT_THROW(frameBy(tally, {}, {"a"}), Error);
  EXPECT_THROW(frameBy(tally, {}, {"a", "b", "b"}), Error);
  EXPECT_THROW(frameBy(tally, {"race"}, {"a", "b"}), Error);
  auto schema = kSchema;
  schema.hasPrediction = false;
  EXPECT_THROW(frameBy(tally::Tally(schema), {}, {"a", "b"}), Error);
}

}  // namespace
}  // namespace fairwasm::classes
