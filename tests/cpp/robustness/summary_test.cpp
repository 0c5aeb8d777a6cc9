// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/summary.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::robustness {
namespace {

using ::testing::ElementsAre;
using testing::expectError;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<double> kEpsilons{0, 0.5, 1.1};

// Radii are the scores of a binary task in which all labels are 1.
Certificates makeCertificates(const std::vector<double>& radii,
                              const std::vector<std::uint8_t>& sex = {}) {
  std::vector<data::Attribute> attributes;
  if (!sex.empty()) attributes = {{"sex", {"f", "m"}}};
  Certificates certificates({Task::kBinary, 1, 1, true}, kEpsilons, attributes);
  const std::vector<double> labels(radii.size(), 1);
  std::vector<data::Codes> codes;
  if (!sex.empty()) codes.emplace_back(std::span<const std::uint8_t>(sex));
  certificates.update(
      {radii.size(), std::span<const double>(radii), std::span<const double>(labels)}, codes);
  return certificates;
}

RobustnessSummary computeSummary(const Certificates& certificates,
                                 const std::vector<std::string>& by,
                                 std::uint32_t replicates = 200) {
  return summarize(certificates.grid(), certificates.epsilons(), groupRadii(certificates, by),
                   replicates, 1);
}

TEST(RobustnessSummary, OfRadiiMatchesManualCalculation) {
  const auto certificates = makeCertificates({-1, 0, 0.5, 1, 1.1, 1.1000000000000003, 2, 4});
  const auto summary = computeSummary(certificates, {});
  const auto& values = summary.groups.at(0);
  EXPECT_EQ(values.accuracy.value, 6 / 8.0);
  EXPECT_EQ(values.certifiedAccuracy[0].value, 6 / 8.0);
  EXPECT_EQ(values.certifiedAccuracy[1].value, 5 / 8.0);  // strict: 0.5 is not beyond 0.5
  EXPECT_EQ(values.certifiedAccuracy[2].value, 3 / 8.0);
  EXPECT_DOUBLE_EQ(values.averageRobustness.value, (0.5 + 1 + 1.1 + 1.1 + 2 + 4) / 8);
  EXPECT_DOUBLE_EQ(values.signedRobustness.value, (-1 + 0.5 + 1 + 1.1 + 1.1 + 2 + 4) / 8);
  EXPECT_EQ(values.halfRadius.value, 1.1);  // a given epsilon is an edge: 3 of 6 are beyond it
  EXPECT_TRUE(std::isnan(summary.differences.accuracy.value));  // for a single group
}

// Wilson's interval for 6 of 8 by the textbook formula.
TEST(RobustnessSummary, ProportionsHaveWilsonIntervals) {
  const auto values = computeSummary(makeCertificates({-1, 0, 1, 1, 1, 1, 1, 1}), {}).groups.at(0);
  EXPECT_NEAR(values.accuracy.interval.low, 0.40927, 1e-5);
  EXPECT_NEAR(values.accuracy.interval.high, 0.92852, 1e-5);
  const auto& none = values.certifiedAccuracy[2];
  EXPECT_EQ(none.value, 0);
  EXPECT_EQ(none.interval.low, 0);
  EXPECT_GT(none.interval.high, 0.3);
}

TEST(RobustnessSummary, MeansHaveIntervalsOfTheirStandardError) {
  const auto values =
      computeSummary(makeCertificates({1, 2, 3, 6}), {}).groups.at(0);  // s^2 = 14/3
  // Student's quantile at 3 degrees of freedom.
  const double width = 3.182446305284263 * std::sqrt(14.0 / 3 / 4);
  EXPECT_NEAR(values.averageRobustness.interval.low, 3 - width, 1e-12);
  EXPECT_NEAR(values.signedRobustness.interval.high, 3 + width, 1e-12);
}

TEST(RobustnessSummary, IsUndefinedWithoutRows) {
  const auto values = computeSummary(makeCertificates({}), {}).groups.at(0);
  EXPECT_TRUE(std::isnan(values.accuracy.value));
  EXPECT_TRUE(std::isnan(values.averageRobustness.value));
  EXPECT_TRUE(std::isnan(values.halfRadius.value));
  EXPECT_TRUE(std::isnan(values.certifiedAccuracy[0].value));
}

TEST(RobustnessSummary, AcceptsInfiniteRadii) {
  const auto values = computeSummary(makeCertificates({kInfinity, 0.5, -1}), {}).groups.at(0);
  EXPECT_EQ(values.averageRobustness.value, kInfinity);
  EXPECT_EQ(values.accuracy.value, 2.0 / 3);
  EXPECT_EQ(values.halfRadius.value, 0.5);
  const auto all = computeSummary(makeCertificates({kInfinity, kInfinity}), {}).groups.at(0);
  EXPECT_EQ(all.halfRadius.value, kInfinity);
}

TEST(RobustnessSummary, ComparesGroups) {
  const auto certificates = makeCertificates({1, 1, -1, 2, 2, 2}, {0, 0, 0, 1, 1, 1});
  const auto summary = computeSummary(certificates, {"sex"});
  ASSERT_EQ(summary.groups.size(), 2U);
  const auto& differences = summary.differences;
  EXPECT_DOUBLE_EQ(differences.accuracy.value, 1.0 / 3);
  EXPECT_DOUBLE_EQ(differences.averageRobustness.value, 2 - 2.0 / 3);
  EXPECT_DOUBLE_EQ(differences.certifiedAccuracy[2].value, 1);
  EXPECT_EQ(differences.halfRadius.value, 1);
  EXPECT_LE(differences.accuracy.interval.low, differences.accuracy.interval.high);
  expectError([&] { groupRadii(certificates, std::vector<std::string>{"age"}); },
              ErrorCode::kInvalidArgument, "attribute");
}

// The interval of a difference between proportions, compared with the normal approximation for two
// large groups.
TEST(RobustnessSummary, DifferencesHaveIntervalsOfTheExpectedWidth) {
  uncertainty::RandomStream random(7);
  std::vector<double> radii;
  std::vector<std::uint8_t> sex;
  constexpr int kRows = 4000;
  for (int i = 0; i < kRows; ++i) {
    sex.push_back(static_cast<std::uint8_t>(i % 2));
    radii.push_back(random.uniform() < (i % 2 == 0 ? 0.5 : 0.8) ? random.uniform(0.6, 1.6) : -1);
  }
  const auto summary = computeSummary(makeCertificates(radii, sex), {"sex"}, 2000);
  const auto check = [](const Estimated& estimate, double center, double error) {
    EXPECT_NEAR(estimate.interval.low, center - 1.96 * error, 0.3 * error);
    EXPECT_NEAR(estimate.interval.high, center + 1.96 * error, 0.3 * error);
  };
  const auto& f = summary.groups[0];
  const auto& m = summary.groups[1];
  const auto shareError = [](double p) { return p * (1 - p) / (kRows / 2.0); };
  check(summary.differences.accuracy, m.accuracy.value - f.accuracy.value,
        std::sqrt(shareError(f.accuracy.value) + shareError(m.accuracy.value)));
  const auto meanError = [](const Estimated& mean) {
    return (mean.interval.high - mean.value) / 1.96;
  };
  check(summary.differences.averageRobustness,
        m.averageRobustness.value - f.averageRobustness.value,
        std::hypot(meanError(f.averageRobustness), meanError(m.averageRobustness)));
}

// Returns data set `set` of groups of 100 rows with equal true values.
RobustnessDifferences ofEqualGroups(int groups, int set, std::uint32_t replicates) {
  uncertainty::RandomStream random(17, static_cast<std::uint64_t>(set));
  std::vector<double> radii;
  std::vector<std::uint8_t> codes;
  for (int i = 0; i < 100 * groups; ++i) {
    codes.push_back(static_cast<std::uint8_t>(i % groups));
    radii.push_back(random.uniform(-0.3, 1.5));
  }
  std::vector<std::string> names;
  for (int i = 0; i < groups; ++i) names.push_back(std::to_string(i));
  Certificates certificates({Task::kBinary, 1, 1, true}, kEpsilons, {{"group", names}});
  const std::vector<double> labels(radii.size(), 1);
  const std::vector<data::Codes> columns{std::span<const std::uint8_t>(codes)};
  certificates.update(
      {radii.size(), std::span<const double>(radii), std::span<const double>(labels)}, columns);
  return computeSummary(certificates, {"group"}, replicates).differences;
}

// Returns 1 if an interval includes 0; also checks that it contains its estimate.
int holdsZero(const Estimated& estimate) {
  EXPECT_LE(estimate.interval.low, estimate.value);
  EXPECT_GE(estimate.interval.high, estimate.value);
  return estimate.interval.low == 0 ? 1 : 0;
}

// Intervals of a gap that is only due to chance must include 0 at the nominal rate.
TEST(RobustnessSummary, DifferencesIncludeZeroForEqualGroups) {
  constexpr int kSets = 500;
  for (const int groups : {2, 5}) {
    std::array<int, 3> held{};
    for (int set = 0; set < kSets; ++set) {
      const auto differences = ofEqualGroups(groups, set, 0);
      held[0] += holdsZero(differences.accuracy);
      held[1] += holdsZero(differences.averageRobustness);
      held[2] += holdsZero(differences.certifiedAccuracy[1]);
    }
    for (const int sets : held) EXPECT_GE(sets, 0.94 * kSets) << groups << " groups";
  }
  constexpr int kFewer = 100;
  int held = 0;
  for (int set = 0; set < kFewer; ++set) {
    held += holdsZero(ofEqualGroups(2, set, 1000).halfRadius);
  }
  EXPECT_GE(held, 0.93 * kFewer);
}

TEST(RobustnessSummary, DifferencesOfEqualGroupsHaveAPositiveWidth) {
  const auto certificates = makeCertificates({1, 1, -1, 1, 1, -1}, {0, 0, 0, 1, 1, 1});
  const auto accuracy = computeSummary(certificates, {"sex"}).differences.accuracy;
  EXPECT_EQ(accuracy.value, 0);
  EXPECT_EQ(accuracy.interval.low, 0);
  EXPECT_GT(accuracy.interval.high, 0.3);
}

TEST(RobustnessSummary, IsReproducibleBySeed) {
  const auto certificates = makeCertificates({1, 1, -1, 2, 0.3, 2}, {0, 0, 0, 1, 1, 1});
  const auto a = computeSummary(certificates, {"sex"}).differences.halfRadius;
  const auto b = computeSummary(certificates, {"sex"}).differences.halfRadius;
  EXPECT_EQ(a.interval.low, b.interval.low);
  EXPECT_EQ(a.interval.high, b.interval.high);
}

TEST(AccuracyCurve, IsExactAtItsPointsAndBoundsTheRest) {
  uncertainty::RandomStream random(9);
  std::vector<double> radii;
  for (int i = 0; i < 500; ++i) radii.push_back(random.normal());
  const auto certificates = makeCertificates(radii);
  const auto curve = accuracyCurve(certificates.grid(), groupRadii(certificates, {}).front());
  const auto certified = [&](double epsilon) {
    return static_cast<double>(std::count_if(radii.begin(), radii.end(),
                                             [&](double radius) { return radius > epsilon; })) /
           static_cast<double>(radii.size());
  };
  ASSERT_EQ(curve.epsilon.front(), 0);
  for (std::size_t i = 0; i < curve.epsilon.size(); ++i) {
    EXPECT_EQ(curve.accuracy[i], certified(curve.epsilon[i]));
    if (i == 0) continue;
    const double between = std::midpoint(curve.epsilon[i - 1], curve.epsilon[i]);
    EXPECT_LE(certified(between), curve.accuracy[i - 1]);
    EXPECT_GE(certified(between), curve.accuracy[i]);
    // Each decrease is within one cell.
    if (curve.accuracy[i] < curve.accuracy[i - 1] && i > 1) {
      EXPECT_LE(curve.epsilon[i], curve.epsilon[i - 1] * RadiusGrid::kLargestStep);
    }
  }
  EXPECT_EQ(curve.accuracy.back(), 0);
}

// The area under the curve equals the average robustness.
TEST(AccuracyCurve, HasTheAverageRobustnessAsItsArea) {
  uncertainty::RandomStream random(10);
  std::vector<double> radii;
  for (int i = 0; i < 2000; ++i) radii.push_back(random.normal());
  const auto certificates = makeCertificates(radii);
  const auto curve = accuracyCurve(certificates.grid(), groupRadii(certificates, {}).front());
  double lower = 0;
  double upper = 0;
  for (std::size_t i = 1; i < curve.epsilon.size(); ++i) {
    const double step = curve.epsilon[i] - curve.epsilon[i - 1];
    lower += step * curve.accuracy[i];
    upper += step * curve.accuracy[i - 1];
  }
  const double area = computeSummary(certificates, {}).groups[0].averageRobustness.value;
  EXPECT_GE(area, lower);
  EXPECT_LE(area, upper);
  EXPECT_LT(upper - lower, 0.01 * area);
}

}  // namespace
}  // namespace fairwasm::robustness
