// SPDX-License-Identifier: Apache-2.0
//
// Training options of an attacker.
#pragma once

#include <cstddef>

#include "fairwasm/core/names.hpp"

namespace fairwasm::predictability {

// All losses are means over the batch; p is the attacker's output and y the target:
enum class Loss {
  kMse,  // (p - y)^2, also averaged over outputs
  kBce,  // -(y ln p + (1 - y) ln(1 - p)), also averaged over outputs; each ln at least -100, like
         // torch
  kCrossEntropy,  // -sum of y ln softmax(p) over outputs; y is one-hot or a distribution
};
constexpr auto getNames(Loss) {
  return makeNames<Loss>(
      "loss", {{"mse", Loss::kMse}, {"bce", Loss::kBce}, {"cross-entropy", Loss::kCrossEntropy}});
}

enum class Optimizer {
  kAdam,  // Kingma and Ba 2015, with torch's order of operations; beta 0.9 and 0.999, epsilon 1e-8
  kSgd,   // parameter -= learning rate * gradient
};
constexpr auto getNames(Optimizer) {
  return makeNames<Optimizer>("optimizer", {{"adam", Optimizer::kAdam}, {"sgd", Optimizer::kSgd}});
}

struct TrainingOptions {
  Loss loss = Loss::kBce;
  Optimizer optimizer = Optimizer::kAdam;
  double learningRate = 0.05;
  std::size_t epochs = 100;
  std::size_t batchSize = 64;
  double weightDecay = 0;    // adds weightDecay * parameter to each gradient, like torch's Adam
  std::size_t patience = 0;  // stops after this many epochs without a lower mean loss; 0: never
};
// Throws kInvalidArgument for a learning rate or weight decay that is negative or not finite, and
// for a batch size of 0.
void validate(const TrainingOptions& options);

}  // namespace fairwasm::predictability
