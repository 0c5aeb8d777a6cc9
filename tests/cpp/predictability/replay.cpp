// SPDX-License-Identifier: Apache-2.0
#include "replay.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"

namespace fairwasm::predictability {
namespace {

Error wrongDraws(const std::string& expected, const std::string& actual) {
  return {ErrorCode::kInvalidArgument, {"permutations", expected, actual, {}}};
}

template <class Scalar>
class RecordedRandomness : public TrialRandomness<Scalar> {
 public:
  RecordedRandomness(std::vector<double> weights, std::shared_ptr<RecordedDraws> draws)
      : weights_(std::move(weights)), draws_(std::move(draws)) {}

  std::shared_ptr<Draws> splitter(std::size_t /*trial*/) override { return draws_; }
  std::shared_ptr<Draws> equalizer(std::size_t /*trial*/) override { return draws_; }
  std::shared_ptr<Draws> shuffler(std::size_t /*trial*/, Role /*role*/) override { return draws_; }
  void initialize(Network<Scalar>& network, std::size_t /*trial*/, Role /*role*/) override {
    network.importWeights(weights_);
  }

 private:
  std::vector<double> weights_;
  std::shared_ptr<RecordedDraws> draws_;
};

template <class Scalar>
std::vector<double> computeOutputs(const Network<Scalar>& network, const Inputs<Scalar>& inputs) {
  const Matrix<Scalar> outputs = predict(network, inputs);
  return {outputs.data(), outputs.data() + outputs.size()};
}

}  // namespace

std::uint32_t RecordedDraws::below(std::uint32_t /*bound*/) {
  throw wrongDraws("columns of two categories", "a column that needs random numbers as well");
}

template <class T>
void RecordedDraws::permute(std::span<T> values) {
  if (left_.empty()) throw wrongDraws("one for every use", "too few");
  const Permutation places = std::move(left_.front());
  left_.pop_front();
  std::vector<bool> seen(values.size());
  std::vector<T> result;
  for (const auto place : places) {
    if (place >= seen.size() || seen[place]) break;
    seen[place] = true;
    result.push_back(values[place]);
  }
  if (result.size() != values.size() || places.size() != values.size()) {
    throw wrongDraws("a permutation of " + std::to_string(values.size()) + " rows",
                     std::to_string(places.size()) + " other numbers");
  }
  std::copy(result.begin(), result.end(), values.begin());
}

template <class Scalar>
TrainingReplay replayTraining(const NetworkShape& shape, std::span<const double> weights,
                              const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
                              const TrainingOptions& options, std::shared_ptr<Draws> draws) {
  Network<Scalar> network(shape);
  network.importWeights(weights);
  Trainer<Scalar> trainer(network, inputs, targets, options, std::move(draws));
  TrainingReplay replay;
  replay.weights.push_back(network.exportWeights());
  replay.outputs.push_back(computeOutputs(network, inputs));
  for (bool done = options.epochs == 0; !done;) {
    done = trainer.advance(1);
    if (trainer.isBetweenBatches()) replay.stepLosses.push_back(trainer.lastBatchLoss());
    if (trainer.losses().size() == replay.weights.size()) {
      replay.weights.push_back(network.exportWeights());
    }
  }
  replay.epochLosses = trainer.losses();
  replay.outputs.push_back(computeOutputs(network, inputs));
  return replay;
}

template <class Scalar>
LeakageReplay replayLeakage(AttackRows<Scalar> train, AttackRows<Scalar> test, TaskSpace space,
                            NetworkShape shape, std::vector<double> weights, LeakageOptions options,
                            std::size_t trials, std::vector<Permutation> permutations) {
  options.warmStart = true;
  options.testing = {.first = rowCount(train.features)};
  const auto draws = std::make_shared<RecordedDraws>(std::move(permutations));
  LeakageTrials<Scalar> all(
      joined(std::move(train), std::move(test)), {std::move(space)}, std::move(shape), options, 0,
      trials, std::make_shared<RecordedRandomness<Scalar>>(std::move(weights), draws));
  LeakageReplay replay;
  all.onTrained = [&](std::size_t /*trial*/, Role /*role*/, const Network<Scalar>& network) {
    replay.weights.push_back(network.exportWeights());
  };
  while (!all.advance(1)) {
  }
  if (draws->left() > 0) {
    throw wrongDraws("one for every use", std::to_string(draws->left()) + " too many");
  }
  replay.trials = all.trials();
  return replay;
}

template TrainingReplay replayTraining<float>(const NetworkShape&, std::span<const double>,
                                              const Inputs<float>&, const Table<float>&,
                                              const TrainingOptions&, std::shared_ptr<Draws>);
template TrainingReplay replayTraining<double>(const NetworkShape&, std::span<const double>,
                                               const Inputs<double>&, const Table<double>&,
                                               const TrainingOptions&, std::shared_ptr<Draws>);
template LeakageReplay replayLeakage<float>(AttackRows<float>, AttackRows<float>, TaskSpace,
                                            NetworkShape, std::vector<double>, LeakageOptions,
                                            std::size_t, std::vector<Permutation>);
template LeakageReplay replayLeakage<double>(AttackRows<double>, AttackRows<double>, TaskSpace,
                                             NetworkShape, std::vector<double>, LeakageOptions,
                                             std::size_t, std::vector<Permutation>);

namespace {

template <class Scalar>
TrainingReplay replayIn(const TrainingRecord& record) {
  validate(record.shape);
  validate(record.training);
  const Inputs<Scalar> inputs = eachRow<Scalar>(record.inputs, record.shape.inputs());
  const auto targets = eachRow<Scalar>(record.targets, record.shape.outputs());
  std::shared_ptr<Draws> draws;
  if (record.permutations) {
    draws = std::make_shared<RecordedDraws>(*record.permutations);
  } else {
    draws = std::make_shared<KeptOrder>();
  }
  return replayTraining<Scalar>(record.shape, record.weights, inputs, targets, record.training,
                                draws);
}

template <class Scalar>
LeakageReplay replayIn(const LeakageRecord& record) {
  LeakageOptions options;
  options.training = record.training;
  options.metric = record.metric;
  options.threshold = record.threshold;
  options.normalized = record.normalized;
  const TaskSpace space{record.classes, record.training.loss == Loss::kCrossEntropy};
  return replayLeakage<Scalar>(attackRows<Scalar>(record.train), attackRows<Scalar>(record.test),
                               space, record.shape, record.weights, options, record.trials,
                               record.permutations);
}

}  // namespace

TrainingReplay replayTraining(const TrainingRecord& record) {
  return record.precision == Precision::kFloat64 ? replayIn<double>(record)
                                                 : replayIn<float>(record);
}

LeakageReplay replayLeakage(const LeakageRecord& record) {
  return record.precision == Precision::kFloat64 ? replayIn<double>(record)
                                                 : replayIn<float>(record);
}

double scoreAnswers(const AnswersRecord& record) {
  return record.precision == Precision::kFloat64 ? computeLambda<double>(record.answers)
                                                 : computeLambda<float>(record.answers);
}

}  // namespace fairwasm::predictability
