// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/leakage.hpp"

#include <cmath>
#include <set>
#include <string>

#include "attackers.hpp"
#include "fairwasm/predictability/data_creator.hpp"
#include "replay.hpp"
#include "support.hpp"

namespace fairwasm::predictability {
namespace {

using testing::buildTable;
using testing::expectAllNear;
using testing::expectError;
using testing::expectNear;
using testing::flatten;
using testing::GoldenCase;
using testing::goldenMatrix;
using testing::Json;

// --- Complete procedure of bias_amplification from recorded permutations

CodeColumns toCodes(const Json& json) {
  CodeColumns columns(1);
  for (const double value : goldenMatrix(json).values) {
    columns[0].push_back(static_cast<std::uint32_t>(value));
  }
  return columns;
}

template <class Scalar>
AttackRows<Scalar> toRows(const Json& input, const std::string& part) {
  const auto features = goldenMatrix(input.at("feat_" + part));
  return {buildTable<Scalar>(features.values, features.rows, features.columns),
          toCodes(input.at("data_" + part)), toCodes(input.at("pred_" + part))};
}

class GoldenReplay : public ::testing::TestWithParam<GoldenCase> {};

template <class Scalar>
LeakageReplay makeReplay(const Json& input, const std::vector<Permutation>& permutations) {
  LeakageOptions options;
  options.training.loss = valueNamed<Loss>(input.at("loss").get<std::string>());
  options.training.learningRate = input.at("learning_rate");
  options.training.epochs = input.at("epochs");
  options.training.batchSize = input.at("batch_size");
  options.metric = valueNamed<Metric>(input.at("eval_metric").get<std::string>());
  options.threshold = input.at("threshold");
  options.normalized = input.at("normalized");
  return replayLeakage<Scalar>(toRows<Scalar>(input, "train"), toRows<Scalar>(input, "test"),
                               TaskSpace{{2}}, testing::getShape(input.at("attacker")),
                               flatten(input.at("initial_weights")), options,
                               input.at("num_trials"), permutations);
}

std::vector<Permutation> toPermutations(const Json& input) {
  return input.at("permutations_in_draw_order").get<std::vector<Permutation>>();
}

template <class Scalar>
void expectReplay(const Json& input, const Json& expected, double absolute, double relative) {
  const auto replay = makeReplay<Scalar>(input, toPermutations(input));
  const auto& trained = expected.at("attacker_weights_after_each_training");
  ASSERT_EQ(replay.weights.size(), trained.size());
  for (std::size_t i = 0; i < trained.size(); ++i) {
    const auto& [name, weights] = trained[i].get<std::pair<std::string, Json>>();
    EXPECT_EQ(name[0], i % 2 == 0 ? 'D' : 'M');
    expectAllNear(replay.weights[i], flatten(weights), absolute, relative, name);
  }
  ASSERT_EQ(replay.trials.size(), expected.at("per_trial").size());
  // Accuracies are recorded as float for all data.
  const double tolerance = input.at("eval_metric") == "accuracy" ? 1e-7 : relative;
  for (std::size_t i = 0; i < replay.trials.size(); ++i) {
    const auto& trial = expected.at("per_trial").at(i);
    ASSERT_EQ(trial.size(), 2U);
    expectNear(replay.trials[i].lambdaD, trial.at("lambda_d"), 0, tolerance, "lambda_d");
    expectNear(replay.trials[i].lambdaM, trial.at("lambda_m"), 0, tolerance, "lambda_m");
  }
}

TEST_P(GoldenReplay, IsRepeatedInDouble) {
  expectReplay<double>(GetParam().input, GetParam().expected.at("f64"), 1e-13, 1e-10);
}

TEST_P(GoldenReplay, IsRepeatedInFloat) {
  expectReplay<float>(GetParam().input, GetParam().expected.at("f32"), 1e-6, 1e-5);
}

TEST_P(GoldenReplay, RequiresExactlyItsPermutations) {
  const auto& input = GetParam().input;
  const auto refuses = [&](const std::vector<Permutation>& permutations) {
    expectError([&] { makeReplay<double>(input, permutations); }, ErrorCode::kInvalidArgument,
                "permutations");
  };
  auto changed = toPermutations(input);
  changed.push_back(changed.back());
  refuses(changed);
  changed.resize(changed.size() - 2);
  refuses(changed);
  changed = toPermutations(input);
  changed[0][0] = changed[0][1];
  refuses(changed);
  changed[0].clear();
  refuses(changed);
}

INSTANTIATE_TEST_SUITE_P(All, GoldenReplay,
                         ::testing::ValuesIn(testing::goldenCases("bias/leakage_replay.json")),
                         [](const auto& info) { return "case" + std::to_string(info.index); });

// --- New attackers

Table<float> discrete(const std::vector<std::uint8_t>& codes) {
  Table<float> table{Matrix<float>::Zero(1, 2), {codes.begin(), codes.end()}};
  table.distinct(0, 1) = 1;
  return table;
}

CodeColumns column(const std::vector<std::uint8_t>& codes) {
  return {{codes.begin(), codes.end()}};
}

AttackRows<float> created(std::size_t rows, std::uint64_t seed) {
  const auto data = createData(rows, 0.4, 0.1, true, seed);
  return {discrete(data.p), column(data.d), column(data.m2)};
}

const NetworkShape kLogistic{0, {1, 1}, {Activation::kSigmoid}};

LeakageOptions quick() {
  LeakageOptions options;
  options.training.epochs = 5;
  return options;
}

std::vector<LeakageTrial> run(LeakageTrials<float> trials, std::size_t slice = 1000) {
  while (!trials.advance(slice)) {
  }
  return trials.trials();
}

// Trains on the first part and tests on the second.
LeakageTrials<float> makeTrials(const AttackRows<float>& train, const AttackRows<float>& test,
                                const AttackSpace& space, const NetworkShape& shape,
                                LeakageOptions options, std::size_t first, std::size_t count) {
  options.testing = {.first = train.label[0].size()};
  return {joined(train, test), space, shape, options, first, count, seededRandomness<float>(7)};
}

LeakageTrials<float> trialsFrom(std::size_t first, std::size_t count,
                                const LeakageOptions& options = quick()) {
  return makeTrials(created(400, 1), created(200, 2), {{{2}}}, kLogistic, options, first, count);
}

bool same(const LeakageTrial& a, const LeakageTrial& b) {
  return a.lambdaD == b.lambdaD && a.lambdaM == b.lambdaM && a.leakage == b.leakage;
}

TEST(LeakageTrials, DoNotDependOnTheirDistribution) {
  const auto all = run(trialsFrom(0, 7));
  ASSERT_EQ(all.size(), 7U);
  std::size_t next = 0;
  for (const std::size_t count : {1, 4, 2}) {
    for (const auto& trial : run(trialsFrom(next, count), 3)) {
      EXPECT_TRUE(same(trial, all[next])) << next;
      ++next;
    }
  }
}

TEST(LeakageTrials, DifferFromEachOther) {
  std::set<double> values;
  for (const auto& trial : run(trialsFrom(0, 8))) values.insert(trial.lambdaD);
  EXPECT_GT(values.size(), 3U);
}

TEST(LeakageTrials, PlainAndLaneAttackersAgree) {
  LeakageOptions plain = quick();
  plain.training.patience = 1000;  // never reached, but lanes cannot stop early
  const auto expected = run(trialsFrom(0, 4, plain));
  const auto lanes = run(trialsFrom(0, 4));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(same(lanes[i], expected[i])) << i;
}

TEST(LeakageTrials, ProgressIncreasesToOne) {
  auto trials = trialsFrom(0, 6);
  double before = -1;
  for (bool done = false; !done;) {
    done = trials.advance(7);
    const auto progress = trials.progress();
    EXPECT_GE(progress.fraction, before);
    EXPECT_LE(progress.epoch, 5U);
    before = progress.fraction;
  }
  EXPECT_EQ(before, 1);
  EXPECT_TRUE(trials.advance(1));
}

LeakageOptions watched(bool plain) {
  LeakageOptions options = quick();
  options.watched = true;
  if (plain) options.training.patience = 1000;
  return options;
}

// The last reported score is that of the trial that has just ended.
TEST(LeakageTrials, ReportScoresAtTheEndOfEveryEpoch) {
  auto trials = trialsFrom(0, 4, watched(false));
  std::size_t epoch = 0;
  for (bool done = false; !done;) {
    done = trials.advance(1);
    const auto& progress = trials.progress();
    EXPECT_EQ(std::isnan(progress.scoreD), progress.epoch == 0);
    if (progress.epoch > 0) EXPECT_GE(progress.scoreM, 0.4) << "better than the worst guess";
    epoch = progress.epoch;
  }
  EXPECT_EQ(epoch, 5U);
  double sumD = 0;
  double sumM = 0;
  for (const auto& trial : trials.trials()) {
    sumD += trial.lambdaD;
    sumM += trial.lambdaM;
  }
  EXPECT_DOUBLE_EQ(trials.progress().scoreD, sumD / 4);
  EXPECT_DOUBLE_EQ(trials.progress().scoreM, sumM / 4);
  EXPECT_EQ(trials.progress().done, 4U);
}

TEST(LeakageTrials, ScoreOnlyAttackersInTraining) {
  auto trials = trialsFrom(0, 1, watched(true));  // one attacker after the other
  while (trials.progress().epoch < 5) trials.advance(1000);
  EXPECT_FALSE(std::isnan(trials.progress().scoreD));
  EXPECT_TRUE(std::isnan(trials.progress().scoreM));
  EXPECT_TRUE(trials.advance(1000));
  EXPECT_TRUE(std::isnan(trials.progress().scoreD));
  EXPECT_EQ(trials.progress().scoreM, trials.trials()[0].lambdaM);
}

TEST(LeakageTrials, ReportingScoresDoesNotChangeResults) {
  const auto expected = run(trialsFrom(0, 4));
  const auto seen = run(trialsFrom(0, 4, watched(false)), 3);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_TRUE(same(seen[i], expected[i])) << i;
  auto alone = trialsFrom(0, 1);
  alone.advance(20);
  EXPECT_TRUE(std::isnan(alone.progress().scoreD)) << "not requested";
}

// A perfect model: both attackers get equal rows, and no label is flipped.
TEST(LeakageTrials, PerfectModelHasNoLeakage) {
  auto train = created(400, 1);
  auto test = created(200, 2);
  train.prediction = train.label;
  test.prediction = test.label;
  LeakageOptions options = quick();
  options.training.epochs = 40;
  for (const auto& trial : run(makeTrials(train, test, {{{2}}}, kLogistic, options, 0, 4))) {
    EXPECT_NEAR(trial.leakage, 0, 0.03);  // the label is balanced: each attacker guesses
  }
}

TEST(LeakageTrials, WarmStartPassesOnTheWeights) {
  LeakageOptions options = quick();
  options.warmStart = true;
  options.training.epochs = 0;  // nothing is learned, so all attackers equal the initial one
  auto trials = trialsFrom(0, 3, options);
  std::set<float> weights;
  trials.onTrained = [&](std::size_t, Role, const Network<float>& network) {
    weights.insert(network.parameters()[0]);
  };
  while (!trials.advance(1)) {
  }
  EXPECT_EQ(weights.size(), 1U);
}

TEST(LeakageTrials, KeepOutputsWithoutAMetric) {
  LeakageOptions options = quick();
  const auto scored = run(trialsFrom(0, 2, options));
  options.metric = {};
  const auto kept = run(trialsFrom(0, 2, options));
  const auto test = created(200, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    const Matrix<double> outputs = Eigen::Map<const Matrix<double>>(
        kept[i].outputs[0].data(), 1, static_cast<Eigen::Index>(test.label[0].size()));
    EXPECT_EQ(computeLambda(outputs, everyRow(test.label[0].size()), TaskSpace{{2}},
                            kept[i].targets[0], Metric::kAccuracy, true),
              scored[i].lambdaD);
    EXPECT_EQ(kept[i].targets[1], test.prediction);
  }
}

// Two task columns, one of three classes: after equalization, each has the accuracy of its
// prediction.
TEST(LeakageTrials, EqualizeEachOfSeveralColumnsAndClasses) {
  uncertainty::RandomStream random(3);
  const auto make = [&](std::size_t rows) {
    AttackRows<float> part{Table<float>{Matrix<float>::Identity(3, 3), {}}, {{}, {}}, {{}, {}}};
    for (std::size_t row = 0; row < rows; ++row) {
      std::get<Table<float>>(part.features).rows.push_back(random.below(3));
      for (const std::uint32_t column : {0, 1}) {
        const std::uint32_t label = random.below(2 + column);
        part.label[column].push_back(label);
        part.prediction[column].push_back(random.below(4) == 0 ? random.below(2 + column) : label);
      }
    }
    return part;
  };
  const auto train = make(500);
  const auto test = make(300);
  LeakageOptions options = quick();
  options.metric = {};
  const auto trials = run(makeTrials(
      train, test, {{{2, 3}}}, NetworkShape{0, {3, 4}, {Activation::kSigmoid}}, options, 0, 2));
  for (const auto& trial : trials) {
    for (const std::size_t column : {0, 1}) {
      EXPECT_EQ(agreement(trial.targets[0][column], test.label[column]),
                agreement(test.prediction[column], test.label[column]));
    }
  }
}

TEST(LeakageTrials, CrossEntropyAttackersAnswerTheLikeliestClass) {
  // The prediction equals the feature, and the label is independent of it.
  AttackRows<float> part{Table<float>{Matrix<float>::Identity(3, 3), {}}, {{}}, {{}}};
  uncertainty::RandomStream random(8);
  for (std::size_t row = 0; row < 600; ++row) {
    const std::uint32_t cell = random.below(3);
    std::get<Table<float>>(part.features).rows.push_back(cell);
    part.prediction[0].push_back(cell);
    part.label[0].push_back(random.below(3));
  }
  LeakageOptions options = quick();
  options.training.loss = Loss::kCrossEntropy;
  options.training.epochs = 30;
  const auto trials = run(makeTrials(
      part, part, {{{3}, true}}, NetworkShape{0, {3, 3}, {Activation::kIdentity}}, options, 0, 4));
  for (const auto& trial : trials) {
    EXPECT_EQ(trial.lambdaM, 1);
    EXPECT_NEAR(trial.lambdaD, 1.0 / 3, 0.08);
  }
}

TEST(LeakageTrials, RejectMismatchedInput) {
  const auto make = [](AttackRows<float> train, const TaskSpace& space, const NetworkShape& shape) {
    return [=] { makeTrials(train, created(8, 2), {space}, shape, quick(), 0, 1); };
  };
  auto longer = created(8, 1);
  longer.prediction[0].push_back(0);
  auto strange = created(8, 1);
  strange.label[0][5] = 2;
  const NetworkShape two{0, {1, 2}, {Activation::kSigmoid}};
  const TaskSpace binary{{2}};
  expectError(make(longer, binary, kLogistic), ErrorCode::kShapeMismatch, "prediction");
  expectError(make(strange, binary, kLogistic), ErrorCode::kInvalidArgument, "label", 5);
  expectError(make(created(8, 1), binary, two), ErrorCode::kShapeMismatch, "attacker");
  expectError(make(created(8, 1), TaskSpace{{2, 2}}, two), ErrorCode::kShapeMismatch, "label");
}

TEST(Perturb, AWrongValueIsAnyOtherClassWithEqualProbability) {
  RandomDraws draws{uncertainty::RandomStream(5)};
  const CodeColumn values(30'000, 2);
  const auto result = perturb(values, 4, 10'000, draws);
  std::array<std::size_t, 4> counts{};
  for (const auto code : result) ++counts.at(code);
  EXPECT_EQ(counts[2], 10'000U);
  for (const std::size_t other : {0, 1, 3}) {
    EXPECT_NEAR(static_cast<double>(counts.at(other)), 20'000.0 / 3,
                4 * std::sqrt(20'000 * 2.0 / 9));
  }
}

TEST(SplitRows, RoundsUpTheNumberOfTestRows) {
  const auto drawn = [](std::size_t rows, double share, std::uint64_t seed) {
    RandomDraws draws{uncertainty::RandomStream(seed)};
    return splitRows(rows, share, draws);
  };
  const auto split = drawn(4096, 0.2, 1);
  EXPECT_EQ(split.test.size(), 820U);
  std::set<std::uint32_t> all(split.train.begin(), split.train.end());
  all.insert(split.test.begin(), split.test.end());
  EXPECT_EQ(all.size(), 4096U);
  EXPECT_NE(drawn(4096, 0.2, 2).test, split.test);
  expectError([&] { drawn(1, 0.2, 1); }, ErrorCode::kInvalidArgument, "testSize");
  expectError([&] { drawn(10, 0, 1); }, ErrorCode::kInvalidArgument, "testSize");
  expectError([&] { drawn(10, 1, 1); }, ErrorCode::kInvalidArgument, "testSize");
}

// --- Splits of trials

LeakageOptions drawing(double share) {
  LeakageOptions options = quick();
  options.testing.share = share;
  return options;
}

LeakageTrials<float> splitTrials(const LeakageOptions& options, std::size_t first,
                                 std::size_t count) {
  return {created(400, 1), {{{2}}}, kLogistic, options, first, count, seededRandomness<float>(7)};
}

TEST(LeakageTrials, SplitRowsDifferentlyInEachTrial) {
  const auto rows = created(400, 1);
  const auto options = drawing(0.2);
  const auto randomness = seededRandomness<float>(7);
  std::set<std::vector<std::uint32_t>> splits;
  for (const std::size_t trial : {0, 1, 2}) {
    const auto drawn = drawRows(rows, TaskSpace{{2}}, options, *randomness, trial);
    EXPECT_EQ(drawn.split.test.size(), 80U);
    splits.insert(drawn.split.test);
    // In each part, labels now have the accuracy of the predictions.
    for (const auto* part : {&drawn.split.train, &drawn.split.test}) {
      std::size_t label = 0;
      std::size_t prediction = 0;
      for (const auto row : *part) {
        label += drawn.label[0][row] == rows.label[0][row] ? 1 : 0;
        prediction += rows.prediction[0][row] == rows.label[0][row] ? 1 : 0;
      }
      EXPECT_EQ(label, prediction);
    }
  }
  EXPECT_EQ(splits.size(), 3U);
  // The split of a trial does not depend on the worker.
  const auto all = run(splitTrials(options, 0, 5));
  const auto last = run(splitTrials(options, 3, 2), 3);
  EXPECT_TRUE(same(all[3], last[0]));
  EXPECT_TRUE(same(all[4], last[1]));
}

TEST(LeakageTrials, MayKeepOneSplit) {
  auto options = drawing(0.2);
  options.testing.once = true;
  const auto rows = created(400, 1);
  const auto randomness = seededRandomness<float>(7);
  EXPECT_EQ(drawRows(rows, TaskSpace{{2}}, options, *randomness, 0).split.test,
            drawRows(rows, TaskSpace{{2}}, options, *randomness, 5).split.test);
}

TEST(LeakageTrials, PlainAndLaneAttackersAgreeWithSeparateSplits) {
  auto plain = drawing(0.3);
  plain.training.patience = 1000;
  const auto expected = run(splitTrials(plain, 0, 6));
  const auto lanes = run(splitTrials(drawing(0.3), 0, 6));
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(same(lanes[i], expected[i])) << i;
}

// --- Attackers that guess the attribute

// Attribute, label, and prediction are independent; predictions are more often 1.
AttackRows<float> unrelated(std::size_t rows, double truth, double said) {
  uncertainty::RandomStream random(5);
  AttackRows<float> part{Table<float>{}, {{}}, {{}}, {{}}};
  for (std::size_t row = 0; row < rows; ++row) {
    part.attribute[0].push_back(random.uniform(0, 1) < 0.5 ? 1 : 0);
    part.label[0].push_back(random.uniform(0, 1) < truth ? 1 : 0);
    part.prediction[0].push_back(random.uniform(0, 1) < said ? 1 : 0);
  }
  return part;
}

TEST(LeakageTrials, AShiftOfTheMarginDoesNotLeakTheAttribute) {
  auto options = drawing(0.2);
  options.guess = Guess::kAttribute;
  options.training.epochs = 20;
  double sum = 0;
  const auto trials = run({unrelated(2000, 0.6, 0.9),
                           {{{2}}, {{2}}},
                           kLogistic,
                           options,
                           0,
                           8,
                           seededRandomness<float>(7)});
  for (const auto& trial : trials) sum += trial.leakage / 8;
  EXPECT_NEAR(sum, 0, 0.03);
}

TEST(LeakageTrials, GuessTheAttributeFromThePrediction) {
  auto rows = unrelated(1000, 0.5, 0.5);
  rows.prediction = rows.attribute;
  auto options = drawing(0.2);
  options.guess = Guess::kAttribute;
  options.training.epochs = 20;
  for (const bool plain : {false, true}) {
    options.training.patience = plain ? 1000 : 0;
    for (const auto& trial :
         run({rows, {{{2}}, {{2}}}, kLogistic, options, 0, 4, seededRandomness<float>(7)})) {
      EXPECT_EQ(trial.lambdaM, 1);
      EXPECT_NEAR(trial.lambdaD, 0.5, 0.15);
    }
  }
}

// Beyond 4,096 combinations of classes, each attacker has a separate list of targets.
TEST(LeakageTrials, TrainManyColumnsOnSeparateTargets) {
  uncertainty::RandomStream random(3);
  constexpr std::size_t kColumns = 13;
  AttackRows<float> rows{Table<float>{Matrix<float>::Zero(1, 2), {}}, CodeColumns(kColumns), {}};
  std::get<Table<float>>(rows.features).distinct(0, 1) = 1;
  for (std::size_t row = 0; row < 100; ++row) {
    const std::uint32_t cell = random.below(2);
    std::get<Table<float>>(rows.features).rows.push_back(cell);
    for (auto& column : rows.label) column.push_back(random.below(4) == 0 ? 1 - cell : cell);
  }
  rows.prediction = CodeColumns(kColumns, std::get<Table<float>>(rows.features).rows);
  auto options = drawing(0.2);
  options.training.epochs = 60;
  const NetworkShape shape{0, {1, kColumns}, {Activation::kSigmoid}};
  const AttackSpace space{{std::vector<std::uint32_t>(kColumns, 2)}};
  for (const auto& trial : run({rows, space, shape, options, 0, 4, seededRandomness<float>(7)})) {
    EXPECT_EQ(trial.lambdaM, 1);
    EXPECT_LT(trial.lambdaD, 0.75);
  }
}

TEST(Joined, AppendsTestRows) {
  const auto train = created(8, 1);
  auto test = created(4, 2);
  const auto alike = joined(train, test);
  EXPECT_EQ(std::get<Table<float>>(alike.features).distinct.cols(), 2);
  EXPECT_EQ(alike.label[0].size(), 12U);
  auto& features = std::get<Table<float>>(test.features);
  features.distinct(0, 0) = 5;
  const auto others = joined(train, test);
  const auto& table = std::get<Table<float>>(others.features);
  EXPECT_EQ(table.distinct.cols(), 4);
  EXPECT_EQ(table.rows[8], features.rows[0] + 2);
  features.distinct = Matrix<float>::Zero(2, 2);
  expectError([&] { joined(train, test); }, ErrorCode::kShapeMismatch, "test");
}

}  // namespace
}  // namespace fairwasm::predictability
