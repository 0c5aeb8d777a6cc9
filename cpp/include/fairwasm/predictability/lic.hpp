// SPDX-License-Identifier: Apache-2.0
//
// LIC, leakage in captions (Hirota, Nakashima, Garcia: Quantifying Societal Bias Amplification in
// Image Captioning, CVPR 2022): how well a text attacker guesses a protected attribute from
// generated captions, compared with captions that people wrote, once words that name the attribute
// are masked. The attacker here is a bag of word vectors under dense layers, trained from scratch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "fairwasm/predictability/task.hpp"
#include "fairwasm/predictability/trainer.hpp"

namespace fairwasm::predictability {

// Captions of the same images, word by word as codes; code 0 is the unknown word. Trial t uses the
// (t mod n)-th of an image's n human captions.
struct CaptionRows {
  std::vector<Bags> human;
  Bags generated;
  CodeColumn attribute;
  std::uint32_t classes = 0;  // of the attribute
  std::uint32_t words = 0;    // all codes are below
};

struct LicOptions {
  TrainingOptions training;
  double testShare = 0.1;
  std::size_t wordWidth = 32;             // numbers in a word's vector
  std::vector<std::size_t> hiddenWidths;  // of the relu layers between word vectors and answer
  bool watched = false;  // progress tells scores, at the cost of scoring while attackers learn
};

struct LicTrial {
  double licD = 0;  // of human captions
  double licM = 0;  // of generated captions
  double lic = 0;   // licM - licD
  double accuracyD = 0;
  double accuracyM = 0;
};

// The paper's score: mean over captions of the attacker's confidence in the true class where that
// is the class it answers, else 0. `probabilities` holds a column a caption.
double confidenceWeightedAccuracy(const Matrix<float>& probabilities, const CodeColumn& attribute);

// A trial draws as many images of every class as the smallest class has, and of them a share for
// testing; attackers know the words of their training captions only.
class LicTrials {
 public:
  // Throws kShapeMismatch or kInvalidArgument where captions, codes and options do not fit, or a
  // class has too few images to train and to test.
  LicTrials(CaptionRows rows, LicOptions options, std::size_t first, std::size_t count,
            std::uint64_t seed);

  bool advance(std::size_t pieces);
  [[nodiscard]] const TrialProgress& progress() const { return progress_; }
  [[nodiscard]] const std::vector<LicTrial>& trials() const { return trials_; }

 private:
  // One attacker with its data; the training refers to the rest.
  struct Attack {
    Inputs<float> train;
    Inputs<float> test;
    Table<float> targets;
    std::unique_ptr<Network<float>> network;
    std::unique_ptr<Training> training;
  };

  void drawImages(std::size_t trial);
  void startAttack();
  void look();
  [[nodiscard]] Matrix<float> testProbabilities() const;
  void finishAttack();

  CaptionRows rows_;
  LicOptions options_;
  std::size_t first_;
  std::size_t count_;
  std::uint64_t seed_;
  std::size_t nextAttack_ = 0;  // of 2 a trial: human, generated
  std::vector<std::uint32_t> trainImages_;
  std::vector<std::uint32_t> testImages_;
  std::unique_ptr<Attack> attack_;
  TrialProgress progress_;
  LicTrial trial_;
  std::vector<LicTrial> trials_;
};

}  // namespace fairwasm::predictability
