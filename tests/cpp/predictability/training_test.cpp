// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

#include "attackers.hpp"
#include "fairwasm/predictability/trainer.hpp"
#include "golden.hpp"
#include "replay.hpp"
#include "support.hpp"

namespace fairwasm::predictability {
namespace {

using testing::buildTable;
using testing::expectAllNear;
using testing::expectError;
using testing::flatten;
using testing::getShape;
using testing::GoldenCase;
using testing::goldenMatrix;
using testing::Json;

// --- Gradients compared with finite differences

struct GradientCase {
  Loss loss;
  Activation hidden;
  Activation last;
};

class Gradient : public ::testing::TestWithParam<GradientCase> {};

std::vector<std::uint32_t> allRows(std::size_t count) {
  std::vector<std::uint32_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

double lossAt(const Network<double>& network, const Inputs<double>& inputs,
              const Table<double>& targets, Loss loss, Vector<double>* gradient = nullptr) {
  const auto rows = allRows(targets.rows.size());
  Propagation<double> propagation(network.shape());
  Vector<double> sum = Vector<double>::Zero(network.parameters().size());
  propagation.forward(network, inputs, rows);
  const double value = propagation.backward(network, inputs, rows, targets, loss, rows.size(), sum);
  if (gradient) *gradient = sum;
  return value;
}

void expectGradientOfDifferences(Network<double> network, const Inputs<double>& inputs,
                                 const Table<double>& targets, Loss loss) {
  Vector<double> gradient;
  lossAt(network, inputs, targets, loss, &gradient);
  constexpr double kStep = 1e-6;
  for (Eigen::Index i = 0; i < gradient.size(); ++i) {
    const double before = network.parameters()[i];
    network.parameters()[i] = before + kStep;
    const double up = lossAt(network, inputs, targets, loss);
    network.parameters()[i] = before - kStep;
    const double down = lossAt(network, inputs, targets, loss);
    network.parameters()[i] = before;
    EXPECT_NEAR(gradient[i], (up - down) / (2 * kStep), 1e-8) << "parameter " << i;
  }
}

Network<double> randomNetwork(NetworkShape shape) {
  uncertainty::RandomStream random(5);
  Network<double> network(std::move(shape));
  network.initialize(random);
  return network;
}

Table<double> targetsFor(Loss loss, std::size_t rows) {
  uncertainty::RandomStream random(9);
  Table<double> targets{Matrix<double>(3, rows), allRows(rows)};
  for (Eigen::Index i = 0; i < targets.distinct.cols(); ++i) {
    for (Eigen::Index k = 0; k < 3; ++k) targets.distinct(k, i) = random.uniform();
    if (loss == Loss::kCrossEntropy) targets.distinct.col(i) /= targets.distinct.col(i).sum();
  }
  return targets;
}

TEST_P(Gradient, EqualsFiniteDifferences) {
  const auto& [loss, hidden, last] = GetParam();
  uncertainty::RandomStream random(7);
  Table<double> inputs{Matrix<double>(4, 6), {0, 1, 2, 3, 4, 5, 2}};
  for (double& value : inputs.distinct.reshaped()) value = random.uniform(-1, 1);
  expectGradientOfDifferences(randomNetwork({0, {4, 5, 3}, {hidden, last}}), inputs,
                              targetsFor(loss, 7), loss);
}

TEST_P(Gradient, EqualsFiniteDifferencesForWords) {
  const auto& [loss, hidden, last] = GetParam();
  // One row has no words, and one repeats a word.
  const Bags bags{{0, 4, 4, 2, 1, 3, 0}, {0, 2, 2, 6, 7}};
  expectGradientOfDifferences(randomNetwork({5, {4, 5, 3}, {hidden, last}}), bags,
                              targetsFor(loss, 4), loss);
}

// A row of weight k counts as k rows, in value and gradient of every loss.
TEST_P(Gradient, WithWeightsEqualsThatOfRepeatedRows) {
  const auto& [loss, hidden, last] = GetParam();
  uncertainty::RandomStream random(13);
  Table<double> inputs{Matrix<double>(4, 5), allRows(5)};
  for (double& value : inputs.distinct.reshaped()) value = random.uniform(-1, 1);
  auto targets = targetsFor(loss, 5);
  const std::vector<double> weights{3, 0, 1, 2, 1};
  const auto network = randomNetwork({0, {4, 5, 3}, {hidden, last}});
  Propagation<double> propagation(network.shape());
  Vector<double> weighted = Vector<double>::Zero(network.parameters().size());
  propagation.forward(network, inputs, allRows(5));
  const double value =
      propagation.backward(network, inputs, allRows(5), targets, loss, 7, weighted, weights);
  inputs.rows = targets.rows = {0, 0, 0, 2, 3, 3, 4};
  Vector<double> repeated;
  EXPECT_NEAR(value, lossAt(network, inputs, targets, loss, &repeated), 1e-14);
  for (Eigen::Index i = 0; i < repeated.size(); ++i) EXPECT_NEAR(weighted[i], repeated[i], 1e-14);
}

std::vector<GradientCase> gradientCases() {
  std::vector<GradientCase> cases;
  for (const auto activation :
       {Activation::kIdentity, Activation::kRelu, Activation::kSigmoid, Activation::kTanh}) {
    cases.push_back({Loss::kMse, activation, Activation::kIdentity});
    cases.push_back({Loss::kMse, Activation::kTanh, activation});
    cases.push_back({Loss::kBce, activation, Activation::kSigmoid});
    cases.push_back({Loss::kCrossEntropy, activation, Activation::kIdentity});
    cases.push_back({Loss::kCrossEntropy, Activation::kTanh, activation});
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(All, Gradient, ::testing::ValuesIn(gradientCases()));

// Without a final sigmoid, probabilities may come from any outputs in [0, 1].
class PlainBce : public ::testing::TestWithParam<Activation> {};

TEST_P(PlainBce, EqualsFiniteDifferences) {
  Network<double> network(NetworkShape{0, {1, 1}, {GetParam()}});
  network.parameters() << 0.1, 0.4;
  expectGradientOfDifferences(network, buildTable<double>({1, 0.5, 2}, 3, 1),
                              buildTable<double>({1, 0, 0.5}, 3, 1), Loss::kBce);
}

INSTANTIATE_TEST_SUITE_P(All, PlainBce,
                         ::testing::Values(Activation::kIdentity, Activation::kRelu,
                                           Activation::kTanh));

TEST(BceLoss, RejectsOutputsThatAreNotProbabilities) {
  Network<double> network(NetworkShape{0, {1, 1}, {Activation::kRelu}});
  network.parameters() << 1, 1;
  expectError(
      [&] {
        lossAt(network, buildTable<double>({1}, 1, 1), buildTable<double>({1}, 1, 1), Loss::kBce);
      },
      ErrorCode::kInvalidArgument, "activations");
}

// A wrong output that is rounded to 0 or 1 must still be corrected.
TEST(BceLoss, HasAGradientIfTheSigmoidSaturates) {
  for (const double logit : {-200.0, 200.0}) {
    Network<double> network(NetworkShape{0, {1, 1}, {Activation::kSigmoid}});
    network.parameters() << 0, logit;
    Vector<double> gradient;
    const auto targets = buildTable<double>({logit < 0 ? 1.0 : 0.0}, 1, 1);
    EXPECT_EQ(lossAt(network, buildTable<double>({0}, 1, 1), targets, Loss::kBce, &gradient), 200);
    EXPECT_EQ(gradient[1], logit < 0 ? -1 : 1);
  }
}

// --- Step by step, compared with torch

class GoldenTraining : public ::testing::TestWithParam<GoldenCase> {};

struct Tolerance {
  double absolute;
  double relative;
};

template <class Scalar>
void expectGoldenTraining(const Json& input, const Json& expected, Tolerance tolerance) {
  const auto [absolute, relative] = tolerance;
  const NetworkShape shape = getShape(input);
  const auto x = goldenMatrix(input.at("x"));
  const auto y = goldenMatrix(input.at("y"));
  const Inputs<Scalar> inputs = buildTable<Scalar>(x.values, x.rows, x.columns);
  const bool classIndices = input.at("y").at("shape").size() == 1;
  const auto targets = classIndices ? testing::oneHot<Scalar>(y.values, shape.outputs())
                                    : buildTable<Scalar>(y.values, y.rows, y.columns);
  TrainingOptions options;
  options.loss = valueNamed<Loss>(input.at("loss").get<std::string>());
  options.learningRate = input.at("learning_rate");
  options.epochs = input.at("epochs");
  options.batchSize = input.at("batch_size");
  ASSERT_EQ(input.at("shuffle"), false);
  const auto replay =
      replayTraining<Scalar>(shape, flatten(input.at("initial_weights_[W(out,in),b]_per_layer")),
                             inputs, targets, options, std::make_shared<KeptOrder>());
  const auto firstFive = [&](std::vector<double> outputs) {
    outputs.resize(5 * shape.outputs());
    return outputs;
  };
  const std::map<std::string, std::vector<double>> all{
      {"initial_output_first5", firstFive(replay.outputs.at(0))},
      {"step_losses", replay.stepLosses},
      {"epoch_mean_losses", replay.epochLosses},
      {"weights_after_epoch_1", replay.weights.at(1)},
      {"weights_final", replay.weights.back()},
      {"output_first5_final", firstFive(replay.outputs.at(1))},
  };
  for (const auto& [key, values] : expected.items()) {
    expectAllNear(all.at(key), flatten(values), absolute, relative, key);
  }
}

// Relative 1e-10 as documented; 1e-13 absolute, because some weights pass through 0.
TEST_P(GoldenTraining, FollowsTorchInDouble) {
  expectGoldenTraining<double>(GetParam().input, GetParam().expected.at("f64"), {1e-13, 1e-10});
}

TEST_P(GoldenTraining, FollowsTorchInFloat) {
  expectGoldenTraining<float>(GetParam().input, GetParam().expected.at("f32"), {1e-6, 1e-5});
}

INSTANTIATE_TEST_SUITE_P(All, GoldenTraining,
                         ::testing::ValuesIn(testing::goldenCases("bias/attacker_train.json")),
                         [](const auto& info) { return "case" + std::to_string(info.index); });

// --- The trainer itself

struct Example {
  Inputs<double> inputs = buildTable<double>({0, 1, 1, 0, 1, 0, 1, 1, 0, 0}, 10, 1);
  Table<double> targets = buildTable<double>({0, 1, 1, 1, 1, 0, 0, 1, 0, 0}, 10, 1);
  Network<double> network =
      randomNetwork({0, {1, 3, 1}, {Activation::kTanh, Activation::kSigmoid}});

  static std::shared_ptr<Draws> draws() {
    return std::make_shared<RandomDraws>(uncertainty::RandomStream(8));
  }
};

TEST(Trainer, InterruptionsDoNotChangeTheResult) {
  Example whole;
  Example sliced;
  TrainingOptions options;
  options.epochs = 7;
  options.batchSize = 4;
  Trainer<double> atOnce(whole.network, whole.inputs, whole.targets, options, Example::draws());
  EXPECT_TRUE(atOnce.advance(1000));
  Trainer<double> inSlices(sliced.network, sliced.inputs, sliced.targets, options,
                           Example::draws());
  std::size_t slices = 1;
  while (!inSlices.advance(2)) ++slices;
  EXPECT_EQ(slices, 14U);  // 7 epochs of 3 batches: two, then the rest of the epoch
  EXPECT_EQ(whole.network.parameters(), sliced.network.parameters());
  EXPECT_EQ(inSlices.progress().epoch, 7U);
  EXPECT_EQ(inSlices.progress().loss, atOnce.progress().loss);
}

TEST(Trainer, StopsIfTheNextEpochCannotBeCompleted) {
  Example example;
  TrainingOptions options;
  options.epochs = 100;
  options.batchSize = 4;  // 10 rows: 3 batches
  Trainer<double> trainer(example.network, example.inputs, example.targets, options,
                          Example::draws());
  EXPECT_FALSE(trainer.advance(8));
  EXPECT_EQ(trainer.progress().epoch, 2U);
  EXPECT_TRUE(trainer.isBetweenEpochs());
  EXPECT_FALSE(trainer.advance(2));
  EXPECT_FALSE(trainer.isBetweenEpochs());
  EXPECT_FALSE(trainer.advance(3));
  EXPECT_EQ(trainer.progress().epoch, 3U);
  EXPECT_TRUE(trainer.isBetweenEpochs());
}

TEST(Trainer, PiecesOfALargeBatchAreOneStep) {
  constexpr std::size_t kRows = 1000;  // more than three pieces
  uncertainty::RandomStream random(2);
  std::vector<double> x(kRows);
  std::vector<double> y(kRows);
  for (std::size_t i = 0; i < kRows; ++i) {
    x[i] = random.uniform();
    y[i] = random.below(2);
  }
  const Inputs<double> inputs = buildTable<double>(x, kRows, 1);
  const auto targets = buildTable<double>(y, kRows, 1);
  Example example;
  const double expected = lossAt(example.network, inputs, targets, Loss::kBce);
  TrainingOptions options;
  options.epochs = 1;
  options.batchSize = kRows;
  options.optimizer = Optimizer::kSgd;
  Trainer<double> trainer(example.network, inputs, targets, options, Example::draws());
  EXPECT_FALSE(trainer.advance(3));
  EXPECT_TRUE(trainer.advance(1));
  EXPECT_NEAR(trainer.lastBatchLoss(), expected, 1e-14);
}

TEST(Trainer, RepeatedRowsCountByTheirNumber) {
  Example once;
  Example twice;
  const Inputs<double> repeated =
      buildTable<double>({0, 0, 1, 1, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0}, 20, 1);
  const auto targets =
      buildTable<double>({0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0}, 20, 1);
  TrainingOptions options;
  options.epochs = 5;
  options.batchSize = 100;
  Trainer<double>(once.network, once.inputs, once.targets, options, Example::draws()).advance(99);
  Trainer<double>(twice.network, repeated, targets, options, Example::draws()).advance(99);
  for (Eigen::Index i = 0; i < once.network.parameters().size(); ++i) {
    EXPECT_NEAR(once.network.parameters()[i], twice.network.parameters()[i], 1e-12);
  }
}

TEST(Trainer, WeightsEqualRepeatedRows) {
  Example weighted;
  Example repeated;
  TrainingOptions options;
  options.epochs = 5;
  options.batchSize = 100;
  // Rows 0 to 9 of the example, some of them repeated as listed below.
  Trainer<double> trainer(weighted.network, weighted.inputs, weighted.targets, options,
                          Example::draws());
  trainer.weightBy({1, 3, 0, 1, 0, 0, 0, 0, 0, 1});
  trainer.advance(99);
  const Inputs<double> again = buildTable<double>({0, 1, 1, 1, 0, 0}, 6, 1);
  const auto those = buildTable<double>({0, 1, 1, 1, 1, 0}, 6, 1);
  Trainer<double> other(repeated.network, again, those, options, Example::draws());
  other.advance(99);
  for (Eigen::Index i = 0; i < weighted.network.parameters().size(); ++i) {
    EXPECT_NEAR(weighted.network.parameters()[i], repeated.network.parameters()[i], 1e-12);
  }
  EXPECT_NEAR(trainer.losses().back(), other.losses().back(), 1e-12);
}

// Batches without weight are skipped.
TEST(Trainer, SkipsBatchesWithoutWeight) {
  Example example;
  const auto before = example.network.parameters();
  TrainingOptions options;
  options.epochs = 1;
  options.batchSize = 1;
  options.optimizer = Optimizer::kSgd;
  Trainer<double> trainer(example.network, example.inputs, example.targets, options,
                          std::make_shared<KeptOrder>());
  trainer.weightBy({0, 0, 0, 0, 0, 0, 0, 0, 0, 1});
  trainer.advance(9);
  EXPECT_EQ(example.network.parameters(), before);
  trainer.advance(1);
  EXPECT_NE(example.network.parameters(), before);
}

TEST(Trainer, RejectsInvalidWeights) {
  Example example;
  Trainer<double> trainer(example.network, example.inputs, example.targets, {}, Example::draws());
  expectError([&] { trainer.weightBy({1, 1}); }, ErrorCode::kShapeMismatch, "weight");
  expectError([&] { trainer.weightBy({1, 1, 1, -1, 1, 1, 1, 1, 1, 1}); },
              ErrorCode::kInvalidArgument, "weight", 3);
  expectError([&] { trainer.weightBy(std::vector<double>(10, 0)); }, ErrorCode::kInvalidArgument,
              "weight");
}

// One linear unit, one row, one step of gradient descent, computed by hand.
void expectOneStep(double x, double target, double decay, double weight, double bias) {
  Network<double> network(NetworkShape{0, {1, 1}, {Activation::kIdentity}});
  network.parameters() << 1, 0.5;
  const Inputs<double> inputs = buildTable<double>({x}, 1, 1);
  const auto targets = buildTable<double>({target}, 1, 1);
  const TrainingOptions options{Loss::kMse, Optimizer::kSgd, 0.1, 1, 1, decay, 0};
  Trainer<double>(network, inputs, targets, options, std::make_shared<KeptOrder>()).advance(1);
  EXPECT_DOUBLE_EQ(network.parameters()[0], weight);
  EXPECT_DOUBLE_EQ(network.parameters()[1], bias);
}

TEST(Trainer, SgdFollowsTheNegativeGradient) {
  expectOneStep(2, 0, 0, 1 - 0.1 * 2 * 2.5 * 2, 0.5 - 0.1 * 2 * 2.5);
}

TEST(Trainer, WeightDecayPullsTowardZero) {
  expectOneStep(0, 0.5, 0.2, 1 - 0.1 * 0.2 * 1, 0.5 - 0.1 * 0.2 * 0.5);
}

TEST(Trainer, StopsEarlyIfTheLossNoLongerDecreases) {
  Example example;
  TrainingOptions options;
  options.epochs = 100;
  options.learningRate = 0;  // the loss cannot decrease
  options.patience = 3;
  Trainer<double> trainer(example.network, example.inputs, example.targets, options,
                          std::make_shared<KeptOrder>());
  EXPECT_TRUE(trainer.advance(1000));
  EXPECT_EQ(trainer.progress().epoch, 4U);  // the first epoch, and three without improvement
}

TEST(Trainer, NamesTheEpochInWhichTheLossDiverges) {
  Network<float> network(NetworkShape{0, {1, 1}, {Activation::kIdentity}});
  network.parameters() << 1, 1;
  const Inputs<float> inputs = buildTable<float>({100}, 1, 1);
  const auto targets = buildTable<float>({0}, 1, 1);
  const TrainingOptions options{Loss::kMse, Optimizer::kSgd, 10, 1000, 1, 0, 0};
  Trainer<float> trainer(network, inputs, targets, options, std::make_shared<KeptOrder>());
  try {
    trainer.advance(1000);
    FAIL();
  } catch (const Error& error) {
    // The error grows by a factor of 2e5 per epoch, and its square exceeds 3e38 in the fifth.
    EXPECT_EQ(error.code(), ErrorCode::kInvalidState);
    EXPECT_EQ(error.details().actual, "infinity in epoch 5");
    EXPECT_NE(error.details().expected.find("learningRate"), std::string::npos) << error.what();
  }
}

TEST(Trainer, ZeroEpochsAreDoneImmediately) {
  Example example;
  const auto before = example.network.parameters();
  TrainingOptions options;
  options.epochs = 0;
  Trainer<double> trainer(example.network, example.inputs, example.targets, options,
                          Example::draws());
  EXPECT_TRUE(trainer.advance(1));
  EXPECT_EQ(example.network.parameters(), before);
}

TEST(Trainer, RejectsMismatchedInput) {
  Example example;
  const auto make = [&](const Inputs<double>& inputs, const Table<double>& targets) {
    return [&] {
      Trainer<double>(example.network, inputs, targets, TrainingOptions(), Example::draws());
    };
  };
  const Inputs<double> wide = buildTable<double>({1, 2}, 1, 2);
  const Inputs<double> none = Table<double>{Matrix<double>(1, 0), {}};
  const auto one = buildTable<double>({1}, 1, 1);
  const Table<double> noTargets{Matrix<double>(1, 0), {}};
  expectError(make(example.inputs, one), ErrorCode::kShapeMismatch, "targets");
  expectError(make(wide, one), ErrorCode::kShapeMismatch, "inputs");
  expectError(make(none, noTargets), ErrorCode::kInvalidArgument, "inputs");
}

TEST(TrainingOptions, RejectInvalidValues) {
  TrainingOptions options;
  options.batchSize = 0;
  expectError([&] { validate(options); }, ErrorCode::kInvalidArgument, "batchSize");
  options = {};
  options.learningRate = -1;
  expectError([&] { validate(options); }, ErrorCode::kInvalidArgument, "learningRate");
  options.learningRate = std::nan("");
  expectError([&] { validate(options); }, ErrorCode::kInvalidArgument, "learningRate");
  expectError([] { valueNamed<Loss>("hinge"); }, ErrorCode::kInvalidArgument, "loss");
  expectError([] { valueNamed<Optimizer>("lion"); }, ErrorCode::kInvalidArgument, "optimizer");
}

}  // namespace
}  // namespace fairwasm::predictability
