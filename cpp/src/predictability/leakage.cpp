// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/leakage.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "elementwise.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/core/shown.hpp"

namespace fairwasm::predictability {
namespace {

using Eigen::Index;

// Each trial has eight streams of its own.
enum Stream : std::uint64_t {
  kEqualizeStream,
  kShuffleStream,
  kInitializeStream = 3,
  kSplitStream = 5,
};

std::uint64_t streamOf(std::size_t trial, Stream use, Role role) {
  return 8 * (std::uint64_t{trial} + 1) + use + (role == Role::kPrediction ? 1 : 0);
}

template <class Scalar>
class SeededRandomness : public TrialRandomness<Scalar> {
 public:
  explicit SeededRandomness(std::uint64_t seed) : seed_(seed) {}

  std::shared_ptr<Draws> splitter(std::size_t trial) override {
    return draws(streamOf(trial, kSplitStream, Role::kLabel));
  }
  std::shared_ptr<Draws> equalizer(std::size_t trial) override {
    return draws(streamOf(trial, kEqualizeStream, Role::kLabel));
  }
  std::shared_ptr<Draws> shuffler(std::size_t trial, Role role) override {
    return draws(streamOf(trial, kShuffleStream, role));
  }
  void initialize(Network<Scalar>& network, std::size_t trial, Role role) override {
    uncertainty::RandomStream random(seed_, streamOf(trial, kInitializeStream, role));
    network.initialize(random);
  }

 private:
  [[nodiscard]] std::shared_ptr<Draws> draws(std::uint64_t stream) const {
    return std::make_shared<RandomDraws>(uncertainty::RandomStream(seed_, stream));
  }

  std::uint64_t seed_;
};

CodeColumn picked(const CodeColumn& column, std::span<const std::uint32_t> rows) {
  CodeColumn result;
  result.reserve(rows.size());
  for (const std::uint32_t row : rows) result.push_back(column[row]);
  return result;
}

CodeColumns picked(const CodeColumns& columns, std::span<const std::uint32_t> rows) {
  CodeColumns result;
  for (const auto& column : columns) result.push_back(picked(column, rows));
  return result;
}

// Rows whose inputs differ from each other, and for each row which of those it is like.
struct Distinct {
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> places;
};

template <class Scalar>
Distinct distinctOf(const Inputs<Scalar>& inputs, const std::vector<std::uint32_t>& rows) {
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

void requireLength(const CodeColumns& columns, std::size_t rows, const char* argument) {
  if (columns.at(0).size() == rows) return;
  throw Error(ErrorCode::kShapeMismatch, {argument,
                                          std::to_string(rows) + " rows, like the feature",
                                          std::to_string(columns.at(0).size()),
                                          {}});
}

void requirePart(std::size_t rows, const char* part) {
  if (rows > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {part, "at least one row", "none", {}});
}

Split splitAt(std::size_t first, std::size_t rows) {
  requirePart(std::min(first, rows), "train");
  requirePart(rows - std::min(first, rows), "test");
  const auto all = everyRow(rows);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(first);
  return {{all.begin(), middle}, {middle, all.end()}};
}

// In some rows, labels become as wrong as predictions are.
void equalize(CodeColumns& label, const CodeColumns& prediction, const TaskSpace& task,
              std::span<const std::uint32_t> rows, bool peerRounding, Draws& draws) {
  for (std::size_t column = 0; column < label.size(); ++column) {
    const CodeColumn truth = picked(label[column], rows);
    const std::size_t correct = agreement(truth, picked(prediction[column], rows));
    const std::size_t kept = peerRounding ? keptRowsOfPeer(correct, rows.size()) : correct;
    const CodeColumn wrong = perturb(truth, task.classes[column], kept, draws);
    for (std::size_t i = 0; i < rows.size(); ++i) label[column][rows[i]] = wrong[i];
  }
}

}  // namespace

template <class Scalar>
std::shared_ptr<TrialRandomness<Scalar>> seededRandomness(std::uint64_t seed) {
  return std::make_shared<SeededRandomness<Scalar>>(seed);
}

template <class Scalar>
void requireRows(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess) {
  validate(space.task, rows.label, "label");
  validate(space.task, rows.prediction, "prediction");
  if (guess == Guess::kAttribute) validate(space.attribute, rows.attribute, "attribute");
  const std::size_t count =
      guess == Guess::kOutcome ? rowCount(rows.features) : rows.attribute[0].size();
  requireLength(rows.label, count, "label");
  requireLength(rows.prediction, count, "prediction");
}

template <class Scalar>
AttackRows<Scalar> joined(AttackRows<Scalar> train, AttackRows<Scalar> test) {
  auto& all = std::get<Table<Scalar>>(train.features);
  const auto& more = std::get<Table<Scalar>>(test.features);
  if (all.distinct.rows() != more.distinct.rows()) {
    throw Error(ErrorCode::kShapeMismatch,
                {"test",
                 "features of width " + std::to_string(all.distinct.rows()) + ", as in training",
                 std::to_string(more.distinct.rows()),
                 {}});
  }
  const bool alike = all.distinct.cols() == more.distinct.cols() && all.distinct == more.distinct;
  const Index before = alike ? 0 : all.distinct.cols();
  if (!alike) {
    all.distinct.conservativeResize(Eigen::NoChange, before + more.distinct.cols());
    all.distinct.rightCols(more.distinct.cols()) = more.distinct;
  }
  for (const auto row : more.rows) all.rows.push_back(row + static_cast<std::uint32_t>(before));
  const auto append = [](CodeColumns& to, const CodeColumns& from) {
    for (std::size_t i = 0; i < std::min(to.size(), from.size()); ++i) {
      to[i].insert(to[i].end(), from[i].begin(), from[i].end());
    }
  };
  append(train.label, test.label);
  append(train.prediction, test.prediction);
  append(train.attribute, test.attribute);
  return train;
}

Split splitRows(std::size_t rows, double testShare, Draws& draws) {
  const double exact = testShare * static_cast<double>(rows);
  const auto tests =
      testShare > 0 && testShare < 1 ? static_cast<std::size_t>(std::ceil(exact)) : 0;
  if (tests == 0 || tests >= rows) {
    throw Error(ErrorCode::kInvalidArgument,
                {"testSize",
                 "a share between 0 and 1 that leaves rows for training and for testing",
                 shown(testShare) + " of " + std::to_string(rows) + " rows",
                 {}});
  }
  auto order = everyRow(rows);
  draws.shuffle(std::span(order));
  const auto middle = order.begin() + static_cast<std::ptrdiff_t>(tests);
  return {{middle, order.end()}, {order.begin(), middle}};
}

TrialRows drawRows(const CodeColumns& label, const CodeColumns& prediction, const TaskSpace& task,
                   const Testing& testing, bool peerRounding, Draws& splitter, Draws& equalizer) {
  const std::size_t rows = label.at(0).size();
  TrialRows drawn{
      testing.share ? splitRows(rows, *testing.share, splitter) : splitAt(testing.first, rows),
      label};
  equalize(drawn.label, prediction, task, drawn.split.train, peerRounding, equalizer);
  equalize(drawn.label, prediction, task, drawn.split.test, peerRounding, equalizer);
  return drawn;
}

template <class Scalar>
TrialRows drawRows(const AttackRows<Scalar>& rows, const TaskSpace& task,
                   const LeakageOptions& options, TrialRandomness<Scalar>& randomness,
                   std::size_t trial) {
  return drawRows(rows.label, rows.prediction, task, options.testing, options.warmStart,
                  *randomness.splitter(options.testing.once ? 0 : trial),
                  *randomness.equalizer(trial));
}

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
                 std::to_string(this->space().outputs()) + " outputs, as the " +
                     (guessesOutcome() ? "label" : "attribute") + " needs",
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
const Inputs<Scalar>& LeakageTrials<Scalar>::inputsOf(const Attack& attack) const {
  return guessesOutcome() ? rows_.features : attack.seen;
}

template <class Scalar>
const Table<Scalar>& LeakageTrials<Scalar>::targetsOf(const Attack& attack) const {
  return guessesOutcome() ? attack.guessed : attribute_;
}

// Lanes share one table of inputs and one of targets: those of labels must be listed.
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
    training_ = std::make_unique<Trainer<Scalar>>(
        attack.network, inputsOf(attack), targetsOf(attack), options_.training,
        randomness_->shuffler(attack.trial, attack.role), attack.rows->split.train);
    return;
  }
  std::vector<LaneAttacker<Scalar>> lanes;
  for (Attack& attack : group_) {
    lanes.push_back({&attack.network, &std::get<Table<Scalar>>(inputsOf(attack)),
                     &targetsOf(attack), attack.rows->split.train,
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
  Matrix<Scalar> outputs = predict(attack.network, inputsOf(attack), rows);
  if (options_.training.loss == Loss::kCrossEntropy) softmaxColumns(outputs);
  return outputs;
}

template <class Scalar>
double LeakageTrials<Scalar>::scoreOf(const Attack& attack, Metric metric) const {
  const Distinct distinct = distinctOf(inputsOf(attack), attack.rows->split.test);
  return lambdaOf(outputs(attack, distinct.rows), distinct.places, space(), testColumns(attack),
                  metric, options_.threshold);
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
  const double lambda = scoreOf(attack, *options_.metric);
  (attack.role == Role::kLabel ? trial_.lambdaD : trial_.lambdaM) = lambda;
  trial_.leakage = leakageOf(trial_.lambdaD, trial_.lambdaM, options_.normalized);
}

template void requireRows<float>(const AttackRows<float>&, const AttackSpace&, Guess);
template void requireRows<double>(const AttackRows<double>&, const AttackSpace&, Guess);
template AttackRows<float> joined<float>(AttackRows<float>, AttackRows<float>);
template AttackRows<double> joined<double>(AttackRows<double>, AttackRows<double>);
template TrialRows drawRows<float>(const AttackRows<float>&, const TaskSpace&,
                                   const LeakageOptions&, TrialRandomness<float>&, std::size_t);
template TrialRows drawRows<double>(const AttackRows<double>&, const TaskSpace&,
                                    const LeakageOptions&, TrialRandomness<double>&, std::size_t);
template std::shared_ptr<TrialRandomness<float>> seededRandomness<float>(std::uint64_t);
template std::shared_ptr<TrialRandomness<double>> seededRandomness<double>(std::uint64_t);
template class LeakageTrials<float>;
template class LeakageTrials<double>;

}  // namespace fairwasm::predictability
