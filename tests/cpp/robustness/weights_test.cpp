// SPDX-License-Identifier: Apache-2.0
//
// A row of weight k counts as k rows: values equal those of repeated rows, and intervals those of
// the actual number of independent rows.
#include <array>
#include <cmath>

#include "fairwasm/robustness/summary.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::robustness {
namespace {

using testing::expectError;

const std::vector<double> kEpsilons{0.25, 1};

struct Rows {
  std::vector<double> radii;
  std::vector<std::uint8_t> sex;
  std::vector<double> weights;
};

// Radii are eighths, so that sums are exact in any order.
Rows randomRows(std::size_t count, std::uint64_t seed) {
  uncertainty::RandomStream random(seed);
  Rows rows;
  for (std::size_t row = 0; row < count; ++row) {
    rows.radii.push_back(random.below(32) * 0.125 - 1);
    rows.sex.push_back(static_cast<std::uint8_t>(random.below(2)));
    rows.weights.push_back(random.below(4));
  }
  return rows;
}

Rows repeated(const Rows& rows) {
  Rows result;
  for (std::size_t row = 0; row < rows.radii.size(); ++row) {
    for (double time = 0; time < rows.weights[row]; ++time) {
      result.radii.push_back(rows.radii[row]);
      result.sex.push_back(rows.sex[row]);
    }
  }
  return result;
}

Certificates empty() { return {{Task::kBinary, 1, 1, true}, kEpsilons, {{"sex", {"f", "m"}}}}; }

void add(Certificates& certificates, const Rows& rows, std::size_t first, std::size_t last) {
  const std::vector<double> labels(last - first, 1);
  const auto part = [&](auto& column) { return std::span(column).subspan(first, last - first); };
  const std::vector<data::Codes> codes{std::span<const std::uint8_t>(part(rows.sex))};
  certificates.update({last - first, part(rows.radii), std::span<const double>(labels)}, codes,
                      rows.weights.empty() ? std::span<const double>() : part(rows.weights));
}

Certificates makeCertificates(const Rows& rows) {
  auto certificates = empty();
  add(certificates, rows, 0, rows.radii.size());
  return certificates;
}

RobustnessSummary computeSummary(const Certificates& certificates, std::uint32_t replicates = 0) {
  return summarize(certificates.grid(), certificates.epsilons(),
                   groupRadii(certificates, std::vector<std::string>{"sex"}), replicates, 1);
}

void expectSameValues(const RobustnessSummary& one, const RobustnessSummary& other) {
  ASSERT_EQ(one.groups.size(), other.groups.size());
  for (std::size_t i = 0; i < one.groups.size(); ++i) {
    const auto& a = one.groups[i];
    const auto& b = other.groups[i];
    EXPECT_EQ(a.accuracy.value, b.accuracy.value);
    EXPECT_EQ(a.averageRobustness.value, b.averageRobustness.value);
    EXPECT_EQ(a.signedRobustness.value, b.signedRobustness.value);
    EXPECT_THAT(a.halfRadius.value, ::testing::NanSensitiveDoubleEq(b.halfRadius.value));
    for (std::size_t e = 0; e < kEpsilons.size(); ++e) {
      EXPECT_EQ(a.certifiedAccuracy[e].value, b.certifiedAccuracy[e].value);
    }
  }
  EXPECT_EQ(one.differences.accuracy.value, other.differences.accuracy.value);
  EXPECT_EQ(one.differences.averageRobustness.value, other.differences.averageRobustness.value);
}

TEST(WeightedCertificates, EqualThoseOfRepeatedRows) {
  for (const std::size_t count : {10U, 500U, 10'000U}) {  // more than a block
    const auto rows = randomRows(count, count);
    const auto weighted = makeCertificates(rows);
    const auto plain = makeCertificates(repeated(rows));
    expectSameValues(computeSummary(weighted), computeSummary(plain));
    const auto makeCurve = [](const Certificates& certificates) {
      return accuracyCurve(certificates.grid(), groupRadii(certificates, {}).front());
    };
    EXPECT_EQ(makeCurve(weighted).epsilon, makeCurve(plain).epsilon);
    EXPECT_EQ(makeCurve(weighted).accuracy, makeCurve(plain).accuracy);
  }
}

// Constant weights of 1 or 3 add no precision: intervals equal those without weights.
TEST(WeightedCertificates, HaveTheIntervalsOfTheirRows) {
  auto rows = randomRows(300, 3);
  rows.weights.clear();
  const auto plain = computeSummary(makeCertificates(rows), 200);
  for (const double weight : {1.0, 3.0}) {
    rows.weights.assign(300, weight);
    const auto weighted = computeSummary(makeCertificates(rows), 200);
    const auto expectNear = [](const Estimated& one, const Estimated& other) {
      EXPECT_NEAR(one.value, other.value, 1e-14);
      EXPECT_NEAR(one.interval.low, other.interval.low, 1e-12);
      EXPECT_NEAR(one.interval.high, other.interval.high, 1e-12);
    };
    for (std::size_t i = 0; i < 2; ++i) {
      expectNear(weighted.groups[i].accuracy, plain.groups[i].accuracy);
      expectNear(weighted.groups[i].averageRobustness, plain.groups[i].averageRobustness);
      expectNear(weighted.groups[i].signedRobustness, plain.groups[i].signedRobustness);
      expectNear(weighted.groups[i].halfRadius, plain.groups[i].halfRadius);
    }
    expectNear(weighted.differences.accuracy, plain.differences.accuracy);
  }
}

TEST(WeightedCertificates, MergedEqualOnePass) {
  auto rows = randomRows(200, 5);
  for (std::size_t row = 0; row < 80; ++row) rows.weights[row] = 1;
  const auto whole = makeCertificates(rows);
  auto first = empty();
  auto unweighted = rows;
  unweighted.weights.clear();
  add(first, unweighted, 0, 80);  // unweighted rows count once
  auto second = empty();
  add(second, rows, 80, 200);
  auto merged = first;
  merged.merge(second);
  EXPECT_EQ(merged.toBytes(), whole.toBytes());
  second.merge(first);
  EXPECT_EQ(second.toBytes(), whole.toBytes());
  add(first, rows, 80, 200);
  EXPECT_EQ(first.toBytes(), whole.toBytes());
  EXPECT_EQ(Certificates::fromBytes(whole.toBytes()).toBytes(), whole.toBytes());
}

TEST(WeightedCertificates, RejectInvalidWeights) {
  auto rows = randomRows(10'000, 6);
  auto certificates = makeCertificates(rows);
  const auto before = certificates.toBytes();
  for (const double bad : {-1.0, std::nan(""), 1e101}) {
    rows.weights[9000] = bad;
    expectError([&] { add(certificates, rows, 0, 10'000); }, ErrorCode::kInvalidArgument, "weight",
                9000);
  }
  EXPECT_EQ(certificates.toBytes(), before);
}

TEST(WeightedCertificates, AreUndefinedWithoutWeight) {
  auto rows = randomRows(5, 7);
  rows.weights.assign(5, 0);
  const auto certificates = makeCertificates(rows);
  const auto all = groupRadii(certificates, {});
  const auto values =
      summarize(certificates.grid(), certificates.epsilons(), all, 10, 1).groups.at(0);
  EXPECT_TRUE(std::isnan(values.accuracy.value));
  EXPECT_TRUE(std::isnan(values.averageRobustness.value));
  EXPECT_TRUE(std::isnan(values.halfRadius.value));
}

// Weights are independent of the radii, so 95% intervals have nominal coverage.
TEST(WeightedCertificates, IntervalsHaveNominalCoverage) {
  constexpr int kSets = 1000;
  constexpr int kResampled = 500;  // a bootstrap takes longer
  std::array<int, 3> held{};
  for (int set = 0; set < kSets; ++set) {
    uncertainty::RandomStream random(23, static_cast<std::uint64_t>(set));
    Rows rows;
    for (int row = 0; row < 200; ++row) {
      rows.radii.push_back(random.uniform(-0.5, 1.5));
      rows.sex.push_back(0);
      rows.weights.push_back(random.uniform() < 0.2 ? 5 : 1);
    }
    const auto certificates = makeCertificates(rows);
    const auto values = computeSummary(certificates, set < kResampled ? 300 : 0).groups.at(0);
    const auto holds = [](const Estimated& estimate, double truth) {
      return estimate.interval.low <= truth && truth <= estimate.interval.high ? 1 : 0;
    };
    held[0] += holds(values.accuracy, 0.75);
    held[1] += holds(values.averageRobustness, 1.5 * 1.5 / 2 / 2);
    if (set < kResampled) held[2] += holds(values.halfRadius, 0.75);
  }
  // Within three standard errors of 95%.
  const auto min = [](int sets) { return sets * (0.95 - 3 * std::sqrt(0.95 * 0.05 / sets)); };
  EXPECT_GE(held[0], min(kSets));
  EXPECT_GE(held[1], min(kSets));
  EXPECT_GE(held[2], min(kResampled));
}

}  // namespace
}  // namespace fairwasm::robustness
