// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/tally/leave_out.hpp"

#include <cstdint>
#include <vector>

#include "support.hpp"

namespace fairwasm::tally {
namespace {

Tally makeTally(const std::vector<std::uint64_t>& cluster, const std::vector<double>& weight) {
  Tally tally({{{"g", {"a", "b"}}}, {"0", "1"}, false, true, false, true});
  const std::vector<std::uint8_t> group{0, 0, 1, 1, 1};
  const std::vector<std::uint8_t> prediction{0, 1, 0, 1, 1};
  tally.update({5,
                {std::span<const std::uint8_t>(group)},
                {},
                std::span<const std::uint8_t>(prediction),
                weight,
                {},
                cluster});
  return tally;
}

double weightIn(const Tally& tally, std::size_t cell) {
  return tally.cells()[cell * kSums + kWeight];
}

// Clusters in order: 3 with rows 1 and 4, 5 with row 2, 9 with rows 0 and 3.
TEST(WithoutClusters, SubtractsTheWeightsOfEverySecondCluster) {
  const Tally tally = makeTally({9, 3, 5, 9, 3}, {0.1, 0.2, 0.3, 0.4, 0.7});
  const Tally even = withoutClusters(tally, 0, 2);
  EXPECT_FALSE(even.schema().hasCluster);
  EXPECT_EQ(even.clusters().count(), 0U);
  EXPECT_EQ(weightIn(even, 0), 0);
  EXPECT_EQ(weightIn(even, 1), 0);
  EXPECT_EQ(weightIn(even, 2), 0.3);
  EXPECT_EQ(weightIn(even, 3), 0);  // 1.1 - 0.7 - 0.4 without a rounding error
  const Tally odd = withoutClusters(tally, 1, 2);
  EXPECT_EQ(weightIn(odd, 2), 0);
  EXPECT_NEAR(weightIn(odd, 3), 1.1, 1e-15);
}

TEST(WithoutClusters, RejectsASetThatDoesNotExist) {
  const Tally tally = makeTally({1, 2, 3, 4, 5}, {});
  EXPECT_THROW(withoutClusters(tally, 2, 2), Error);
  EXPECT_THROW(withoutClusters(tally, 0, 0), Error);
}

}  // namespace
}  // namespace fairwasm::tally
