// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/tally/tally.hpp"

#include <gtest/gtest.h>

namespace fairwasm {
namespace {

TEST(Tally, CountsAnEmptyBatchAsNothing) {
  Tally tally(Schema{{}, {"0", "1"}, true, false, false});
  tally.update({});
  EXPECT_EQ(tally.total(kRows), 0);
}

}  // namespace
}  // namespace fairwasm
