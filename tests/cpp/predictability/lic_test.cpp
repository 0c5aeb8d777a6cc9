// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/lic.hpp"

#include <cmath>

#include "support.hpp"

namespace fairwasm::predictability {
namespace {

using testing::expectError;

// Captions of six of 40 words, one of which reveals the class with probability `strength`.
Bags captions(const CodeColumn& attribute, double strength, std::uint64_t seed) {
  uncertainty::RandomStream random(seed);
  Bags bags{{}, {0}};
  for (const std::uint32_t code : attribute) {
    for (int word = 0; word < 5; ++word) bags.words.push_back(10 + random.below(30));
    const std::uint32_t told = random.uniform() < strength ? code : random.below(2);
    bags.words.push_back(2 + told);
    bags.starts.push_back(static_cast<std::uint32_t>(bags.words.size()));
  }
  return bags;
}

CaptionRows example(double humanStrength, double generatedStrength) {
  CodeColumn attribute;
  uncertainty::RandomStream random(1);
  for (int i = 0; i < 400; ++i) attribute.push_back(random.uniform() < 0.4 ? 0 : 1);
  return {{captions(attribute, humanStrength, 2), captions(attribute, humanStrength, 3)},
          captions(attribute, generatedStrength, 4),
          attribute,
          2,
          40};
}

LicOptions quick() {
  LicOptions options;
  options.training.epochs = 15;
  options.training.learningRate = 0.02;
  options.testShare = 0.25;
  options.wordWidth = 8;
  options.hiddenWidths = {8};
  return options;
}

std::vector<LicTrial> run(const CaptionRows& rows, std::size_t first, std::size_t count,
                          std::size_t slice = 50) {
  LicTrials trials(rows, quick(), first, count, 9);
  while (!trials.advance(slice)) {
  }
  return trials.trials();
}

TEST(ConfidenceWeightedAccuracy, SumsTheConfidenceOfCorrectAnswers) {
  Matrix<float> probabilities(2, 3);
  probabilities << 0.75F, 0.5F, 0.25F, 0.25F, 0.5F, 0.75F;
  // Correct with 0.75; a tie, answered with the first class, correct with 0.5; incorrect.
  EXPECT_DOUBLE_EQ(confidenceWeightedAccuracy(probabilities, {0, 0, 0}), 1.25 / 3);
}

TEST(LicTrials, FindAmplifiedBias) {
  for (const auto& trial : run(example(0.2, 0.95), 0, 4)) {
    EXPECT_GT(trial.lic, 0.1);
    EXPECT_EQ(trial.lic, trial.licM - trial.licD);
    EXPECT_GE(trial.accuracyM, trial.licM);  // confidence is at most 1
  }
}

TEST(LicTrials, UninformativeWordsGiveRandomGuesses) {
  double sum = 0;
  for (const auto& trial : run(example(0, 0), 0, 6)) sum += trial.accuracyM / 6;
  // 80 test captions per trial: five standard deviations of a fair coin.
  EXPECT_NEAR(sum, 0.5, 5 * 0.5 / std::sqrt(480));
}

TEST(LicTrials, DoNotDependOnTheirDistribution) {
  const auto rows = example(0.5, 0.8);
  const auto all = run(rows, 0, 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto alone = run(rows, i, 1, 3).at(0);
    EXPECT_EQ(alone.licD, all[i].licD);
    EXPECT_EQ(alone.licM, all[i].licM);
  }
  EXPECT_NE(all[0].licM, all[1].licM);
}

TEST(LicTrials, ProgressIncreasesToOne) {
  LicTrials trials(example(0.5, 0.5), quick(), 0, 2, 9);
  double before = -1;
  for (bool done = false; !done;) {
    done = trials.advance(4);
    EXPECT_GE(trials.progress().fraction, before);
    before = trials.progress().fraction;
  }
  EXPECT_EQ(before, 1);
}

TEST(LicTrials, ReportScoresDuringTraining) {
  LicOptions options = quick();
  options.watched = true;
  LicTrials trials(example(0.5, 0.8), options, 0, 1, 9);
  std::vector<double> human;
  for (bool done = false; !done;) {
    done = trials.advance(50);
    if (trials.progress().epoch > 0 && std::isnan(trials.progress().scoreM)) {
      human.push_back(trials.progress().scoreD);
    }
  }
  ASSERT_FALSE(human.empty());
  EXPECT_EQ(human.back(), trials.trials()[0].licD);
  EXPECT_EQ(trials.progress().scoreM, trials.trials()[0].licM);
  EXPECT_EQ(trials.progress().done, 1U);
}

TEST(LicTrials, RejectMismatchedInput) {
  const auto make = [](const CaptionRows& rows, const LicOptions& options) {
    return [=] { LicTrials(rows, options, 0, 1, 1); };
  };
  auto rows = example(0.5, 0.5);
  rows.generated.starts.pop_back();
  expectError(make(rows, quick()), ErrorCode::kShapeMismatch, "generated");
  rows = example(0.5, 0.5);
  rows.human[0].words[3] = 40;
  expectError(make(rows, quick()), ErrorCode::kInvalidArgument, "human");
  rows = example(0.5, 0.5);
  rows.classes = 3;  // the third has no image
  expectError(make(rows, quick()), ErrorCode::kInvalidArgument, "attribute");
  rows = example(0.5, 0.5);
  rows.attribute[7] = 2;
  expectError(make(rows, quick()), ErrorCode::kInvalidArgument, "attribute", 7);
  // No captions, with and without the start of the first one.
  for (const auto& starts : {std::vector<std::uint32_t>{}, std::vector<std::uint32_t>{0}}) {
    expectError(make({{Bags{{}, starts}}, Bags{{}, starts}, {}, 2, 1}, quick()),
                ErrorCode::kInvalidArgument, "attribute");
  }
  LicOptions options = quick();
  options.testShare = 0;
  expectError(make(example(0.5, 0.5), options), ErrorCode::kInvalidArgument, "attribute");
}

}  // namespace
}  // namespace fairwasm::predictability
