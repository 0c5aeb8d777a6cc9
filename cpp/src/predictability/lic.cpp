// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/lic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <utility>

#include "elementwise.hpp"
#include "fairwasm/core/error.hpp"

namespace fairwasm::predictability {
namespace {

constexpr std::uint32_t kUnknownWord = 0;

// Each trial uses several streams of a seed: one draws its images, and two belong to each attacker.
std::uint64_t getStream(std::size_t trial, std::size_t use) {
  return 8 * (std::uint64_t{trial} + 1) + use;
}

std::size_t captionCount(const Bags& bags) {
  return bags.starts.empty() ? 0 : bags.starts.size() - 1;
}

void requireCaptions(const Bags& bags, const CaptionRows& rows, const char* argument) {
  if (captionCount(bags) != rows.attribute.size()) {
    throw Error(ErrorCode::kShapeMismatch,
                {argument,
                 std::to_string(rows.attribute.size()) + " captions, like the attribute",
                 std::to_string(captionCount(bags)),
                 {}});
  }
  // Without captions, even the start of the first one is missing.
  const bool ordered =
      bags.starts.empty() ? bags.words.empty()
                          : std::is_sorted(bags.starts.begin(), bags.starts.end()) &&
                                bags.starts.front() == 0 && bags.starts.back() == bags.words.size();
  const bool known = std::all_of(bags.words.begin(), bags.words.end(),
                                 [&](std::uint32_t word) { return word < rows.words; });
  if (ordered && known) return;
  throw Error(ErrorCode::kInvalidArgument,
              {argument,
               "word codes below " + std::to_string(rows.words) + " in consecutive captions",
               "others",
               {}});
}

std::vector<std::vector<std::uint32_t>> imagesByClass(const CaptionRows& rows) {
  std::vector<std::vector<std::uint32_t>> images(rows.classes);
  for (std::size_t i = 0; i < rows.attribute.size(); ++i) {
    images[rows.attribute[i]].push_back(static_cast<std::uint32_t>(i));
  }
  return images;
}

std::size_t smallest(const std::vector<std::vector<std::uint32_t>>& images) {
  std::size_t min = images.front().size();
  for (const auto& group : images) min = std::min(min, group.size());
  return min;
}

std::size_t testImages(std::size_t perClass, double share) {
  return static_cast<std::size_t>(std::llround(static_cast<double>(perClass) * share));
}

// Returns the captions of these images; words keep their codes.
Bags pick(const Bags& bags, const std::vector<std::uint32_t>& images) {
  Bags result{{}, {0}};
  for (const std::uint32_t image : images) {
    const auto caption =
        std::span(bags.words)
            .subspan(bags.starts[image], bags.starts[image + 1] - bags.starts[image]);
    result.words.insert(result.words.end(), caption.begin(), caption.end());
    result.starts.push_back(static_cast<std::uint32_t>(result.words.size()));
  }
  return result;
}

// Renumbers words for the attacker: words of the training captions get codes from 1 on.
std::uint32_t learnWords(Bags& train, Bags& test, std::uint32_t words) {
  std::vector<std::uint32_t> known(words, kUnknownWord);
  std::uint32_t next = kUnknownWord + 1;
  for (auto& word : train.words) {
    if (word != kUnknownWord && known[word] == kUnknownWord) known[word] = next++;
    word = known[word];
  }
  for (auto& word : test.words) word = known[word];
  return next;
}

CodeColumn pick(const CodeColumn& column, const std::vector<std::uint32_t>& images) {
  CodeColumn result;
  for (const std::uint32_t image : images) result.push_back(column[image]);
  return result;
}

struct Confidence {
  double score = 0;
  double accuracy = 0;
};

Confidence computeConfidence(const Matrix<float>& probabilities, const CodeColumn& attribute) {
  Confidence sum;
  for (Eigen::Index i = 0; i < probabilities.cols(); ++i) {
    Eigen::Index answer = 0;
    const float confidence = probabilities.col(i).maxCoeff(&answer);
    if (static_cast<std::size_t>(answer) != attribute[static_cast<std::size_t>(i)]) continue;
    sum.score += static_cast<double>(confidence);
    sum.accuracy += 1;
  }
  const double n = static_cast<double>(probabilities.cols());
  return {sum.score / n, sum.accuracy / n};
}

}  // namespace

double confidenceWeightedAccuracy(const Matrix<float>& probabilities, const CodeColumn& attribute) {
  return computeConfidence(probabilities, attribute).score;
}

LicTrials::LicTrials(CaptionRows rows, LicOptions options, std::size_t first, std::size_t count,
                     std::uint64_t seed)
    : rows_(std::move(rows)),
      options_(std::move(options)),
      first_(first),
      count_(count),
      seed_(seed) {
  validate(options_.training);
  validate(TaskSpace{{rows_.classes}}, {rows_.attribute}, "attribute");
  if (rows_.human.empty() || rows_.words == 0) {
    throw Error(ErrorCode::kInvalidArgument, {"human", "captions", "none", {}});
  }
  for (const auto& human : rows_.human) requireCaptions(human, rows_, "human");
  requireCaptions(rows_.generated, rows_, "generated");
  const std::size_t perClass = rows_.classes < 2 ? 0 : smallest(imagesByClass(rows_));
  const bool isShare = options_.testShare > 0 && options_.testShare < 1;
  const std::size_t tests = isShare ? testImages(perClass, options_.testShare) : 0;
  if (tests > 0 && tests < perClass) return;
  throw Error(
      ErrorCode::kInvalidArgument,
      {"attribute",
       "at least two classes, each with enough images for training and for testing (testSize)",
       std::to_string(rows_.classes) + " classes, the smallest with " + std::to_string(perClass) +
           " images",
       {}});
}

bool LicTrials::advance(std::size_t pieces) {
  if (!attack_ && nextAttack_ == 2 * count_) return true;
  if (!attack_) startAttack();
  const bool isTrained = attack_->training->advance(pieces);
  look();
  if (isTrained) finishAttack();
  return !attack_ && nextAttack_ == 2 * count_;
}

// Updates the progress of the attacker in training.
void LicTrials::look() {
  const auto [epoch, loss] = attack_->training->progress();
  const double share = static_cast<double>(epoch) /
                       static_cast<double>(std::max<std::size_t>(options_.training.epochs, 1));
  progress_.epoch = epoch;
  progress_.loss = loss;
  progress_.fraction = (static_cast<double>(nextAttack_) + share) / static_cast<double>(2 * count_);
  if (!options_.watched || !attack_->training->isBetweenEpochs()) return;
  const auto [score, accuracy] =
      computeConfidence(testProbabilities(), pick(rows_.attribute, testImages_));
  (nextAttack_ % 2 == 0 ? progress_.scoreD : progress_.scoreM) = score;
}

// Draws the images that both attackers of a trial use.
void LicTrials::drawImages(std::size_t trial) {
  uncertainty::RandomStream random(seed_, getStream(trial, 0));
  auto images = imagesByClass(rows_);
  const std::size_t perClass = smallest(images);
  const std::size_t tests = testImages(perClass, options_.testShare);
  trainImages_.clear();
  testImages_.clear();
  for (auto& group : images) {
    random.shuffle(std::span(group));
    const auto middle = group.begin() + static_cast<std::ptrdiff_t>(tests);
    testImages_.insert(testImages_.end(), group.begin(), middle);
    trainImages_.insert(trainImages_.end(), middle,
                        group.begin() + static_cast<std::ptrdiff_t>(perClass));
  }
}

void LicTrials::startAttack() {
  const std::size_t trial = first_ + nextAttack_ / 2;
  const bool isHuman = nextAttack_ % 2 == 0;
  progress_ = {.trial = trial, .done = trials_.size(), .fraction = progress_.fraction};
  if (isHuman) drawImages(trial);
  const Bags& captions = isHuman ? rows_.human[trial % rows_.human.size()] : rows_.generated;
  Bags train = pick(captions, trainImages_);
  Bags test = pick(captions, testImages_);
  const std::uint32_t words = learnWords(train, test, rows_.words);

  NetworkShape shape{words, {options_.wordWidth}, {}};
  for (const std::size_t width : options_.hiddenWidths) {
    shape.widths.push_back(width);
    shape.activations.push_back(Activation::kRelu);
  }
  shape.widths.push_back(rows_.classes);
  shape.activations.push_back(Activation::kIdentity);

  auto attack = std::make_unique<Attack>();
  attack->train = std::move(train);
  attack->test = std::move(test);
  attack->targets =
      encodeTargets<float>(TaskSpace{{rows_.classes}, true}, {pick(rows_.attribute, trainImages_)});
  attack->network = std::make_unique<Network<float>>(std::move(shape));
  const std::size_t use = isHuman ? 1 : 3;
  uncertainty::RandomStream initial(seed_, getStream(trial, use));
  attack->network->initialize(initial);
  TrainingOptions training = options_.training;
  training.loss = Loss::kCrossEntropy;
  attack->training = std::make_unique<Trainer<float>>(
      *attack->network, attack->train, attack->targets, training,
      std::make_shared<RandomDraws>(uncertainty::RandomStream(seed_, getStream(trial, use + 1))));
  attack_ = std::move(attack);
}

Matrix<float> LicTrials::testProbabilities() const {
  Matrix<float> outputs = predict(*attack_->network, attack_->test);
  softmaxColumns(outputs);
  return outputs;
}

void LicTrials::finishAttack() {
  const auto [score, accuracy] =
      computeConfidence(testProbabilities(), pick(rows_.attribute, testImages_));
  if (nextAttack_ % 2 == 0) {
    trial_ = {score, 0, 0, accuracy, 0};
  } else {
    trial_.licM = score;
    trial_.accuracyM = accuracy;
    trial_.lic = trial_.licM - trial_.licD;
    trials_.push_back(trial_);
  }
  ++nextAttack_;
  attack_.reset();
  progress_.done = trials_.size();
}

}  // namespace fairwasm::predictability
