// SPDX-License-Identifier: Apache-2.0
//
// Trainings repeated from recorded weights and permutations, to be held against another library's
// run step by step. Nothing is drawn at random here; in double the steps agree to 1e-13.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "fairwasm/predictability/input.hpp"
#include "fairwasm/predictability/leakage.hpp"

namespace fairwasm::predictability {

using Permutation = std::vector<std::uint32_t>;

// Hands out recorded permutations one after another, whoever asks: p makes v into v[p[0]], v[p[1]],
// …. Throws kInvalidArgument where none is left, where it has another size or is no permutation,
// and where a number is asked for: the wrong values of columns of more than two categories.
class RecordedDraws : public Draws {
 public:
  explicit RecordedDraws(std::vector<Permutation> permutations)
      : left_(permutations.begin(), permutations.end()) {}
  void shuffle(std::span<std::uint32_t> values) override { permute(values); }
  void shuffle(std::span<std::uint8_t> values) override { permute(values); }
  std::uint32_t below(std::uint32_t bound) override;
  [[nodiscard]] std::size_t left() const { return left_.size(); }

 private:
  template <class T>
  void permute(std::span<T> values);

  std::deque<Permutation> left_;
};

// Leaves rows in their order.
class KeptOrder : public Draws {
 public:
  void shuffle(std::span<std::uint32_t> /*values*/) override {}
  void shuffle(std::span<std::uint8_t> /*values*/) override {}
  std::uint32_t below(std::uint32_t /*bound*/) override { return 0; }
};

struct TrainingReplay {
  std::vector<double> stepLosses;            // of every batch, before its step
  std::vector<double> epochLosses;           // their means
  std::vector<std::vector<double>> weights;  // at first and after every epoch, as exportWeights()
  std::vector<std::vector<double>> outputs;  // row by row, at first and at the end
};

// Trains a network from `weights` on rows that are taken in the order of `draws`. Throws as Trainer
// does.
template <class Scalar>
TrainingReplay replayTraining(const NetworkShape& shape, std::span<const double> weights,
                              const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
                              const TrainingOptions& options, std::shared_ptr<Draws> draws);

struct LeakageReplay {
  std::vector<LeakageTrial> trials;
  std::vector<std::vector<double>> weights;  // after every training: D, M, D, M, …
};

// Runs `trials` trials of bias_amplification's procedure (LeakageOptions::warmStart), the first
// attacker from `weights`. Permutations in the order of their use: in every trial those of the
// equalization of training and of test rows, then one an epoch of D and of M. Throws as
// LeakageTrials does, and kInvalidArgument where permutations are left over.
template <class Scalar>
LeakageReplay replayLeakage(AttackRows<Scalar> train, AttackRows<Scalar> test, TaskSpace space,
                            NetworkShape shape, std::vector<double> weights, LeakageOptions options,
                            std::size_t trials, std::vector<Permutation> permutations);

// The numbers that a recording was made with, and is replayed in.
enum class Precision { kFloat32, kFloat64 };
constexpr auto namesOf(Precision) {
  return makeNames<Precision>("precision",
                              {{"float32", Precision::kFloat32}, {"float64", Precision::kFloat64}});
}

// A recorded training. Without permutations rows are taken in their order.
struct TrainingRecord {
  Precision precision = Precision::kFloat32;
  NetworkShape shape;
  TrainingOptions training;
  std::vector<double> weights;
  std::vector<double> inputs;   // row by row
  std::vector<double> targets;  // row by row
  std::optional<std::vector<Permutation>> permutations;
};
// Throws as replayTraining() above, and kShapeMismatch where values do not fill their rows.
TrainingReplay replayTraining(const TrainingRecord& record);

struct LeakageRecord {
  Precision precision = Precision::kFloat32;
  GivenRows<double> train;
  GivenRows<double> test;
  std::vector<std::uint32_t> classes;
  NetworkShape shape;
  TrainingOptions training;
  Metric metric = Metric::kAccuracy;
  bool threshold = true;
  bool normalized = false;
  std::size_t trials = 0;
  std::vector<double> weights;
  std::vector<Permutation> permutations;
};
// Throws as replayLeakage() and attackRows().
LeakageReplay replayLeakage(const LeakageRecord& record);

using Answers = GivenAnswers<double>;
struct AnswersRecord {
  Precision precision = Precision::kFloat32;
  Answers answers;
};
// Throws as lambdaOf().
double scoreAnswers(const AnswersRecord& record);

}  // namespace fairwasm::predictability
