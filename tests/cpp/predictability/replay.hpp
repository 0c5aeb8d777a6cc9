// SPDX-License-Identifier: Apache-2.0
//
// Repeats trainings from recorded weights and permutations, for comparison with another library's
// run step by step. Nothing is random here; in double precision, steps agree to 1e-13.
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

// Returns recorded permutations one after another for all callers: p turns v into v[p[0]], v[p[1]],
// …. Throws kInvalidArgument if none is left, if one has another size or is not a permutation, and
// if a random number is requested, which happens for wrong values of columns with more than two
// categories.
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

// Keeps rows in their order.
class KeptOrder : public Draws {
 public:
  void shuffle(std::span<std::uint32_t> /*values*/) override {}
  void shuffle(std::span<std::uint8_t> /*values*/) override {}
  std::uint32_t below(std::uint32_t /*bound*/) override { return 0; }
};

struct TrainingReplay {
  std::vector<double> stepLosses;   // of every batch, before its step
  std::vector<double> epochLosses;  // their means
  std::vector<std::vector<double>>
      weights;  // initial, and after every epoch; as in exportWeights()
  std::vector<std::vector<double>> outputs;  // (row, output), initial and final
};

// Trains a network from `weights` on rows in the order of `draws`. Throws like Trainer.
template <class Scalar>
TrainingReplay replayTraining(const NetworkShape& shape, std::span<const double> weights,
                              const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
                              const TrainingOptions& options, std::shared_ptr<Draws> draws);

struct LeakageReplay {
  std::vector<LeakageTrial> trials;
  std::vector<std::vector<double>> weights;  // after every training: D, M, D, M, …
};

// Runs `trials` trials of bias_amplification's procedure (LeakageOptions::warmStart); `weights` are
// the initial weights of the first attacker. Permutations are in the order of their use: in each
// trial those for equalizing training and test rows, then one per epoch of D and of M. Throws like
// LeakageTrials, and kInvalidArgument if permutations are unused.
template <class Scalar>
LeakageReplay replayLeakage(AttackRows<Scalar> train, AttackRows<Scalar> test, TaskSpace space,
                            NetworkShape shape, std::vector<double> weights, LeakageOptions options,
                            std::size_t trials, std::vector<Permutation> permutations);

// Precision of a recording and of its replay.
enum class Precision { kFloat32, kFloat64 };
constexpr auto getNames(Precision) {
  return makeNames<Precision>("precision",
                              {{"float32", Precision::kFloat32}, {"float64", Precision::kFloat64}});
}

// A recorded training. Without permutations, rows keep their order.
struct TrainingRecord {
  Precision precision = Precision::kFloat32;
  NetworkShape shape;
  TrainingOptions training;
  std::vector<double> weights;
  std::vector<double> inputs;   // row-major
  std::vector<double> targets;  // row-major
  std::optional<std::vector<Permutation>> permutations;
};
// Throws like replayTraining() above, and kShapeMismatch for an incomplete row.
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
// Throws like replayLeakage() and attackRows().
LeakageReplay replayLeakage(const LeakageRecord& record);

using Answers = GivenAnswers<double>;
struct AnswersRecord {
  Precision precision = Precision::kFloat32;
  Answers answers;
};
// Throws like computeLambda().
double scoreAnswers(const AnswersRecord& record);

}  // namespace fairwasm::predictability
