// SPDX-License-Identifier: Apache-2.0
//
// Predictability metrics with trained attackers. In each trial, labels are first perturbed until
// they are as inaccurate as the model. One attacker then learns from the labels and another from
// the model's predictions; leakage is the difference between their scores. Attackers guess the
// attribute from labels or predictions (Wang, Zhao, Yatskar, Chang, Ordonez: Balanced Datasets Are
// Not Enough, ICCV 2019), or labels or predictions from the attribute or another feature (Leakage
// and Directional Predictability Amplification in the package bias_amplification).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/predictability/lanes.hpp"
#include "fairwasm/predictability/task.hpp"
#include "fairwasm/predictability/trainer.hpp"

namespace fairwasm::predictability {

// Target of the attackers.
enum class Guess : std::uint8_t {
  kOutcome,    // label and prediction, from the features
  kAttribute,  // the attribute, from label and prediction
};
constexpr auto getNames(Guess) {
  return makeNames<Guess>("direction", {{"outcome-from-attribute", Guess::kOutcome},
                                        {"attribute-from-outcome", Guess::kAttribute}});
}

template <class Scalar>
struct AttackRows {
  Inputs<Scalar> features = Table<Scalar>{};  // inputs for kOutcome
  CodeColumns label;
  CodeColumns prediction;
  CodeColumns attribute = {};  // targets for kAttribute
};

// Concatenates training and test rows. Equal features share a table. Throws kShapeMismatch if the
// parts differ in columns.
template <class Scalar>
AttackRows<Scalar> joined(AttackRows<Scalar> train, AttackRows<Scalar> test);

struct AttackSpace {
  TaskSpace task;
  TaskSpace attribute = {};
};

// Throws kShapeMismatch or kInvalidArgument (with column and row) if rows and codes do not match.
template <class Scalar>
void requireRows(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess);

// Selection of the test rows.
struct Testing {
  std::optional<double> share = {};  // proportion of rows that are drawn at random
  std::size_t first = 0;             // if none are drawn: all rows from here on
  bool once = false;                 // drawn once for all trials; otherwise once per trial
};

struct LeakageOptions {
  TrainingOptions training;
  Guess guess = Guess::kOutcome;
  Testing testing = {};
  std::optional<Metric> metric =
      Metric::kAccuracy;  // empty: the caller scores `LeakageTrial::outputs`
  bool threshold = true;
  bool normalized = false;
  // Like bias_amplification: M starts with the weights that D has just learned, D starts with its
  // weights from the previous trial, and the rows kept in equalization are rounded as in that
  // package.
  bool warmStart = false;
  bool watched = false;  // progress includes scores, which costs time during training
};

enum class Role : std::uint8_t { kLabel, kPrediction };  // D and M

struct LeakageTrial {
  double lambdaD = 0;
  double lambdaM = 0;
  double leakage = 0;
  // Set only without a metric: for each role, the attacker's outputs for the test rows in row-major
  // order, and the columns that they are scored against.
  std::array<std::vector<double>, 2> outputs;
  std::array<CodeColumns, 2> targets;
};

// Sources of a trial's random numbers. By default, each use in each trial has its own stream, so
// results do not depend on other trials or on the worker.
template <class Scalar>
class TrialRandomness {
 public:
  TrialRandomness() = default;
  TrialRandomness(const TrialRandomness&) = delete;
  TrialRandomness& operator=(const TrialRandomness&) = delete;
  virtual ~TrialRandomness() = default;
  virtual std::shared_ptr<Draws> splitter(std::size_t trial) = 0;
  virtual std::shared_ptr<Draws> equalizer(std::size_t trial) = 0;
  virtual std::shared_ptr<Draws> shuffler(std::size_t trial, Role role) = 0;
  virtual void initialize(Network<Scalar>& network, std::size_t trial, Role role) = 0;
};

template <class Scalar>
std::shared_ptr<TrialRandomness<Scalar>> seededRandomness(std::uint64_t seed);

struct Split {
  std::vector<std::uint32_t> train;
  std::vector<std::uint32_t> test;
};
// The first ceil(share * rows) rows of a random permutation are for testing. Throws
// kInvalidArgument if either part is empty.
Split splitRows(std::size_t rows, double testShare, Draws& draws);

struct TrialRows {
  Split split;
  CodeColumns label;  // all rows; in each part as accurate as the prediction
};
// Draws the rows. With `peerRounding`, rows that keep their label are counted like
// keptRowsOfPeer().
TrialRows drawRows(const CodeColumns& label, const CodeColumns& prediction, const TaskSpace& task,
                   const Testing& testing, bool peerRounding, Draws& splitter, Draws& equalizer);
template <class Scalar>
TrialRows drawRows(const AttackRows<Scalar>& rows, const TaskSpace& task,
                   const LeakageOptions& options, TrialRandomness<Scalar>& randomness,
                   std::size_t trial);

template <class Scalar>
class LeakageTrials {
 public:
  // Runs trials first … first + count - 1. Throws kShapeMismatch or kInvalidArgument if rows,
  // columns, codes, and shape do not match.
  LeakageTrials(AttackRows<Scalar> rows, AttackSpace space, NetworkShape shape,
                LeakageOptions options, std::size_t first, std::size_t count,
                std::shared_ptr<TrialRandomness<Scalar>> randomness);

  // Does about `pieces` pieces of work; returns true when all trials are done.
  bool advance(std::size_t pieces);
  [[nodiscard]] const TrialProgress& progress() const { return progress_; }
  // Returns the completed trials.
  [[nodiscard]] const std::vector<LeakageTrial>& trials() const { return trials_; }
  // For tests: called with every trained attacker.
  std::function<void(std::size_t trial, Role role, const Network<Scalar>&)> onTrained;

 private:
  struct Attack {
    std::size_t trial;
    Role role;
    Network<Scalar> network;
    std::shared_ptr<const TrialRows> rows;
    // Features or targets of all rows. Data that all attackers share is stored once, below.
    Inputs<Scalar> seen = Table<Scalar>{};
    Table<Scalar> guessed = {};
  };

  void startGroup();
  void look();
  void finishGroup();
  Attack makeAttack(std::size_t trial, Role role);
  [[nodiscard]] bool guessesOutcome() const { return options_.guess == Guess::kOutcome; }
  // Returns the classes of the target.
  [[nodiscard]] const TaskSpace& space() const;
  [[nodiscard]] const Inputs<Scalar>& getInputs(const Attack& attack) const;
  [[nodiscard]] const Table<Scalar>& getTargets(const Attack& attack) const;
  [[nodiscard]] bool trainsInLanes() const;
  CodeColumns testColumns(const Attack& attack) const;
  Matrix<Scalar> outputs(const Attack& attack, std::span<const std::uint32_t> rows) const;
  double computeScore(const Attack& attack, Metric metric) const;
  void score(const Attack& attack);

  AttackRows<Scalar> rows_;
  AttackSpace spaces_;
  Table<Scalar> attribute_;  // as targets
  NetworkShape shape_;
  LeakageOptions options_;
  std::size_t first_;
  std::size_t count_;
  std::shared_ptr<TrialRandomness<Scalar>> randomness_;
  std::size_t groupSize_;
  std::size_t nextAttack_ = 0;              // two per trial
  std::optional<Vector<Scalar>> learnt_;    // by D, for the warm start
  std::shared_ptr<const TrialRows> drawn_;  // of the last trial that was started
  std::vector<Attack> group_;
  std::unique_ptr<Training> training_;
  TrialProgress progress_;
  LeakageTrial trial_;  // currently being scored
  std::vector<LeakageTrial> trials_;
};

extern template class LeakageTrials<float>;
extern template class LeakageTrials<double>;

}  // namespace fairwasm::predictability
