// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/radii.hpp"

#include <cmath>
#include <limits>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::robustness {
namespace {

using ::testing::ElementsAre;
using testing::expectError;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

RadiusRule categorical(std::size_t classes, double lipConst = 1, bool disjoint = true) {
  return {Task::kCategorical, classes, lipConst, disjoint};
}
constexpr RadiusRule kBinary{Task::kBinary, 1, 2, true};

std::vector<double> radii(const RadiusRule& rule, const std::vector<double>& scores,
                          const std::vector<double>& labels) {
  return provableRadii(rule, {scores.size() / rule.classes, std::span<const double>(scores),
                              std::span<const double>(labels)});
}

TEST(ProvableRadii, DivideTheMarginByTwiceTheConstant) {
  EXPECT_THAT(radii(categorical(3, 0.5), {3, 1, 2, 0, 4, 5}, {1, 0, 0, 0, 1, 0}),
              ElementsAre(1, -1));
}

TEST(ProvableRadii, DivideByRootTwoForAConstantOfTheWholeOutput) {
  EXPECT_THAT(radii(categorical(2, 1, false), {1, 0}, {1, -1}), ElementsAre(1 / std::sqrt(2.0)));
}

TEST(ProvableRadii, UseTheSignOfBinaryLabels) {
  EXPECT_THAT(radii(kBinary, {3, 3, -5}, {1, 0, 0}), ElementsAre(1.5, -1.5, 2.5));
  EXPECT_THAT(radii(kBinary, {3, 3, -5}, {1, -1, -1}), ElementsAre(1.5, -1.5, 2.5));
}

TEST(ProvableRadii, AreInfiniteForInfiniteScores) {
  EXPECT_THAT(radii(categorical(2), {kInfinity, 0, 0, kInfinity}, {1, 0, 1, 0}),
              ElementsAre(kInfinity, -kInfinity));
}

// Compared with a plain loop, for numbers of classes around the width of the vectors.
class ProvableRadiiOfClasses : public ::testing::TestWithParam<std::size_t> {};

TEST_P(ProvableRadiiOfClasses, EqualThoseOfAPlainLoop) {
  const std::size_t classes = GetParam();
  constexpr std::size_t kRows = 50;
  uncertainty::RandomStream random(classes);
  std::vector<double> scores;
  std::vector<float> floats;
  std::vector<std::uint32_t> labels;
  std::vector<double> oneHot;
  std::vector<double> expected;
  for (std::size_t row = 0; row < kRows; ++row) {
    labels.push_back(random.below(static_cast<std::uint32_t>(classes)));
    double rival = -kInfinity;
    for (std::size_t i = 0; i < classes; ++i) {
      scores.push_back(0.125 * (random.below(100)) - 6);  // exact as float, too
      floats.push_back(static_cast<float>(scores.back()));
      oneHot.push_back(i == labels.back() ? 1 : 0);
      if (i != labels.back()) rival = std::max(rival, scores.back());
    }
    expected.push_back((scores[row * classes + labels.back()] - rival) / 2);
  }
  const auto rule = categorical(classes);
  const data::Codes codes = std::span<const std::uint32_t>(labels);
  EXPECT_EQ(provableRadii(rule, {kRows, std::span<const double>(scores), codes}), expected);
  EXPECT_EQ(provableRadii(rule, {kRows, std::span<const float>(floats), codes}), expected);
  EXPECT_EQ(radii(rule, scores, oneHot), expected);
}

INSTANTIATE_TEST_SUITE_P(Classes, ProvableRadiiOfClasses, ::testing::Range<std::size_t>(2, 13));

// A NaN must be found in any position of a row.
TEST_P(ProvableRadiiOfClasses, NameTheRowOfANaN) {
  const std::size_t classes = GetParam();
  for (std::size_t place = 0; place < classes; ++place) {
    std::vector<double> scores(3 * classes, 1);
    scores[2 * classes + place] = kNaN;
    const std::vector<std::uint8_t> labels{0, 0, static_cast<std::uint8_t>(classes - 1)};
    const data::Codes codes = std::span<const std::uint8_t>(labels);
    expectError(
        [&] { provableRadii(categorical(classes), {3, std::span<const double>(scores), codes}); },
        ErrorCode::kInvalidArgument, "score", 2);
  }
}

TEST(ProvableRadii, RejectARowWithTwoPositivesOrNone) {
  const auto call = [](std::vector<double> labels) {
    return [labels = std::move(labels)] { radii(categorical(2), {1, 0, 1, 0}, labels); };
  };
  expectError(call({1, 0, 1, 1}), ErrorCode::kInvalidArgument, "label", 1);
  expectError(call({0, 0, 1, 0}), ErrorCode::kInvalidArgument, "label", 0);
  expectError(call({1, -1, -1, -1}), ErrorCode::kInvalidArgument, "label", 1);
}

TEST(ProvableRadii, RejectSmoothedAndMixedLabels) {
  const auto call = [](std::vector<double> labels) {
    return [labels = std::move(labels)] { radii(categorical(2), {1, 0, 1, 0}, labels); };
  };
  expectError(call({1, 0, 0.9, 0.1}), ErrorCode::kInvalidArgument, "label", 1);
  expectError(call({1, 0, -1, 1}), ErrorCode::kInvalidArgument, "label", 1);
  expectError(call({1, 0, kNaN, 1}), ErrorCode::kInvalidArgument, "label", 1);
  expectError([] { radii(kBinary, {1, 2, 3}, {0, 1, -1}); }, ErrorCode::kInvalidArgument, "label",
              2);
}

TEST(ProvableRadii, RejectIndicesBeyondTheClasses) {
  const std::vector<std::uint8_t> labels{0, 2};
  const std::vector<double> scores{1, 2, 3, 4};
  const data::Codes codes = std::span<const std::uint8_t>(labels);
  expectError([&] { provableRadii(categorical(2), {2, std::span<const double>(scores), codes}); },
              ErrorCode::kInvalidArgument, "label", 1);
}

TEST(ProvableRadii, RejectUndefinedMargins) {
  expectError([] { radii(categorical(2), {1, 0, kInfinity, kInfinity}, {1, 0, 1, 0}); },
              ErrorCode::kInvalidArgument, "score", 1);
  expectError([] { radii(kBinary, {1, kNaN}, {1, 0}); }, ErrorCode::kInvalidArgument, "score", 1);
}

TEST(ProvableRadii, RejectDifferentLengths) {
  expectError([] { radii(categorical(2), {1, 0}, {1}); }, ErrorCode::kShapeMismatch, "label");
  expectError([] { radii(kBinary, {1, 0}, {1}); }, ErrorCode::kShapeMismatch, "label");
}

class BadConstant : public ::testing::TestWithParam<double> {};
TEST_P(BadConstant, IsRejected) {
  expectError([] { radii({Task::kBinary, 1, GetParam(), true}, {1}, {1}); },
              ErrorCode::kInvalidArgument, "lipConst");
}
INSTANTIATE_TEST_SUITE_P(Constants, BadConstant, ::testing::Values(0.0, -1.0, kNaN, kInfinity));

}  // namespace
}  // namespace fairwasm::robustness
