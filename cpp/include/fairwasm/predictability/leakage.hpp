// SPDX-License-Identifier: Apache-2.0
//
// Predictability metrics by trained attackers: Leakage (Wang et al., Balanced Datasets Are Not
// Enough, 2019) and DPA (Directional Predictability Amplification, bias_amplification). In every
// trial one attacker learns to predict the label from the feature, after the label was made as
// wrong as the model is, and another the model's prediction from the same feature. How much better
// the second one is, is leakage.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "fairwasm/predictability/lanes.hpp"
#include "fairwasm/predictability/task.hpp"
#include "fairwasm/predictability/training.hpp"

namespace fairwasm {

// Rows for the attackers: what they see, what is true, and what the model predicted.
template <class Scalar>
struct AttackRows {
  Inputs<Scalar> features = Table<Scalar>{};
  CodeColumns label;
  CodeColumns prediction;
};

struct LeakageOptions {
  TrainingOptions training;
  std::optional<Metric> metric =
      Metric::kAccuracy;  // none: the caller scores `LeakageTrial::outputs`
  bool threshold = true;
  bool normalized = false;
  // As bias_amplification does it: M starts with the weights D has just learnt, and a trial with
  // those D learnt in the trial before; the rows kept in equalisation are rounded as there.
  bool warmStart = false;
  bool watched = false;  // progress tells scores, at the cost of scoring while attackers learn
};

enum class Role : std::uint8_t { kLabel, kPrediction };  // D and M

struct LeakageTrial {
  double lambdaD = 0;
  double lambdaM = 0;
  double leakage = 0;
  // Only without a metric: by role, the attacker's outputs for the distinct test rows, and the
  // columns they are to be scored against.
  std::array<std::vector<double>, 2> outputs;
  std::array<CodeColumns, 2> targets;
};

// Where the random numbers of a trial come from. By default each trial, and in it each use, has a
// stream of its own, so that no trial depends on another or on who computes it.
template <class Scalar>
class TrialRandomness {
 public:
  TrialRandomness() = default;
  TrialRandomness(const TrialRandomness&) = delete;
  TrialRandomness& operator=(const TrialRandomness&) = delete;
  virtual ~TrialRandomness() = default;
  virtual std::shared_ptr<Draws> equalizer(std::size_t trial) = 0;
  virtual std::shared_ptr<Draws> shuffler(std::size_t trial, Role role) = 0;
  virtual void initialize(Network<Scalar>& network, std::size_t trial, Role role) = 0;
};

template <class Scalar>
std::shared_ptr<TrialRandomness<Scalar>> seededRandomness(std::uint64_t seed);

// Which rows are for testing: the first ceil(share * rows) of a random permutation. Throws
// kInvalidArgument unless both parts get rows.
struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};
Split splitRows(std::size_t rows, double testShare, std::uint64_t seed);

template <class Scalar>
class LeakageTrials {
 public:
  // Trials first … first + count - 1. Throws kShapeMismatch or kInvalidArgument where rows,
  // columns, codes and shape do not fit together.
  LeakageTrials(AttackRows<Scalar> train, AttackRows<Scalar> test, TaskSpace space,
                NetworkShape shape, LeakageOptions options, std::size_t first, std::size_t count,
                std::shared_ptr<TrialRandomness<Scalar>> randomness);

  // About `pieces` pieces of work; true when all trials are done.
  bool advance(std::size_t pieces);
  [[nodiscard]] const TrialProgress& progress() const { return progress_; }
  // Those done so far.
  [[nodiscard]] const std::vector<LeakageTrial>& trials() const { return trials_; }
  // Share of rows in which the prediction equals the label, by column.
  [[nodiscard]] static std::vector<double> accuracies(const AttackRows<Scalar>& rows);
  // For checks: called with every trained attacker.
  std::function<void(std::size_t trial, Role role, const Network<Scalar>&)> onTrained;

 private:
  struct Attack {
    std::size_t trial;
    Role role;
    Network<Scalar> network;
    Table<Scalar> targets;  // of the training rows
    CodeColumns testColumns;
  };

  void startGroup();
  void look();
  void finishGroup();
  Attack makeAttack(std::size_t trial, Role role);
  CodeColumns equalized(const AttackRows<Scalar>& rows, Draws& draws) const;
  Matrix<Scalar> testOutputs(const Attack& attack) const;
  double scoreOf(const Attack& attack, Metric metric) const;
  void score(const Attack& attack);

  AttackRows<Scalar> train_;
  AttackRows<Scalar> test_;
  TaskSpace space_;
  NetworkShape shape_;
  LeakageOptions options_;
  std::size_t first_;
  std::size_t count_;
  std::shared_ptr<TrialRandomness<Scalar>> randomness_;
  std::size_t groupSize_;
  std::size_t nextAttack_ = 0;            // of 2 a trial
  std::optional<Vector<Scalar>> learnt_;  // by D, for the warm start
  std::vector<Attack> group_;
  std::unique_ptr<Training> training_;
  TrialProgress progress_;
  LeakageTrial trial_;  // the one being scored
  std::vector<LeakageTrial> trials_;
};

extern template class LeakageTrials<float>;
extern template class LeakageTrials<double>;

}  // namespace fairwasm
