// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/leakage.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "elementwise.hpp"
#include "fairwasm/error.hpp"

namespace fairwasm {
namespace {

using Eigen::Index;

// Streams of a seed: 0 splits, and each trial has eight of its own.
enum Stream : std::uint64_t { kEqualizeStream, kShuffleStream, kInitializeStream = 3 };

std::uint64_t streamOf(std::size_t trial, Stream use, Role role) {
  return 8 * (std::uint64_t{trial} + 1) + use + (role == Role::kPrediction ? 1 : 0);
}

template <class Scalar>
class SeededRandomness : public TrialRandomness<Scalar> {
 public:
  explicit SeededRandomness(std::uint64_t seed) : seed_(seed) {}

  std::shared_ptr<Draws> equalizer(std::size_t trial) override {
    return draws(streamOf(trial, kEqualizeStream, Role::kLabel));
  }
  std::shared_ptr<Draws> shuffler(std::size_t trial, Role role) override {
    return draws(streamOf(trial, kShuffleStream, role));
  }
  void initialize(Network<Scalar>& network, std::size_t trial, Role role) override {
    RandomStream random(seed_, streamOf(trial, kInitializeStream, role));
    network.initialize(random);
  }

 private:
  [[nodiscard]] std::shared_ptr<Draws> draws(std::uint64_t stream) const {
    return std::make_shared<RandomDraws>(RandomStream(seed_, stream));
  }

  std::uint64_t seed_;
};

// The inputs that differ from each other, once each.
template <class Scalar>
Inputs<Scalar> distinctInputs(const Inputs<Scalar>& inputs) {
  const auto* table = std::get_if<Table<Scalar>>(&inputs);
  if (!table) return inputs;
  Table<Scalar> distinct{table->distinct, std::vector<std::uint32_t>(
                                              static_cast<std::size_t>(table->distinct.cols()))};
  std::iota(distinct.rows.begin(), distinct.rows.end(), 0U);
  return distinct;
}

template <class Scalar>
std::vector<std::uint32_t> placesAmongDistinct(const Inputs<Scalar>& inputs) {
  if (const auto* table = std::get_if<Table<Scalar>>(&inputs)) return table->rows;
  std::vector<std::uint32_t> rows(rowCount(inputs));
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

template <class Scalar>
void requireRows(const AttackRows<Scalar>& rows, const TaskSpace& space, const char* part) {
  validate(space, rows.label, "label");
  validate(space, rows.prediction, "prediction");
  const std::size_t count = rowCount(rows.features);
  for (const auto* columns : {&rows.label, &rows.prediction}) {
    if (columns->at(0).size() == count) continue;
    throw Error(ErrorCode::kShapeMismatch, {columns == &rows.label ? "label" : "prediction",
                                            std::to_string(count) + " rows, like the feature",
                                            std::to_string(columns->at(0).size()),
                                            {}});
  }
  if (count > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {part, "at least one row", "none", {}});
}

}  // namespace

template <class Scalar>
std::shared_ptr<TrialRandomness<Scalar>> seededRandomness(std::uint64_t seed) {
  return std::make_shared<SeededRandomness<Scalar>>(seed);
}

Split splitRows(std::size_t rows, double testShare, std::uint64_t seed) {
  const double exact = testShare * static_cast<double>(rows);
  const auto tests =
      testShare > 0 && testShare < 1 ? static_cast<std::size_t>(std::ceil(exact)) : 0;
  if (tests == 0 || tests >= rows) {
    throw Error(ErrorCode::kInvalidArgument,
                {"testSize",
                 "a share between 0 and 1 that leaves rows for training and for testing",
                 std::to_string(testShare) + " of " + std::to_string(rows) + " rows",
                 {}});
  }
  std::vector<std::uint32_t> order(rows);
  std::iota(order.begin(), order.end(), 0U);
  RandomStream(seed, 0).shuffle(std::span(order));
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(tests);
  return {{middle, order.end()}, {order.begin(), middle}};
}

template <class Scalar>
LeakageTrials<Scalar>::LeakageTrials(AttackRows<Scalar> train, AttackRows<Scalar> test,
                                     TaskSpace space, NetworkShape shape, LeakageOptions options,
                                     std::size_t first, std::size_t count,
                                     std::shared_ptr<TrialRandomness<Scalar>> randomness)
    : train_(std::move(train)),
      test_(std::move(test)),
      space_(std::move(space)),
      shape_(std::move(shape)),
      options_(options),
      first_(first),
      count_(count),
      randomness_(std::move(randomness)) {
  validate(shape_);
  validate(options_.training);
  requireRows(train_, space_, "train");
  requireRows(test_, space_, "test");
  if (shape_.outputs() != space_.outputs()) {
    throw Error(ErrorCode::kShapeMismatch,
                {"attacker",
                 std::to_string(space_.outputs()) + " outputs, as the label needs",
                 std::to_string(shape_.outputs()),
                 {}});
  }
  const auto targets = encodeTargets<Scalar>(space_, train_.label);
  const bool together =
      !options_.warmStart &&
      LaneTrainer<Scalar>::suits(shape_, train_.features, targets, options_.training);
  groupSize_ = together ? LaneTrainer<Scalar>::kLanes : 1;
}

template <class Scalar>
std::vector<double> LeakageTrials<Scalar>::accuracies(const AttackRows<Scalar>& rows) {
  std::vector<double> shares;
  for (std::size_t column = 0; column < rows.label.size(); ++column) {
    const auto& label = rows.label[column];
    shares.push_back(static_cast<double>(agreement(label, rows.prediction[column])) /
                     static_cast<double>(label.size()));
  }
  return shares;
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

// Tells how far those are who learn.
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
    sums.at(role) += scoreOf(attack, *options_.metric);
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
    training_ = std::make_unique<Trainer<Scalar>>(attack.network, train_.features, attack.targets,
                                                  options_.training,
                                                  randomness_->shuffler(attack.trial, attack.role));
    return;
  }
  std::vector<LaneAttacker<Scalar>> lanes;
  for (Attack& attack : group_) {
    lanes.push_back(
        {&attack.network, &attack.targets, randomness_->shuffler(attack.trial, attack.role)});
  }
  training_ = std::make_unique<LaneTrainer<Scalar>>(
      std::move(lanes), std::get<Table<Scalar>>(train_.features), options_.training);
}

template <class Scalar>
typename LeakageTrials<Scalar>::Attack LeakageTrials<Scalar>::makeAttack(std::size_t trial,
                                                                         Role role) {
  Attack attack{trial, role, Network<Scalar>(shape_), {}, {}};
  if (role == Role::kLabel) {
    const auto draws = randomness_->equalizer(trial);
    attack.targets = encodeTargets<Scalar>(space_, equalized(train_, *draws));
    attack.testColumns = equalized(test_, *draws);
  } else {
    attack.targets = encodeTargets<Scalar>(space_, train_.prediction);
    attack.testColumns = test_.prediction;
  }
  if (options_.warmStart && learnt_) {
    attack.network.parameters() = *learnt_;
  } else {
    randomness_->initialize(attack.network, trial, role);
  }
  return attack;
}

template <class Scalar>
CodeColumns LeakageTrials<Scalar>::equalized(const AttackRows<Scalar>& rows, Draws& draws) const {
  CodeColumns columns;
  for (std::size_t column = 0; column < rows.label.size(); ++column) {
    const auto& label = rows.label[column];
    const std::size_t correct = agreement(label, rows.prediction[column]);
    const std::size_t kept = options_.warmStart ? keptRowsOfPeer(correct, label.size()) : correct;
    columns.push_back(perturb(label, space_.classes[column], kept, draws));
  }
  return columns;
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
Matrix<Scalar> LeakageTrials<Scalar>::testOutputs(const Attack& attack) const {
  Matrix<Scalar> outputs = predict(attack.network, distinctInputs(test_.features));
  if (options_.training.loss == Loss::kCrossEntropy) softmaxColumns(outputs);
  return outputs;
}

template <class Scalar>
double LeakageTrials<Scalar>::scoreOf(const Attack& attack, Metric metric) const {
  return lambdaOf(testOutputs(attack), placesAmongDistinct(test_.features), space_,
                  attack.testColumns, metric, options_.threshold);
}

template <class Scalar>
void LeakageTrials<Scalar>::score(const Attack& attack) {
  if (!options_.metric) {
    const Matrix<Scalar> outputs = testOutputs(attack);
    const auto role = static_cast<std::size_t>(attack.role);
    trial_.outputs.at(role).assign(outputs.data(), outputs.data() + outputs.size());
    trial_.targets.at(role) = attack.testColumns;
    return;
  }
  const double lambda = scoreOf(attack, *options_.metric);
  (attack.role == Role::kLabel ? trial_.lambdaD : trial_.lambdaM) = lambda;
  trial_.leakage = leakageOf(trial_.lambdaD, trial_.lambdaM, options_.normalized);
}

template std::shared_ptr<TrialRandomness<float>> seededRandomness<float>(std::uint64_t);
template std::shared_ptr<TrialRandomness<double>> seededRandomness<double>(std::uint64_t);
template class LeakageTrials<float>;
template class LeakageTrials<double>;

}  // namespace fairwasm
