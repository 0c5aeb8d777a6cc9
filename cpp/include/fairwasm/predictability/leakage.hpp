// SPDX-License-Identifier: Apache-2.0
//
// Predictability metrics by trained attackers. In every trial, labels are first made as wrong as
// the model is; one attacker then learns what goes with the labels, and another what goes with the
// model's predictions. How much better the second one is, is leakage. Attackers may guess the
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

// What attackers guess.
enum class Guess : std::uint8_t {
  kOutcome,    // label and prediction, from the features
  kAttribute,  // the attribute, from label and prediction
};
constexpr auto namesOf(Guess) {
  return makeNames<Guess>("direction", {{"outcome-from-attribute", Guess::kOutcome},
                                        {"attribute-from-outcome", Guess::kAttribute}});
}

// Rows for the attackers.
template <class Scalar>
struct AttackRows {
  Inputs<Scalar> features = Table<Scalar>{};  // seen by attackers on the outcome
  CodeColumns label;
  CodeColumns prediction;
  CodeColumns attribute = {};  // guessed by attackers on the attribute
};

// Rows for training, and after them rows for testing. Features that are alike share their table.
// Throws kShapeMismatch where they differ in columns.
template <class Scalar>
AttackRows<Scalar> joined(AttackRows<Scalar> train, AttackRows<Scalar> test);

// The classes of label and prediction, and those of the attribute.
struct AttackSpace {
  TaskSpace task;
  TaskSpace attribute = {};
};

// Throws kShapeMismatch or kInvalidArgument (naming column and row) where rows and codes do not fit
// together.
template <class Scalar>
void requireRows(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess);

// Which rows are for testing.
struct Testing {
  std::optional<double> share = {};  // of the rows, drawn at random
  std::size_t first = 0;             // where none are drawn: all rows from here on
  bool once = false;  // drawn for the first trial and kept; otherwise drawn in every trial
};

struct LeakageOptions {
  TrainingOptions training;
  Guess guess = Guess::kOutcome;
  Testing testing = {};
  std::optional<Metric> metric =
      Metric::kAccuracy;  // none: the caller scores `LeakageTrial::outputs`
  bool threshold = true;
  bool normalized = false;
  // As bias_amplification does it: M starts with the weights D has just learned, and a trial with
  // those D learned in the trial before; the rows kept in equalization are rounded as there.
  bool warmStart = false;
  bool watched = false;  // progress tells scores, at the cost of scoring while attackers learn
};

enum class Role : std::uint8_t { kLabel, kPrediction };  // D and M

struct LeakageTrial {
  double lambdaD = 0;
  double lambdaM = 0;
  double leakage = 0;
  // Only without a metric: by role, the attacker's outputs for the test rows, row after row, and
  // the columns they are to be scored against.
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
// A random permutation's first ceil(share * rows) are for testing. Throws kInvalidArgument unless
// both parts get rows.
Split splitRows(std::size_t rows, double testShare, Draws& draws);

// The rows of one trial.
struct TrialRows {
  Split split;
  CodeColumns label;  // of all rows; in each part as often right as the prediction
};
// Draws them. `peerRounding`: rows that keep their label are counted as keptRowsOfPeer() does.
TrialRows drawRows(const CodeColumns& label, const CodeColumns& prediction, const TaskSpace& task,
                   const Testing& testing, bool peerRounding, Draws& splitter, Draws& equalizer);
template <class Scalar>
TrialRows drawRows(const AttackRows<Scalar>& rows, const TaskSpace& task,
                   const LeakageOptions& options, TrialRandomness<Scalar>& randomness,
                   std::size_t trial);

template <class Scalar>
class LeakageTrials {
 public:
  // Trials first … first + count - 1. Throws kShapeMismatch or kInvalidArgument where rows,
  // columns, codes and shape do not fit together.
  LeakageTrials(AttackRows<Scalar> rows, AttackSpace space, NetworkShape shape,
                LeakageOptions options, std::size_t first, std::size_t count,
                std::shared_ptr<TrialRandomness<Scalar>> randomness);

  // About `pieces` pieces of work; true when all trials are done.
  bool advance(std::size_t pieces);
  [[nodiscard]] const TrialProgress& progress() const { return progress_; }
  // Those done so far.
  [[nodiscard]] const std::vector<LeakageTrial>& trials() const { return trials_; }
  // For checks: called with every trained attacker.
  std::function<void(std::size_t trial, Role role, const Network<Scalar>&)> onTrained;

 private:
  struct Attack {
    std::size_t trial;
    Role role;
    Network<Scalar> network;
    std::shared_ptr<const TrialRows> rows;
    // Of all rows. What all attackers see or guess alike is kept once, below.
    Inputs<Scalar> seen = Table<Scalar>{};
    Table<Scalar> guessed = {};
  };

  void startGroup();
  void look();
  void finishGroup();
  Attack makeAttack(std::size_t trial, Role role);
  [[nodiscard]] bool guessesOutcome() const { return options_.guess == Guess::kOutcome; }
  // Classes of what is guessed.
  [[nodiscard]] const TaskSpace& space() const;
  [[nodiscard]] const Inputs<Scalar>& inputsOf(const Attack& attack) const;
  [[nodiscard]] const Table<Scalar>& targetsOf(const Attack& attack) const;
  [[nodiscard]] bool trainsInLanes() const;
  CodeColumns testColumns(const Attack& attack) const;
  Matrix<Scalar> outputs(const Attack& attack, std::span<const std::uint32_t> rows) const;
  double scoreOf(const Attack& attack, Metric metric) const;
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
  std::size_t nextAttack_ = 0;              // of 2 a trial
  std::optional<Vector<Scalar>> learnt_;    // by D, for the warm start
  std::shared_ptr<const TrialRows> drawn_;  // of the last trial that was begun
  std::vector<Attack> group_;
  std::unique_ptr<Training> training_;
  TrialProgress progress_;
  LeakageTrial trial_;  // the one being scored
  std::vector<LeakageTrial> trials_;
};

extern template class LeakageTrials<float>;
extern template class LeakageTrials<double>;

}  // namespace fairwasm::predictability
