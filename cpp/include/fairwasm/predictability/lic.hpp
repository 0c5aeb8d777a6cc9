// SPDX-License-Identifier: Apache-2.0
//
// LIC, leakage in captions (Hirota, Nakashima, Garcia: Quantifying Societal Bias Amplification in
// Image Captioning, CVPR 2022): how well a text attacker guesses a protected attribute from
// generated captions, compared with human captions, after words that name the attribute have been
// masked. This attacker is a bag of word vectors with dense layers, trained from scratch.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "fairwasm/predictability/task.hpp"
#include "fairwasm/predictability/trainer.hpp"

namespace fairwasm::predictability {

// Captions of the same images, as lists of word codes; code 0 is the unknown word. Trial t uses
// human caption (t mod n) of the n captions of an image.
struct CaptionRows {
  std::vector<Bags> human;
  Bags generated;
  CodeColumn attribute;
  std::uint32_t classes = 0;  // of the attribute
  std::uint32_t words = 0;    // all codes are smaller
};

struct LicOptions {
  TrainingOptions training;
  double testShare = 0.1;
  std::size_t wordWidth = 32;             // dimension of a word's vector
  std::vector<std::size_t> hiddenWidths;  // of the relu layers between word vectors and outputs
  bool watched = false;  // progress includes scores, which costs time during training
};

struct LicTrial {
  double licD = 0;  // of human captions
  double licM = 0;  // of generated captions
  double lic = 0;   // licM - licD
  double accuracyD = 0;
  double accuracyM = 0;
};

// Returns the paper's score: the mean over captions of the attacker's confidence in the true class
// if it predicts that class, otherwise 0. `probabilities` has one column per caption.
double confidenceWeightedAccuracy(const Matrix<float>& probabilities, const CodeColumn& attribute);

// Each trial draws the same number of images per class, that of the smallest class, and uses a
// proportion of them for testing. Attackers know only the words of their training captions.
class LicTrials {
 public:
  // Throws kShapeMismatch or kInvalidArgument if captions, codes, and options do not match, or if a
  // class has too few images for training and testing.
  LicTrials(CaptionRows rows, LicOptions options, std::size_t first, std::size_t count,
            std::uint64_t seed);

  bool advance(std::size_t pieces);
  [[nodiscard]] const TrialProgress& progress() const { return progress_; }
  [[nodiscard]] const std::vector<LicTrial>& trials() const { return trials_; }

 private:
  // One attacker with its data, which its training references.
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
  std::size_t nextAttack_ = 0;  // two per trial: human, generated
  std::vector<std::uint32_t> trainImages_;
  std::vector<std::uint32_t> testImages_;
  std::unique_ptr<Attack> attack_;
  TrialProgress progress_;
  LicTrial trial_;
  std::vector<LicTrial> trials_;
};

}  // namespace fairwasm::predictability
