// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/leakage.hpp"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "elementwise.hpp"
#include "fairwasm/core/error.hpp"
#include "selected_rows.hpp"

namespace fairwasm::predictability {
namespace {

using internal::picked;

// Rows with distinct inputs, and for each row the index of its input.
struct Distinct {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> places;
};

template <class Scalar>
Distinct findDistinct(const Inputs<Scalar>& inputs, const std::vector<std::uint32_t>& rows) {
  const auto* table = std::get_if<Table<Scalar>>(&inputs);
  if (!table) return {rows, everyRow(rows.size())};
  Distinct distinct;
  constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> known(static_cast<std::size_t>(table->distinct.cols()), kNone);
  for (const std::uint32_t row : rows) {
    auto& place = known[table->rows[row]];
    if (place == kNone) {
      place = static_cast<std::uint32_t>(distinct.rows.size());
      distinct.rows.push_back(row);
    }
    distinct.places.push_back(place);
  }
  return distinct;
}

}  // namespace

template <class Scalar>
LeakageTrials<Scalar>::LeakageTrials(AttackRows<Scalar> rows, AttackSpace space, NetworkShape shape,
                                     LeakageOptions options, std::size_t first, std::size_t count,
                                     std::shared_ptr<TrialRandomness<Scalar>> randomness)
    : rows_(std::move(rows)),
      spaces_(std::move(space)),
      shape_(std::move(shape)),
      options_(options),
      first_(first),
      count_(count),
      randomness_(std::move(randomness)) {
  validate(shape_);
  validate(options_.training);
  requireRows(rows_, spaces_, options_.guess);
  if (!guessesOutcome()) attribute_ = encodeTargets<Scalar>(spaces_.attribute, rows_.attribute);
  if (shape_.outputs() != this->space().outputs()) {
    throw Error(ErrorCode::kShapeMismatch,
                {"attacker",
                 std::to_string(this->space().outputs()) + " outputs, which the " +
                     (guessesOutcome() ? "label" : "attribute") + " requires",
                 std::to_string(shape_.outputs()),
                 {}});
  }
  groupSize_ = trainsInLanes() ? LaneTrainer<Scalar>::kLanes : 1;
}

template <class Scalar>
const TaskSpace& LeakageTrials<Scalar>::space() const {
  return guessesOutcome() ? spaces_.task : spaces_.attribute;
}

template <class Scalar>
const Inputs<Scalar>& LeakageTrials<Scalar>::getInputs(const Attack& attack) const {
  return guessesOutcome() ? rows_.features : attack.seen;
}

template <class Scalar>
const Table<Scalar>& LeakageTrials<Scalar>::getTargets(const Attack& attack) const {
  return guessesOutcome() ? attack.guessed : attribute_;
}

// Lanes share one table of inputs and one of targets, so the combinations of classes must be
// listed.
template <class Scalar>
bool LeakageTrials<Scalar>::trainsInLanes() const {
  if (options_.warmStart || spaces_.task.combinations() == 0) return false;
  const auto labels = encodeTargets<Scalar>(spaces_.task, rows_.label);
  if (guessesOutcome()) {
    return LaneTrainer<Scalar>::suits(shape_, rows_.features, labels, options_.training);
  }
  return LaneTrainer<Scalar>::suits(shape_, labels, attribute_, options_.training);
}

template <class Scalar>
bool LeakageTrials<Scalar>::advance(std::size_t pieces) {
  if (!training_ && nextAttack_ == 2 * count_) return true;
  if (!training_) startGroup();
  const bool isTrained = training_->advance(pieces);
  look();
  if (isTrained) finishGroup();
  return !training_ && nextAttack_ == 2 * count_;
}

// Updates the progress of the attackers in training.
template <class Scalar>
void LeakageTrials<Scalar>::look() {
  const auto [epoch, loss] = training_->progress();
  const std::size_t before = nextAttack_ - group_.size();
  const double share = static_cast<double>(epoch) /
                       static_cast<double>(std::max<std::size_t>(options_.training.epochs, 1));
  progress_.epoch = epoch;
  progress_.loss = loss;
  progress_.fraction = (static_cast<double>(before) + share * static_cast<double>(group_.size())) /
                       static_cast<double>(2 * count_);
  if (!options_.watched || !options_.metric || !training_->isBetweenEpochs()) return;
  training_->store();
  std::array<double, 2> sums{};
  std::array<double, 2> counts{};
  for (const Attack& attack : group_) {
    const auto role = static_cast<std::size_t>(attack.role);
    sums.at(role) += computeScore(attack, *options_.metric);
    counts.at(role) += 1;
  }
  progress_.scoreD = sums[0] / counts[0];
  progress_.scoreM = sums[1] / counts[1];
}

template <class Scalar>
void LeakageTrials<Scalar>::startGroup() {
  group_.clear();
  while (group_.size() < groupSize_ && nextAttack_ < 2 * count_) {
    const Role role = nextAttack_ % 2 == 0 ? Role::kLabel : Role::kPrediction;
    group_.push_back(makeAttack(first_ + nextAttack_ / 2, role));
    ++nextAttack_;
  }
  progress_ = {
      .trial = group_.front().trial, .done = trials_.size(), .fraction = progress_.fraction};
  if (groupSize_ == 1) {
    Attack& attack = group_.front();
    training_ = std::make_unique<Trainer<Scalar>>(
        attack.network, getInputs(attack), getTargets(attack), options_.training,
        randomness_->shuffler(attack.trial, attack.role), attack.rows->split.train);
    return;
  }
  std::vector<LaneAttacker<Scalar>> lanes;
  for (Attack& attack : group_) {
    lanes.push_back({&attack.network, &std::get<Table<Scalar>>(getInputs(attack)),
                     &getTargets(attack), attack.rows->split.train,
                     randomness_->shuffler(attack.trial, attack.role)});
  }
  training_ = std::make_unique<LaneTrainer<Scalar>>(std::move(lanes), options_.training);
}

template <class Scalar>
typename LeakageTrials<Scalar>::Attack LeakageTrials<Scalar>::makeAttack(std::size_t trial,
                                                                         Role role) {
  if (role == Role::kLabel) {
    drawn_ = std::make_shared<const TrialRows>(
        drawRows(rows_, spaces_.task, options_, *randomness_, trial));
  }
  Attack attack{trial, role, Network<Scalar>(shape_), drawn_};
  const auto& outcome = role == Role::kLabel ? drawn_->label : rows_.prediction;
  if (guessesOutcome()) {
    attack.guessed = encodeTargets<Scalar>(spaces_.task, outcome);
  } else {
    attack.seen = encodeTargets<Scalar>(spaces_.task, outcome);
  }
  if (options_.warmStart && learnt_) {
    attack.network.parameters() = *learnt_;
  } else {
    randomness_->initialize(attack.network, trial, role);
  }
  return attack;
}

template <class Scalar>
void LeakageTrials<Scalar>::finishGroup() {
  training_.reset();
  for (const Attack& attack : group_) {
    if (onTrained) onTrained(attack.trial, attack.role, attack.network);
    score(attack);
    if (attack.role == Role::kPrediction) {
      trials_.push_back(std::exchange(trial_, {}));
    } else if (options_.warmStart) {
      learnt_ = attack.network.parameters();
    }
  }
  group_.clear();
  progress_.done = trials_.size();
}

template <class Scalar>
CodeColumns LeakageTrials<Scalar>::testColumns(const Attack& attack) const {
  const auto& [split, label] = *attack.rows;
  if (!guessesOutcome()) return picked(rows_.attribute, split.test);
  return picked(attack.role == Role::kLabel ? label : rows_.prediction, split.test);
}

template <class Scalar>
Matrix<Scalar> LeakageTrials<Scalar>::outputs(const Attack& attack,
                                              std::span<const std::uint32_t> rows) const {
  Matrix<Scalar> outputs = predict(attack.network, getInputs(attack), rows);
  if (options_.training.loss == Loss::kCrossEntropy) softmaxColumns(outputs);
  return outputs;
}

template <class Scalar>
double LeakageTrials<Scalar>::computeScore(const Attack& attack, Metric metric) const {
  const Distinct distinct = findDistinct(getInputs(attack), attack.rows->split.test);
  return computeLambda(outputs(attack, distinct.rows), distinct.places, space(),
                       testColumns(attack), metric, options_.threshold);
}

template <class Scalar>
void LeakageTrials<Scalar>::score(const Attack& attack) {
  if (!options_.metric) {
    const Matrix<Scalar> given = outputs(attack, attack.rows->split.test);
    const auto role = static_cast<std::size_t>(attack.role);
    trial_.outputs.at(role).assign(given.data(), given.data() + given.size());
    trial_.targets.at(role) = testColumns(attack);
    return;
  }
  const double lambda = computeScore(attack, *options_.metric);
  (attack.role == Role::kLabel ? trial_.lambdaD : trial_.lambdaM) = lambda;
  trial_.leakage = computeLeakage(trial_.lambdaD, trial_.lambdaM, options_.normalized);
}

template class LeakageTrials<float>;
template class LeakageTrials<double>;

}  // namespace fairwasm::predictability
