// SPDX-License-Identifier: Apache-2.0
//
// Clusters of rows: moments that match manual calculations, and invariances.
#include <algorithm>
#include <numeric>
#include <random>

#include "fairwasm/group/cluster_moments.hpp"
#include "fairwasm/group/equivalence.hpp"
#include "fairwasm/group/frame_uncertainty.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "fairwasm/uncertainty/resample.hpp"
#include "support.hpp"

namespace fairwasm::group {
namespace {

using testing::expectError;
using testing::Rows;

struct ClusteredRows : Rows {
  std::vector<std::uint64_t> cluster;

  [[nodiscard]] data::Batch clustered() const {
    data::Batch all = batch(label.size());
    all.cluster = cluster;
    return all;
  }
};

data::Schema makeSchema(bool hasCluster, bool hasScore = false) {
  data::Schema schema{{{"g", {"a", "b", "c"}}}, {"0", "1"}, true, true, hasScore};
  schema.hasCluster = hasCluster;
  return schema;
}

const std::vector<bool> kFavorable{false, true};

// Draws people with individual probabilities, each in one group or, if `isShared`, in any.
ClusteredRows drawn(unsigned seed, bool isShared, bool hasWeights = true) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned limit) { return static_cast<unsigned>(random() % limit); };
  ClusteredRows rows;
  rows.attributes.resize(1);
  for (unsigned person = 0; person < 60; ++person) {
    const unsigned chance = below(100);
    for (unsigned row = 0; row <= below(6); ++row) {
      rows.attributes[0].push_back(static_cast<std::uint8_t>(isShared ? below(3) : person % 3));
      rows.label.push_back(static_cast<std::uint8_t>(below(2)));
      rows.prediction.push_back(below(100) < chance ? 1 : 0);
      rows.weights.push_back(hasWeights ? 0.5 + below(4) : 1);
      rows.scores.push_back(below(101) / 100.0);
      rows.cluster.push_back(1000 - person);
    }
  }
  return rows;
}

tally::Tally makeTally(const ClusteredRows& rows, bool hasCluster = true, bool hasScore = true) {
  tally::Tally tally(makeSchema(hasCluster, hasScore));
  data::Batch batch = rows.clustered();
  if (!hasCluster) batch.cluster = {};
  if (!hasScore) batch.score = {};
  tally.update(batch);
  return tally;
}

ClusteredRows picked(const ClusteredRows& rows, const std::vector<std::size_t>& places) {
  ClusteredRows result;
  result.attributes.resize(1);
  for (const std::size_t i : places) {
    result.attributes[0].push_back(rows.attributes[0][i]);
    result.label.push_back(rows.label[i]);
    result.prediction.push_back(rows.prediction[i]);
    result.weights.push_back(rows.weights[i]);
    result.scores.push_back(rows.scores[i]);
    result.cluster.push_back(rows.cluster[i]);
  }
  return result;
}

std::vector<std::size_t> places(std::size_t first, std::size_t last) {
  std::vector<std::size_t> all(last - first);
  std::iota(all.begin(), all.end(), first);
  return all;
}

SharedClusters findShared(const tally::Tally& tally) {
  const std::vector<std::uint32_t> groups{0, 1, 2};
  return sharedClusters(tally, groups, 3, kFavorable);
}

FrameUncertainty computeUncertainty(const tally::Tally& tally) {
  const Frame frame = frameBy(tally, {"g"}, kFavorable);
  return frameUncertainty(frame.counts, frame.overall, 0, {.draws = 50}, findShared(tally));
}

void expectNear(double a, double b, const char* what) {
  if (std::isnan(a) || std::isnan(b)) {
    EXPECT_EQ(std::isnan(a), std::isnan(b)) << what;
  } else if (std::isinf(a) || std::isinf(b)) {
    EXPECT_EQ(a, b) << what;
  } else {
    EXPECT_NEAR(a, b, 1e-9 * std::max(1.0, std::abs(a))) << what;
  }
}

void expectAlike(const FrameUncertainty& a, const FrameUncertainty& b) {
  const auto intervals = [](const char* what, const auto& one, const auto& other) {
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
      expectNear(one[i].low, other[i].low, what);
      expectNear(one[i].high, other[i].high, what);
    }
  };
  const auto numbers = [](const char* what, const auto& one, const auto& other) {
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) expectNear(one[i], other[i], what);
  };
  intervals("rates", a.rates, b.rates);
  intervals("overall", a.overallRates, b.overallRates);
  intervals("disparities", a.disparities, b.disparities);
  for (std::size_t rate = 0; rate < kRates.size(); ++rate) {
    const auto all = [](const uncertainty::SpreadIntervals& s) {
      return std::vector{s.min,           s.max, s.difference, s.ratio, s.differenceToOverall,
                         s.ratioToOverall};
    };
    intervals("spreads", all(a.spreads[rate]), all(b.spreads[rate]));
  }
  numbers("tests", a.disparityTests, b.disparityTests);
  numbers("spread tests", a.spreadTests, b.spreadTests);
  numbers("cases", a.expectedCases, b.expectedCases);
  for (std::size_t i = 0; i < a.minimumDetectable.size(); ++i) {
    expectNear(a.minimumDetectable[i].decrease, b.minimumDetectable[i].decrease, "detectable");
    expectNear(a.minimumDetectable[i].increase, b.minimumDetectable[i].increase, "detectable");
  }
}

// Cluster 7: two TP and one FN in group a. Cluster 8: one TP in a and one FP in b.
ClusteredRows byHand() {
  ClusteredRows rows;
  rows.attributes = {{0, 0, 0, 0, 1}};
  rows.label = {1, 1, 1, 1, 0};
  rows.prediction = {1, 1, 0, 1, 1};
  rows.cluster = {7, 7, 7, 8, 8};
  return rows;
}

TEST(Clusters, MomentsAreSumsOverClusters) {
  const tally::Tally tally = makeTally(byHand(), true, false);
  EXPECT_EQ(tally.clusters().count(), 2U);
  const Frame frame = frameBy(tally, {"g"}, kFavorable);
  const Moments& a = frame.counts[0].moments;
  EXPECT_EQ(a.products[kTruePositives][kTruePositives], 2 * 2 + 1);
  EXPECT_EQ(a.products[kTruePositives][kFalseNegatives], 2);
  EXPECT_EQ(a.products[kFalseNegatives][kTruePositives], 2);
  EXPECT_EQ(a.products[kFalseNegatives][kFalseNegatives], 1);
  EXPECT_EQ(a.units[cellSet(kTruePositives) | cellSet(kFalseNegatives)], 1);
  EXPECT_EQ(a.units[cellSet(kTruePositives)], 1);
  EXPECT_EQ(unitsIn(a, kEveryCell), 2);
  const Moments& all = frame.overall.moments;
  EXPECT_EQ(all.products[kTruePositives][kFalsePositives], 1);
  EXPECT_EQ(unitsIn(all, kEveryCell), 2);
  EXPECT_EQ(frame.overall.effectiveRows, 5);
}

TEST(Clusters, ClustersInSeveralGroupsAreStoredByPairs) {
  const tally::Tally tally = makeTally(byHand(), true, false);
  const SharedClusters shared = findShared(tally);
  EXPECT_EQ(shared.clusters, 1);
  EXPECT_EQ(shared.between(0, 1)[kTruePositives][kFalsePositives], 1);
  EXPECT_EQ(shared.between(1, 0)[kFalsePositives][kTruePositives], 1);
  EXPECT_EQ(shared.between(0, 2)[kTruePositives][kFalsePositives], 0);
  const Frame frame = frameBy(tally, {"g"}, kFavorable);
  // All rows outside group b: clusters 7 and 8 in group a.
  const Counts rest = shared.others(frame.overall, frame.counts[1], 1);
  EXPECT_EQ(rest.moments.products, frame.counts[0].moments.products);
  EXPECT_EQ(rest.moments.units, frame.counts[0].moments.units);
}

TEST(Clusters, OfLabelsEqualThoseOfCorrespondingPredictions) {
  const tally::Tally tally = makeTally(drawn(3, true), true, false);
  ClusteredRows asPredicted = drawn(3, true);
  asPredicted.prediction = asPredicted.label;
  const std::vector<std::uint32_t> groups{0, 1, 2};
  const auto labels = sharedClusters(tally, groups, 3, kFavorable, true);
  const auto predicted = findShared(makeTally(asPredicted, true, false));
  EXPECT_EQ(labels.between(0, 1), predicted.between(0, 1));
  const Counts ours = labelsAsPredictions(frameBy(tally, {"g"}, kFavorable).counts[0]);
  const Counts theirs = frameBy(makeTally(asPredicted, true, false), {"g"}, kFavorable).counts[0];
  EXPECT_EQ(ours.moments.products, theirs.moments.products);
  EXPECT_EQ(ours.moments.units, theirs.moments.units);
}

TEST(Clusters, OthersAreAllRowsWithoutTheGroup) {
  for (const bool isShared : {false, true}) {
    const ClusteredRows rows = drawn(11, isShared);
    const tally::Tally tally = makeTally(rows);
    const Frame frame = frameBy(tally, {"g"}, kFavorable);
    const Counts rest = findShared(tally).others(frame.overall, frame.counts[0], 0);
    std::vector<std::size_t> others;
    for (std::size_t i = 0; i < rows.label.size(); ++i) {
      if (rows.attributes[0][i] != 0) others.push_back(i);
    }
    const Counts counted = countGroup(makeTally(picked(rows, others)), {{}}, kFavorable);
    for (std::size_t i = 0; i < kBaseSums; ++i) {
      for (std::size_t j = 0; j < kBaseSums; ++j) {
        expectNear(rest.moments.products[i][j], counted.moments.products[i][j], "products");
      }
    }
    EXPECT_EQ(rest.moments.units, counted.moments.units);
  }
}

TEST(Clusters, EachRowInItsOwnClusterEqualsNoClusters) {
  for (const bool hasWeights : {false, true}) {
    ClusteredRows rows = drawn(5, false, hasWeights);
    std::iota(rows.cluster.begin(), rows.cluster.end(), 17U);
    expectAlike(computeUncertainty(makeTally(rows)), computeUncertainty(makeTally(rows, false)));
  }
}

TEST(Clusters, DuplicatedRowsAddNoPrecision) {
  for (const bool hasWeights : {false, true}) {
    ClusteredRows rows = drawn(6, false, hasWeights);
    std::iota(rows.cluster.begin(), rows.cluster.end(), 17U);
    auto twice = places(0, rows.label.size());
    twice.insert(twice.end(), twice.begin(), twice.end());
    expectAlike(computeUncertainty(makeTally(picked(rows, twice))),
                computeUncertainty(makeTally(rows, false)));
  }
}

TEST(Clusters, OrderAndNamesDoNotMatter) {
  for (const bool isShared : {false, true}) {
    const ClusteredRows rows = drawn(7, isShared);
    auto order = places(0, rows.label.size());
    std::shuffle(order.begin(), order.end(), std::mt19937(1));
    ClusteredRows other = picked(rows, order);
    for (std::uint64_t& cluster : other.cluster) cluster = cluster * 0x9e3779b97f4a7c15U + 5;
    expectAlike(computeUncertainty(makeTally(other)), computeUncertainty(makeTally(rows)));
  }
}

TEST(Clusters, ClustersOfTwoBatchesAndTwoTalliesAreMerged) {
  const ClusteredRows rows = drawn(8, true);
  const std::size_t size = rows.label.size();
  const tally::Tally once = makeTally(rows);
  // Every other row, so that almost all clusters are in both parts.
  std::vector<std::size_t> even;
  std::vector<std::size_t> odd;
  for (std::size_t i = 0; i < size; ++i) (i % 2 == 0 ? even : odd).push_back(i);
  tally::Tally batches = makeTally(picked(rows, even));
  const ClusteredRows second = picked(rows, odd);
  tally::Tally merged = batches;
  batches.update(second.clustered());
  // The other tally has groups in another order and one additional group.
  data::Schema schema = makeSchema(true, true);
  schema.attributes[0].categories = {"z", "c", "b", "a"};
  schema.labels = {"1", "0"};
  tally::Tally other(schema);
  ClusteredRows turned = second;
  for (auto& code : turned.attributes[0]) code = static_cast<std::uint8_t>(3 - code);
  for (auto* column : {&turned.label, &turned.prediction}) {
    for (auto& code : *column) code = static_cast<std::uint8_t>(1 - code);
  }
  other.update(turned.clustered());
  merged.merge(other);
  expectAlike(computeUncertainty(batches), computeUncertainty(once));
  EXPECT_EQ(merged.clusters().count(), once.clusters().count());
  const Frame frame = frameBy(merged, {"g"}, kFavorable);
  const Frame expected = frameBy(once, {"g"}, kFavorable);
  for (std::size_t group = 0; group < 3; ++group) {
    EXPECT_EQ(frame.counts[group].moments.units, expected.counts[group].moments.units);
    for (std::size_t i = 0; i < kBaseSums; ++i) {
      expectNear(frame.counts[group].moments.products[i][i],
                 expected.counts[group].moments.products[i][i], "products");
    }
  }
}

TEST(Clusters, MomentsAreRestoredFromBytes) {
  const tally::Tally tally = makeTally(drawn(9, true));
  const auto bytes = tally.toBytes();
  const tally::Tally back = tally::Tally::fromBytes(bytes);
  EXPECT_TRUE(back.schema().hasCluster);
  EXPECT_EQ(back.toBytes(), bytes);
  expectAlike(computeUncertainty(back), computeUncertainty(tally));
  for (std::size_t length = 0; length < bytes.size(); length += 7) {
    const std::span<const std::uint8_t> part(bytes.data(), length);
    expectError([&] { tally::Tally::fromBytes(part); }, ErrorCode::kCorruptBytes, "bytes");
  }
  tally::Tally empty(makeSchema(true));
  EXPECT_TRUE(tally::Tally::fromBytes(empty.toBytes()).schema().hasCluster);
  tally::Tally none(makeSchema(false));
  EXPECT_FALSE(tally::Tally::fromBytes(none.toBytes()).schema().hasCluster);
}

TEST(Clusters, FailedUpdatesChangeNothing) {
  ClusteredRows rows = drawn(10, false);
  tally::Tally tally = makeTally(rows);
  const auto before = tally.toBytes();
  rows.weights.back() = std::numeric_limits<double>::quiet_NaN();
  expectError([&] { tally.update(rows.clustered()); }, ErrorCode::kInvalidArgument, "weight",
              rows.weights.size() - 1);
  rows.weights.back() = 1;
  rows.cluster.pop_back();
  expectError([&] { tally.update(rows.clustered()); }, ErrorCode::kShapeMismatch, "cluster");
  EXPECT_EQ(tally.toBytes(), before);
  expectError([&] { tally.merge(tally::Tally(makeSchema(false, true))); }, ErrorCode::kIncompatible,
              "other");
  EXPECT_EQ(tally.toBytes(), before);
  tally.reset();
  EXPECT_EQ(tally.clusters().count(), 0U);
}

// Newcombe's interval for independent proportions combines the squares of both distances; for
// perfectly correlated proportions, they cancel.
TEST(Clusters, PerfectlyCorrelatedGroupsAreEqualWithCertainty) {
  ClusteredRows rows;
  rows.attributes.resize(1);
  for (unsigned person = 0; person < 40; ++person) {
    for (const std::uint8_t group : {0, 1}) {
      rows.attributes[0].push_back(group);
      rows.label.push_back(1);
      rows.prediction.push_back(person % 4 == 0 ? 1 : 0);
      rows.cluster.push_back(person);
    }
  }
  const tally::Tally tally = makeTally(rows, true, false);
  const Frame frame = frameBy(tally, {"g"}, kFavorable);
  const Products between = findShared(tally).between(0, 1);
  const Disparity& difference = kDisparities[0];
  const auto [low, high] =
      disparityInterval(difference, frame.counts[0], frame.counts[1], 0.95, between);
  EXPECT_NEAR(low, 0, 0.06);
  EXPECT_NEAR(high, 0, 0.06);
  const auto [loose, wide] = disparityInterval(difference, frame.counts[0], frame.counts[1], 0.95);
  EXPECT_LT(loose, -0.15);
  EXPECT_GT(wide, 0.15);
  EXPECT_LT(equivalenceTest(difference, frame.counts[0], frame.counts[1], {-0.1, 0.1}, between),
            1e-3);
  EXPECT_GT(equivalenceTest(difference, frame.counts[0], frame.counts[1], {-0.1, 0.1}), 0.05);
}

// Likewise for the mean of two rates: clusters with a row in both groups, which are correct or
// incorrect together.
TEST(Clusters, BalancedAccuracyOfPerfectlyCorrelatedGroupsIsEqualWithCertainty) {
  ClusteredRows rows;
  rows.attributes.resize(1);
  for (unsigned person = 0; person < 80; ++person) {
    for (const std::uint8_t group : {0, 1}) {
      const std::uint8_t label = person % 2;
      rows.attributes[0].push_back(group);
      rows.label.push_back(label);
      rows.prediction.push_back(person % 8 < 2 ? 1 - label : label);
      rows.cluster.push_back(person);
    }
  }
  const tally::Tally tally = makeTally(rows, true, false);
  const Frame frame = frameBy(tally, {"g"}, kFavorable);
  const auto difference = [&](const SharedClusters& shared) {
    const auto found = frameUncertainty(frame.counts, frame.overall, 0, {.draws = 1}, shared);
    return found.spreads[rateIndex("balancedAccuracy")].difference;
  };
  const std::vector<std::uint32_t> places{0, 1, 2};
  EXPECT_LT(difference(sharedInFrame(tally, {"g"}, kFavorable, places)).high, 0.05);
  EXPECT_GT(difference({}).high, 0.1);
}

TEST(Clusters, OfAFrameEqualThoseOfItsGroups) {
  const tally::Tally tally = makeTally(drawn(3, true));
  const Frame frame = frameBy(tally, {"g"}, kFavorable);
  const std::vector<std::uint32_t> places{0, 1, 2};
  const auto found = [&](const SharedClusters& shared) {
    return frameUncertainty(frame.counts, frame.overall, 0, {.draws = 50}, shared);
  };
  expectAlike(found(sharedInFrame(tally, {"g"}, kFavorable, places)), found(findShared(tally)));
  const auto shared = sharedInFrame(tally, {"g"}, kFavorable, places);
  EXPECT_EQ(shared.groups.size(), 3U);
  EXPECT_NE(shared.between(0, 1)[kFalsePositives][kFalsePositives], 0);
}

// Draws the counts of one group from clusters with individual selection probabilities.
Counts drawnClusters(uncertainty::RandomStream& random, std::size_t clusters, double rate) {
  Counts counts;
  auto& products = counts.moments.products;
  for (std::size_t i = 0; i < clusters; ++i) {
    constexpr double kRows = 10;
    const double chance = rate + (random.uniform() < 0.5 ? -0.25 : 0.25);
    const double selected = uncertainty::drawBinomial(random, kRows, chance);
    const double others = kRows - selected;
    addWeight(counts, true, true, selected, 0);
    addWeight(counts, true, false, others, 0);
    products[kTruePositives][kTruePositives] += selected * selected;
    products[kFalseNegatives][kFalseNegatives] += others * others;
    products[kTruePositives][kFalseNegatives] += selected * others;
    products[kFalseNegatives][kTruePositives] += selected * others;
    const CellSet cells =
        (selected > 0 ? cellSet(kTruePositives) : 0) | (others > 0 ? cellSet(kFalseNegatives) : 0);
    ++counts.moments.units[cells];
  }
  counts.rows = counts.effectiveRows = counts.instances;
  return counts;
}

// With a pseudo-row of each outcome for every cluster, coverage was 99.8% and power was halved.
TEST(Clusters, FewClustersHaveCorrectCoverageAndPower) {
  const Disparity& disparity = kDisparities[0];
  struct Case {
    std::size_t clusters;
    double power;
  };
  for (const auto& [clusters, minPower] : {Case{8, 0.2}, Case{15, 0.4}, Case{40, 0.8}}) {
    constexpr int kSets = 1500;
    int held = 0;
    int detected = 0;
    for (int set = 0; set < kSets; ++set) {
      uncertainty::RandomStream random(clusters, static_cast<std::uint64_t>(set));
      const Counts one = drawnClusters(random, clusters, 0.4);
      const Counts same = drawnClusters(random, clusters, 0.4);
      const Counts apart = drawnClusters(random, clusters, 0.6);
      held += disparityTest(disparity, one, same) > 0.05 ? 1 : 0;
      detected += disparityTest(disparity, one, apart) <= 0.05 ? 1 : 0;
    }
    EXPECT_GE(held, 0.935 * kSets) << clusters;
    EXPECT_LE(held, 0.98 * kSets) << clusters;
    EXPECT_GE(detected, minPower * kSets) << clusters;
  }
}

// By hand: the sum of squared weights divided by W^2 is (20^2 + 2 * 5^2) / 30^2 = 1/2, so there are
// two effective clusters and one degree of freedom.
TEST(Clusters, ADominatingClusterLeavesFewDegreesOfFreedom) {
  ClusteredRows rows;
  rows.attributes.resize(1);
  const auto add = [&](std::uint64_t cluster, int count, int selected) {
    for (int i = 0; i < count; ++i) {
      rows.attributes[0].push_back(0);
      rows.label.push_back(1);
      rows.prediction.push_back(i < selected ? 1 : 0);
      rows.cluster.push_back(cluster);
    }
  };
  add(1, 20, 12);
  add(2, 5, 2);
  add(3, 5, 1);
  const Frame frame = frameBy(makeTally(rows, true, false), {"g"}, kFavorable);
  const auto share = effectiveShare(kRates[rateIndex("selectionRate")], frame.counts[0]);
  EXPECT_DOUBLE_EQ(share.share, 0.5);
  EXPECT_DOUBLE_EQ(share.degrees, 1);
  // u: 12 - 10, 2 - 2.5, 1 - 2.5; V = (4 + 0.25 + 2.25) / 30^2 / (1 - 1/2) = 13 / 900.
  EXPECT_NEAR(share.trials, 0.25 * 900 / 13, 1e-9);
}

// Results that need only labels, or only predictions, do not depend on the other column.
TEST(Clusters, OfOnlyLabelsOrPredictionsEqualThoseOfBoth) {
  const ClusteredRows rows = drawn(4, false);
  const data::Condition inB{{{"g", "b"}}};
  const auto bounded = [&](const char* rate, const tally::Tally& tally) {
    return boundedRate(kRates[rateIndex(rate)], countGroup(tally, inB, kFavorable), 1.96);
  };
  const tally::Tally both = makeTally(rows);
  for (const bool isOfLabels : {true, false}) {
    data::Schema schema = makeSchema(true);
    (isOfLabels ? schema.hasPrediction : schema.hasLabel) = false;
    data::Batch batch = rows.clustered();
    (isOfLabels ? batch.prediction : batch.label) = {};
    batch.score = {};
    tally::Tally alone(schema);
    alone.update(batch);
    const char* const rate = isOfLabels ? "baseRate" : "selectionRate";
    const uncertainty::Bounded expected = bounded(rate, both);
    const uncertainty::Bounded found = bounded(rate, alone);
    EXPECT_NEAR(found.value, expected.value, 1e-12);
    EXPECT_NEAR(found.ci.low, expected.ci.low, 1e-12);
    EXPECT_NEAR(found.ci.high, expected.ci.high, 1e-12);
  }
}

}  // namespace
}  // namespace fairwasm::group
