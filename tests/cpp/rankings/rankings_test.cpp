// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/rankings/rankings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "fairwasm/data/accumulator.hpp"
#include "fairwasm/rankings/prefixes.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::rankings {
namespace {

using testing::expectError;
using ::testing::IsNan;

using Codes = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;

Options options() { return {false, false, {}, 5, 0.8, 100, 0.95}; }

Ranking measure(const Rows& rows, Options options) {
  options.hasRelevance = !rows.relevance.empty();
  RankedLists lists(options, {"f", "m"});
  lists.update(rows);
  return lists.ranking();
}

Numbers positions(std::size_t rows) {
  Numbers order(rows);
  std::iota(order.begin(), order.end(), 1.0);
  return order;
}

Ranking oneList(const Codes& groups, const Options& given) {
  return measure({groups, {}, positions(groups.size()), {}}, given);
}

const Codes kTen{1, 1, 0, 1, 0, 1, 1, 1, 1, 0};

// Values of numpy.
TEST(Rankings, MatchesReferenceImplementations) {
  Options given = options();
  given.reference = {0.45, 0.55};
  const auto found = oneList(kTen, given);
  const auto& [f, m] = std::tie(found.groups[0], found.groups[1]);
  EXPECT_NEAR(f.logarithmic.sum, 1.1759176335524295, 1e-14);
  EXPECT_NEAR(m.logarithmic.sum, 3.3676417045359166, 1e-14);
  EXPECT_NEAR(f.logarithmic.perRow.value, 0.3919725445174765, 1e-14);
  EXPECT_NEAR(found.ndkl.value, 0.2490592439174132, 1e-14);
  EXPECT_NEAR(f.skew.value, -0.11778303565638339, 1e-14);
  EXPECT_NEAR(m.skew.value, 0.0870113769896297, 1e-14);
  EXPECT_EQ(f.infeasible, 4);
  EXPECT_EQ(m.infeasible, 0);
  EXPECT_NEAR(f.pairs.value, 3.0 / 7, 1e-15);
  EXPECT_THAT(f.pairs.low, IsNan());
  EXPECT_THAT(f.logarithmic.relativePerRow.low, IsNan());
  EXPECT_EQ(found.prefixes, 10);
}

TEST(Rankings, GeometricExposureSumsToOneInTheLimit) {
  const auto found = oneList(kTen, options());
  EXPECT_NEAR(found.groups[0].geometric.sum + found.groups[1].geometric.sum, 1 - std::pow(0.8, 10),
              1e-14);
  EXPECT_NEAR(found.groups[0].geometric.sum,
              0.2 * (std::pow(0.8, 2) + std::pow(0.8, 4) + std::pow(0.8, 9)), 1e-14);
}

TEST(Rankings, PValuesOfPrefixesMatchAllOrders) {
  Codes order{0, 0, 0, 1, 1, 1, 1, 1};
  const PrefixDistribution chances(8, 3, 100);
  const auto chooseSmallest = [&](const Codes& groups) {
    double smallest = 1;
    std::size_t seen = 0;
    for (std::size_t length = 1; length <= groups.size(); ++length) {
      seen += groups[length - 1] == 0 ? 1 : 0;
      smallest = std::min(smallest, chances.atMost(length, seen));
    }
    return smallest;
  };
  const Codes observed{1, 1, 1, 1, 0, 0, 1, 0};
  double orders = 0;
  double extreme = 0;
  double atMostOneOfFive = 0;
  do {
    orders += 1;
    if (chooseSmallest(order) <= chooseSmallest(observed) * (1 + 1e-9)) extreme += 1;
    if (std::count(order.begin(), order.begin() + 5, 0U) <= 1) atMostOneOfFive += 1;
  } while (std::ranges::next_permutation(order).found);
  EXPECT_EQ(orders, 56);
  EXPECT_NEAR(chances.atMost(5, 1), atMostOneOfFive / orders, 1e-14);
  const auto found = oneList(observed, options());
  EXPECT_NEAR(found.groups[0].prefixes.pValue, extreme / orders, 1e-14);
  EXPECT_NEAR(found.groups[0].prefixes.smallest, chooseSmallest(observed), 1e-14);
  EXPECT_EQ(found.groups[0].prefixes.position, 4);
  EXPECT_EQ(found.groups[0].prefixes.lists, 1);
}

struct Table {
  Codes groups;
  Codes queries;
  Numbers order;
  Numbers relevance;

  [[nodiscard]] Rows rows() const {
    const auto lists = queries.empty() ? 0 : *std::ranges::max_element(queries) + 1;
    return {groups, queries, order, relevance, lists};
  }
};

Table drawn(std::size_t queries, std::size_t rows, double values) {
  uncertainty::RandomStream random(7);
  Table table;
  for (std::size_t i = 0; i < rows; ++i) {
    table.groups.push_back(random.below(3) == 0 ? 0 : 1);
    table.queries.push_back(random.below(static_cast<std::uint32_t>(queries)));
    table.order.push_back(1 + std::floor(values * random.uniform()));
    table.relevance.push_back(random.below(3));
  }
  return table;
}

Table shuffled(const Table& table) {
  std::vector<std::uint32_t> places(table.order.size());
  std::iota(places.begin(), places.end(), 0U);
  uncertainty::RandomStream random(8);
  random.shuffle(std::span(places));
  Table moved;
  for (const std::uint32_t place : places) {
    moved.groups.push_back(table.groups[place]);
    moved.queries.push_back(table.queries[place]);
    moved.order.push_back(table.order[place]);
    moved.relevance.push_back(table.relevance[place]);
  }
  return moved;
}

TEST(Rankings, TheOrderOfRowsDoesNotMatterEvenWithTies) {
  const Table table = drawn(10, 300, 12);
  const auto one = measure(table.rows(), options());
  const auto other = measure(shuffled(table).rows(), options());
  EXPECT_GT(one.tied, 100);
  EXPECT_EQ(one.tied, other.tied);
  EXPECT_NEAR(one.ndkl.high, other.ndkl.high, 1e-12);
  for (std::size_t g = 0; g < 2; ++g) {
    const auto& [a, b] = std::tie(one.groups[g], other.groups[g]);
    EXPECT_NEAR(a.logarithmic.relativePerMerit.high, b.logarithmic.relativePerMerit.high, 1e-12);
    EXPECT_NEAR(a.geometric.perRow.low, b.geometric.perRow.low, 1e-12);
    EXPECT_NEAR(a.pairsOfRelevance.value, b.pairsOfRelevance.value, 1e-12);
    EXPECT_NEAR(a.skew.pValue, b.skew.pValue, 1e-12);
    EXPECT_EQ(a.infeasible, b.infeasible);
    EXPECT_NEAR(a.prefixes.pValue, b.prefixes.pValue, 1e-12);
  }
}

// Counts all pairs of rows.
TEST(Rankings, PairsMatchTheirDefinition) {
  const Table table = drawn(10, 300, 12);
  Numbers counts(4, 0.0);
  for (std::size_t i = 0; i < 300; ++i) {
    for (std::size_t j = 0; j < 300; ++j) {
      const bool isPair =
          table.queries[i] == table.queries[j] && table.groups[i] == 0 && table.groups[j] == 1;
      if (!isPair) continue;
      const double above = table.order[i] < table.order[j]    ? 1
                           : table.order[i] == table.order[j] ? 0.5
                                                              : 0;
      counts[0] += above;
      counts[1] += 1;
      if (table.relevance[i] != table.relevance[j]) continue;
      counts[2] += above;
      counts[3] += 1;
    }
  }
  const auto found = measure(table.rows(), options());
  EXPECT_NEAR(found.groups[0].pairs.value, counts[0] / counts[1], 1e-13);
  EXPECT_NEAR(found.groups[1].pairs.value, 1 - counts[0] / counts[1], 1e-13);
  EXPECT_NEAR(found.groups[0].pairsOfRelevance.value, counts[2] / counts[3], 1e-13);
}

// Three lists of two rows: the exposure of group 0 is 1, 1 / log2(3), and 1 per row.
TEST(Rankings, IntervalsUseTheLinearizedVarianceOverQueries) {
  const Table table{{0, 1, 1, 0, 0, 1}, {0, 0, 1, 1, 2, 2}, {1, 2, 1, 2, 1, 2}, {}};
  const auto found = measure(table.rows(), options()).groups[0].logarithmic.perRow;
  const double second = 1 / std::log2(3);
  const double mean = (2 + second) / 3;
  const double squares = 2 * std::pow(1 - mean, 2) + std::pow(second - mean, 2);
  const double error = std::sqrt(squares * 3 / 2) / 3 / mean;
  const double quantile = 4.302652729696142;  // Student's, 2 degrees of freedom
  EXPECT_NEAR(found.value, mean, 1e-14);
  EXPECT_NEAR(found.low, mean * std::exp(-quantile * error), 1e-9);
  EXPECT_NEAR(found.high, mean * std::exp(quantile * error), 1e-9);
}

// Without gaps and with lists of equal size, there is one degree of freedom less than lists.
TEST(Rankings, PositionsAreUsedAsGiven) {
  const Table table{{0, 1, 0, 0, 1}, {0, 0, 0, 1, 1}, {1, 5, 9, 3, 4}, {}};
  const auto found = measure(table.rows(), options());
  EXPECT_NEAR(found.groups[0].logarithmic.sum, 1 + 1 / std::log2(10) + 0.5, 1e-14);
  EXPECT_NEAR(found.groups[1].logarithmic.sum, 1 / std::log2(6) + 1 / std::log2(5), 1e-14);
  EXPECT_NEAR(found.groups[0].geometric.sum, 0.2 * (1 + std::pow(0.8, 8) + std::pow(0.8, 2)),
              1e-14);
  EXPECT_EQ(found.missing, 8);
  EXPECT_EQ(found.missingLists, 2);
  EXPECT_EQ(found.groups[0].topRows, 2);
  EXPECT_EQ(found.groups[1].topRows, 2);
}

TEST(Rankings, HigherScoresAreRankedFirst) {
  Options given = options();
  given.areScores = true;
  const auto found = measure({kTen, {}, Numbers{10, 9, 8, 7, 6, 5, 4, 3, 2, 1}, {}}, given);
  EXPECT_NEAR(found.groups[0].logarithmic.sum, 1.1759176335524295, 1e-14);
  EXPECT_THAT(found.groups[0].logarithmic.perMerit.value, IsNan());
}

TEST(Rankings, DivergenceIsInfiniteForAGroupWithoutReferenceShare) {
  Options given = options();
  given.reference = {0, 1};
  EXPECT_EQ(oneList(kTen, given).ndkl.value, kInfinity);
}

TEST(Rankings, RejectsInvalidInput) {
  const auto invalid = ErrorCode::kInvalidArgument;
  const auto with = [&](auto change) {
    Options given = options();
    change(given);
    return [given] { oneList(kTen, given); };
  };
  expectError(with([](Options& given) { given.patience = 1; }), invalid, "patience");
  expectError(with([](Options& given) { given.confidence = 0; }), invalid, "confidence");
  expectError(with([](Options& given) { given.reference = {0, 0}; }), invalid, "reference");
  expectError(with([](Options& given) { given.reference = {-1, 2}; }), invalid, "reference", 0);
  expectError(with([](Options& given) { given.reference = {1}; }), ErrorCode::kShapeMismatch,
              "reference");
  const Codes groups{0, 1};
  const auto rows = [&](const Codes& queries, const Numbers& order, const Numbers& relevance) {
    return [=] { measure({groups, queries, order, relevance, 1}, options()); };
  };
  expectError(rows({0, 1}, {1, 2}, {}), invalid, "query", 1);
  expectError([] { oneList({0, 2}, options()); }, invalid, "groups", 1);
  expectError([] { RankedLists(options(), {"f", "f"}); }, invalid, "groups");
  expectError(rows({}, {1, kNaN}, {}), invalid, "position", 1);
  expectError(rows({}, {1, 0}, {}), invalid, "position", 1);
  expectError(rows({}, {1, 1.5}, {}), invalid, "position", 1);
  expectError(rows({}, {1, 2}, {-1, 1}), invalid, "relevance", 0);
  expectError(rows({}, {1}, {}), ErrorCode::kShapeMismatch, "groups");
  expectError(rows({0}, {1, 2}, {}), ErrorCode::kShapeMismatch, "query");
  expectError(rows({}, {1, 2}, {1}), ErrorCode::kShapeMismatch, "relevance");
}

static_assert(data::Mergeable<RankedLists>);

RankedLists listsOf(const Table& table, std::vector<std::string> groups = {"f", "m"}) {
  Options given = options();
  given.hasRelevance = true;
  RankedLists lists(given, std::move(groups));
  lists.update(table.rows());
  return lists;
}

void expectEqual(const Ranking& a, const Ranking& b) {
  EXPECT_EQ(a.rows, b.rows);
  EXPECT_EQ(a.queries, b.queries);
  EXPECT_EQ(a.tied, b.tied);
  EXPECT_NEAR(a.ndkl.low, b.ndkl.low, 1e-12);
  ASSERT_EQ(a.groups.size(), b.groups.size());
  for (const GroupRanking& group : a.groups) {
    const auto other = std::ranges::find(b.groups, group.name, &GroupRanking::name);
    ASSERT_NE(other, b.groups.end());
    EXPECT_EQ(group.queries, other->queries);
    EXPECT_EQ(group.infeasible, other->infeasible);
    EXPECT_NEAR(group.skew.low, other->skew.low, 1e-12);
    EXPECT_NEAR(group.geometric.relativePerMerit.high, other->geometric.relativePerMerit.high,
                1e-12);
    EXPECT_NEAR(group.logarithmic.relativePerRow.pValue, other->logarithmic.relativePerRow.pValue,
                1e-10);
    EXPECT_NEAR(group.pairsOfRelevance.high, other->pairsOfRelevance.high, 1e-12);
    EXPECT_EQ(group.prefixes.rejected, other->prefixes.rejected);
    EXPECT_NEAR(group.prefixes.pValue, other->prefixes.pValue, 1e-12);
    EXPECT_EQ(group.prefixes.position, other->prefixes.position);
  }
}

// The first half has no group x, which both halves number differently.
TEST(RankedLists, MergedPartsEqualOnePassAlsoWithGroupsThatAppearLater) {
  const Table table = drawn(40, 900, 30);
  Table first;
  Table second;
  Table all = table;
  for (std::size_t i = 0; i < table.order.size(); ++i) {
    const bool isFirst = table.queries[i] < 20;
    Table& part = isFirst ? first : second;
    const bool isX = !isFirst && i % 3 == 0;
    all.groups[i] = isX ? 2 : table.groups[i];
    part.groups.push_back(isFirst ? table.groups[i] : (all.groups[i] + 1) % 3);  // x, f, m
    part.queries.push_back(table.queries[i] % 20);
    part.order.push_back(table.order[i]);
    part.relevance.push_back(table.relevance[i]);
  }
  const RankedLists whole = listsOf(all, {"f", "m", "x"});
  RankedLists merged = listsOf(first);
  RankedLists other = listsOf(second, {"x", "f", "m"});
  merged.merge(RankedLists::fromBytes(other.toBytes()));
  expectEqual(whole.ranking(), merged.ranking());
  other.merge(listsOf(first));
  expectEqual(whole.ranking(), other.ranking());
  other.reset();
  EXPECT_EQ(other.ranking().rows, 0);
  EXPECT_EQ(other.groups().size(), 3U);
  other.update({});
  other.merge(whole);
  expectEqual(whole.ranking(), other.ranking());
}

TEST(RankedLists, ShortAndLongListsAreSortedAlike) {
  uncertainty::RandomStream random(3);
  for (const std::size_t rows : {1U, 2U, 63U, 64U, 65U, 200U}) {
    Table table{{}, {}, positions(rows), {}};
    for (std::size_t i = 0; i < rows; ++i) table.groups.push_back(random.below(2));
    const auto sorted = measure(table.rows(), options());
    table.relevance.assign(rows, 1);
    table.queries.assign(rows, 0);
    const auto mixed = measure(shuffled(table).rows(), options());
    for (std::size_t g = 0; g < 2; ++g) {
      EXPECT_EQ(sorted.groups[g].logarithmic.sum, mixed.groups[g].logarithmic.sum);
      EXPECT_THAT(sorted.groups[g].prefixes.position,
                  ::testing::NanSensitiveDoubleEq(mixed.groups[g].prefixes.position));
    }
    EXPECT_EQ(sorted.ndkl.value, mixed.ndkl.value);
  }
}

TEST(RankedLists, RejectsOtherOptionsAndBytes) {
  Options given = options();
  given.reference = {0.5, 0.5};
  RankedLists lists(given, {"f", "m"});
  expectError([&] { lists.merge(RankedLists(options(), {"f", "m"})); }, ErrorCode::kIncompatible,
              "other");
  expectError([&] { lists.merge(RankedLists(given, {"m", "f"})); }, ErrorCode::kIncompatible,
              "other");
  auto bytes = lists.toBytes();
  bytes.back() ^= 1U;
  expectError([&] { RankedLists::fromBytes(bytes); }, ErrorCode::kCorruptBytes, "bytes");
  EXPECT_EQ(RankedLists::fromBytes(lists.toBytes()).options(), given);
}

}  // namespace
}  // namespace fairwasm::rankings
