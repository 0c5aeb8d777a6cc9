// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/tally/clusters.hpp"

#include <limits>

#include "support.hpp"

namespace fairwasm::tally {
namespace {

using testing::expectError;

using Row = std::array<double, 4>;  // cluster, cell, weight, score

std::vector<Row> toRows(const Clusters& clusters) {
  std::vector<Row> rows;
  for (const auto& [cluster, cell, weight, score] : clusters.sums()) {
    rows.push_back({static_cast<double>(cluster), static_cast<double>(cell), weight, score});
  }
  return rows;
}

TEST(Clusters, AreOrderedWithEachPairOnce) {
  Clusters clusters;
  for (const ClusterSums& row : {ClusterSums{7, 1, 1, 0.5}, ClusterSums{3, 2, 2, 1},
                                 ClusterSums{7, 0, 4, 2}, ClusterSums{3, 2, 8, 3}}) {
    clusters.add(row);
  }
  EXPECT_THAT(toRows(clusters),
              ::testing::ElementsAre(Row{3, 2, 10, 4}, Row{7, 0, 4, 2}, Row{7, 1, 1, 0.5}));
  EXPECT_EQ(clusters.count(), 2U);
  clusters.add({5, 0, 1, 1});  // after sums() has sorted the others
  clusters.add({3, 2, 1, 1});
  EXPECT_THAT(toRows(clusters), ::testing::ElementsAre(Row{3, 2, 11, 5}, Row{5, 0, 1, 1},
                                                       Row{7, 0, 4, 2}, Row{7, 1, 1, 0.5}));
  EXPECT_EQ(clusters.count(), 3U);
  clusters.clear();
  EXPECT_TRUE(toRows(clusters).empty());
  EXPECT_EQ(clusters.count(), 0U);
}

// More rows than are sorted at once.
TEST(Clusters, SumManyRowsInAnyOrder) {
  Clusters clusters;
  for (std::uint64_t i = 0; i < 1000; ++i) clusters.add({i * 7 % 100, 0, 1, 0.25});
  EXPECT_EQ(clusters.count(), 100U);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(toRows(clusters)[i], (Row{static_cast<double>(i), 0, 10, 2.5}));
  }
}

TEST(Clusters, AreMergedByNumberIntoOtherCells) {
  Clusters clusters;
  clusters.add({3, 1, 1, 0});
  Clusters other;
  other.add({3, 0, 2, 1});
  other.add({4, 1, 4, 2});
  clusters.merge(other, std::array{1U, 0U});
  EXPECT_THAT(toRows(clusters), ::testing::ElementsAre(Row{3, 1, 3, 1}, Row{4, 0, 4, 2}));
}

// Returns clusters read from a count and rows, for a tally with this number of cells.
Clusters stored(std::uint64_t count, const std::vector<Row>& rows, std::size_t cells) {
  data::ByteWriter writer("clusters", 1);
  writer.number(count);
  for (const auto& [cluster, cell, weight, score] : rows) {
    writer.number(static_cast<std::uint64_t>(cluster));
    writer.number(static_cast<std::uint64_t>(cell));
    writer.doubles(std::array{weight, score});
  }
  const auto bytes = std::move(writer).finish();
  data::ByteReader reader(bytes, "clusters", 1);
  return Clusters::read(reader, cells);
}

TEST(Clusters, AreRestoredFromBytes) {
  const std::vector<Row> rows{{3, 1, 3, 1}, {4, 0, 4, 2}, {4, 1, 1, 0}};
  EXPECT_EQ(toRows(stored(3, rows, 2)), rows);
  EXPECT_EQ(stored(3, rows, 2).count(), 2U);
  EXPECT_TRUE(toRows(stored(0, {}, 2)).empty());
}

TEST(Clusters, RejectInvalidBytes) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const auto refused = [](std::uint64_t count, const std::vector<Row>& rows) {
    expectError([&] { stored(count, rows, 2); }, ErrorCode::kCorruptBytes, "bytes");
  };
  refused(2, {{3, 1, 1, 1}});                // more than there are
  refused(std::uint64_t{1} << 62, {});       // more than possible
  refused(1, {{3, 2, 1, 1}});                // no such cell
  refused(1, {{3, 1, kInfinity, 1}});        // invalid weight
  refused(1, {{3, 1, 1, kInfinity}});        // invalid score
  refused(2, {{4, 0, 1, 1}, {3, 0, 1, 1}});  // not in order
  refused(2, {{3, 0, 1, 1}, {3, 0, 1, 1}});  // duplicate pair
}

}  // namespace
}  // namespace fairwasm::tally
