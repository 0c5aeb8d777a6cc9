// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/lanes.hpp"

#include <cmath>
#include <memory>

#include "attackers.hpp"
#include "support.hpp"

namespace fairwasm::predictability {
namespace {

using testing::oneHot;

struct LaneCase {
  const char* name;
  NetworkShape shape;
  Loss loss;
  std::size_t classes;  // of the target; 1: one output of 0 or 1
  Optimizer optimizer = Optimizer::kAdam;
};

class Lanes : public ::testing::TestWithParam<LaneCase> {};

// Six distinct inputs and 500 rows, which are not a multiple of the batch size.
template <class Scalar>
struct Setting {
  static constexpr std::size_t kRows = 500;
  static constexpr std::size_t kDistinct = 6;
  Inputs<Scalar> inputs;
  std::vector<Table<Scalar>> targets;
  std::vector<Network<Scalar>> networks;
  TrainingOptions options;

  Setting(const LaneCase& lane, std::size_t attackers) {
    uncertainty::RandomStream random(21);
    Table<Scalar> table{Matrix<Scalar>(static_cast<Eigen::Index>(lane.shape.inputs()), kDistinct),
                        std::vector<std::uint32_t>(kRows)};
    for (Scalar& value : table.distinct.reshaped())
      value = static_cast<Scalar>(random.uniform(-1, 1));
    for (auto& row : table.rows) row = random.below(kDistinct);
    inputs = table;
    for (std::size_t i = 0; i < attackers; ++i) {
      std::vector<double> classes(kRows);
      for (auto& value : classes) value = random.below(lane.classes == 1 ? 2 : lane.classes);
      auto& target = targets.emplace_back(oneHot<Scalar>(classes, lane.classes));
      if (lane.classes == 1)
        target.distinct = Matrix<Scalar>::Zero(1, 2), target.distinct(0, 1) = 1;
      networks.emplace_back(lane.shape).initialize(random);
    }
    options.loss = lane.loss;
    options.optimizer = lane.optimizer;
    options.epochs = 12;
    options.learningRate = 0.02;
    options.weightDecay = 0.001;
  }

  static std::shared_ptr<Draws> draws(std::size_t attacker) {
    return std::make_shared<RandomDraws>(uncertainty::RandomStream(4, attacker));
  }

  double trainPlainly() {
    double loss = 0;
    for (std::size_t i = 0; i < networks.size(); ++i) {
      Trainer<Scalar> trainer(networks[i], inputs, targets[i], options, draws(i));
      while (!trainer.advance(100)) {
      }
      loss += trainer.progress().loss / static_cast<double>(networks.size());
    }
    return loss;
  }

  double trainInLanes() {
    const auto rows = everyRow(kRows);
    LaneTrainer<Scalar> trainer(attackers(rows), options);
    while (!trainer.advance(3)) {
    }
    return trainer.progress().loss;
  }

  std::vector<LaneAttacker<Scalar>> attackers(std::span<const std::uint32_t> rows) {
    std::vector<LaneAttacker<Scalar>> all;
    for (std::size_t i = 0; i < networks.size(); ++i) {
      all.push_back({&networks[i], &std::get<Table<Scalar>>(inputs), &targets[i], rows, draws(i)});
    }
    return all;
  }
};

template <class Scalar>
void expectSameTrajectory(const LaneCase& lane, std::size_t attackers, double tolerance) {
  Setting<Scalar> plain(lane, attackers);
  Setting<Scalar> lanes(lane, attackers);
  ASSERT_TRUE(
      LaneTrainer<Scalar>::suits(lane.shape, lanes.inputs, lanes.targets[0], lanes.options));
  EXPECT_NEAR(plain.trainPlainly(), lanes.trainInLanes(), tolerance);
  for (std::size_t i = 0; i < attackers; ++i) {
    const auto difference = plain.networks[i].parameters() - lanes.networks[i].parameters();
    EXPECT_LT(difference.array().abs().maxCoeff(), tolerance) << "attacker " << i;
  }
}

TEST_P(Lanes, EqualThePlainTrajectoryUpToRounding) {
  for (const std::size_t attackers : {1, 5, 8}) {
    expectSameTrajectory<double>(GetParam(), attackers, 1e-11);
  }
}

TEST_P(Lanes, EqualThePlainTrajectoryInFloat) { expectSameTrajectory<float>(GetParam(), 8, 2e-4); }

using enum Activation;
INSTANTIATE_TEST_SUITE_P(
    All, Lanes,
    ::testing::Values(
        LaneCase{"logistic", {0, {1, 1}, {kSigmoid}}, Loss::kBce, 1},
        LaneCase{"logisticSgd", {0, {3, 1}, {kSigmoid}}, Loss::kBce, 1, Optimizer::kSgd},
        LaneCase{"logisticMse", {0, {2, 1}, {kSigmoid}}, Loss::kMse, 1},
        LaneCase{"deep", {0, {4, 8, 5, 1}, {kRelu, kTanh, kSigmoid}}, Loss::kBce, 1},
        LaneCase{"deepMse", {0, {4, 8, 5, 1}, {kTanh, kRelu, kIdentity}}, Loss::kMse, 1},
        LaneCase{"classes", {0, {4, 7, 3}, {kTanh, kIdentity}}, Loss::kCrossEntropy, 3},
        LaneCase{"classesTanh", {0, {4, 3}, {kTanh}}, Loss::kCrossEntropy, 3},
        LaneCase{"classesBce", {0, {4, 7, 3}, {kRelu, kSigmoid}}, Loss::kBce, 3},
        LaneCase{"classesMse", {0, {4, 7, 3}, {kRelu, kSigmoid}}, Loss::kMse, 3}),
    [](const auto& info) { return std::string(info.param.name); });

// A lane does not depend on its neighbors: results are identical in all bits.
TEST(LaneTrainer, LanesAreIndependent) {
  const LaneCase lane{"", {0, {2, 3, 1}, {kTanh, kSigmoid}}, Loss::kBce, 1};
  Setting<float> alone(lane, 1);
  Setting<float> together(lane, 8);
  together.networks[0] = alone.networks[0];
  together.targets[0] = alone.targets[0];
  alone.trainInLanes();
  together.trainInLanes();
  EXPECT_EQ(alone.networks[0].parameters(), together.networks[0].parameters());
}

TEST(LaneTrainer, SuitsOnlyFewDistinctInputsWithoutEarlyStopping) {
  const LaneCase lane{"", {0, {2, 1}, {kSigmoid}}, Loss::kBce, 1};
  Setting<float> setting(lane, 1);
  const auto suits = [&] {
    return LaneTrainer<float>::suits(lane.shape, setting.inputs, setting.targets[0],
                                     setting.options);
  };
  EXPECT_TRUE(suits());
  setting.options.batchSize = 23;  // less than four rows per distinct input
  EXPECT_FALSE(suits());
  setting.options.batchSize = 64;
  setting.options.patience = 1;
  EXPECT_FALSE(suits());
}

// A separate list of targets would be confused with that of the first attacker.
TEST(LaneTrainer, RejectsTargetsThatAreNotShared) {
  const LaneCase lane{"", {0, {2, 1}, {kSigmoid}}, Loss::kBce, 1};
  Setting<float> setting(lane, 2);
  const auto rows = everyRow(Setting<float>::kRows);
  const auto make = [&] { LaneTrainer<float>(setting.attackers(rows), setting.options); };
  make();
  std::swap(setting.targets[1].distinct(0, 0), setting.targets[1].distinct(0, 1));
  testing::expectError(make, ErrorCode::kShapeMismatch, "attackers");
}

// For perfectly learned targets, the remaining loss is not a difference of large numbers.
TEST(LaneTrainer, ASquaredLossIsNeverNegative) {
  const LaneCase lane{"", {0, {1, 1}, {kIdentity}}, Loss::kMse, 1};
  Setting<float> setting(lane, 1);
  setting.inputs =
      Table<float>{Matrix<float>::Ones(1, 1), std::vector<std::uint32_t>(Setting<float>::kRows, 0)};
  setting.targets[0] = {Matrix<float>::Constant(1, 1, 1000.1F),
                        std::vector<std::uint32_t>(Setting<float>::kRows, 0)};
  setting.options.epochs = 400;
  setting.options.learningRate = 5;
  setting.options.weightDecay = 0;
  const auto rows = everyRow(Setting<float>::kRows);
  LaneTrainer<float> trainer(setting.attackers(rows), setting.options);
  for (bool done = false; !done;) {
    done = trainer.advance(1);
    if (trainer.progress().epoch > 0) EXPECT_GE(trainer.progress().loss, 0);
  }
  EXPECT_LT(trainer.progress().loss, 1);
}

TEST(LaneTrainer, StopsIfALossIsNotFinite) {
  const LaneCase lane{"", {0, {2, 1}, {kIdentity}}, Loss::kMse, 1, Optimizer::kSgd};
  Setting<float> setting(lane, 3);
  setting.options.learningRate = 1e6;
  testing::expectError([&] { setting.trainInLanes(); }, ErrorCode::kInvalidState, "loss");
}

// The exponential function in sigmoid, softmax, and loss has an error of at most 2 units in the
// last place.
TEST(LaneArithmetic, ExponentialIsAccurate) {
  double worst = 0;
  for (int i = 0; i <= 200'000; ++i) {
    const float x = -87.0F + static_cast<float>(i) * (174.0F / 200'000);
    const Eigen::Array<float, 8, 1> result = Eigen::Array<float, 8, 1>::Constant(x).exp();
    const double exact = std::exp(static_cast<double>(x));
    const auto rounded = static_cast<float>(exact);
    const double unit = static_cast<double>(std::nextafter(rounded, 2 * rounded) - rounded);
    worst = std::max(worst, std::abs(static_cast<double>(result[0]) - exact) / unit);
    EXPECT_TRUE((result == result[0]).all());
  }
  EXPECT_LE(worst, 2);
}

}  // namespace
}  // namespace fairwasm::predictability
