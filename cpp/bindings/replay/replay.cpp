// SPDX-License-Identifier: Apache-2.0
//
// Replays of recorded trainings, for JavaScript. They run at once: recordings are short. A module
// of its own, since all of it in double as well would make half as much again of what attackers
// load.
#include "fairwasm/predictability/replay.hpp"

#include "../predictability/from_js.hpp"

namespace fairwasm::bindings {

using namespace predictability;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(TrainingRecordJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(TrainingReplayJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LeakageRecordJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LeakageReplayJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(AnswersJs)

std::vector<Permutation> toPermutations(const val& js) {
  std::vector<Permutation> permutations;
  for (const val& each : emscripten::vecFromJSArray<val>(js)) {
    permutations.push_back(numbers<std::uint32_t>(each));
  }
  return permutations;
}

val listToJs(const std::vector<std::vector<double>>& lists) {
  val js = val::array();
  for (const auto& list : lists) js.call<void>("push", copyToJs<double>(list));
  return js;
}

bool isDouble(const val& js) { return js["precision"].as<std::string>() == "float64"; }

template <class Scalar>
TrainingReplayJs trainingReplay(const val& js) {
  const NetworkShape shape = toShape(js["shape"]);
  validate(shape);
  const TrainingOptions options = toTraining(js["training"]);
  validate(options);
  const Inputs<Scalar> inputs = eachRow(toMatrix<Scalar>(js["inputs"], shape.inputs()));
  const auto targets = eachRow(toMatrix<Scalar>(js["targets"], shape.outputs()));
  std::shared_ptr<Draws> draws;
  if (js["permutations"].isNull()) {
    draws = std::make_shared<KeptOrder>();
  } else {
    draws = std::make_shared<RecordedDraws>(toPermutations(js["permutations"]));
  }
  const auto weights = numbers<double>(js["weights"]);
  const auto replay = replayTraining<Scalar>(shape, weights, inputs, targets, options, draws);
  val result = val::object();
  result.set("stepLosses", copyToJs<double>(replay.stepLosses));
  result.set("epochLosses", copyToJs<double>(replay.epochLosses));
  result.set("weights", listToJs(replay.weights));
  result.set("outputs", listToJs(replay.outputs));
  return TrainingReplayJs(result);
}

TrainingReplayJs trainingReplayOf(const TrainingRecordJs& js) {
  return isDouble(js) ? trainingReplay<double>(js) : trainingReplay<float>(js);
}

template <class Scalar>
LeakageReplayJs leakageReplay(const val& js) {
  LeakageOptions options;
  options.training = toTraining(js["training"]);
  options.metric = metricNamed(js["metric"].as<std::string>());
  options.threshold = js["threshold"].as<bool>();
  options.normalized = js["normalized"].as<bool>();
  const TaskSpace space{numbers<std::uint32_t>(js["classes"]),
                        options.training.loss == Loss::kCrossEntropy};
  const auto replay =
      replayLeakage<Scalar>(toRows<Scalar>(js["train"]), toRows<Scalar>(js["test"]), space,
                            toShape(js["shape"]), numbers<double>(js["weights"]), options,
                            count(js, "trials"), toPermutations(js["permutations"]));
  val trials = val::array();
  for (const LeakageTrial& trial : replay.trials) {
    val one = val::object();
    one.set("lambdaD", trial.lambdaD);
    one.set("lambdaM", trial.lambdaM);
    one.set("leakage", trial.leakage);
    trials.call<void>("push", one);
  }
  val result = val::object();
  result.set("trials", trials);
  result.set("weights", listToJs(replay.weights));
  return LeakageReplayJs(result);
}

LeakageReplayJs leakageReplayOf(const LeakageRecordJs& js) {
  return isDouble(js) ? leakageReplay<double>(js) : leakageReplay<float>(js);
}

double lambda(const AnswersJs& js) {
  return isDouble(js) ? lambdaOfJs<double>(js) : lambdaOfJs<float>(js);
}

void registerTypes() {
  using emscripten::register_type;
  register_type<ShapeJs>("{ widths: number[]; activations: string[] }");
  register_type<TrainingRecordJs>(
      "{ precision: string; shape: { widths: number[]; activations: string[] }; "
      "training: { loss: string; optimizer: string; learningRate: number; epochs: number; "
      "batchSize: number; weightDecay: number; patience: number }; weights: Float64Array; "
      "inputs: Float64Array; targets: Float64Array; permutations: Uint32Array[] | null }");
  register_type<TrainingReplayJs>(
      "{ stepLosses: Float64Array; epochLosses: Float64Array; weights: Float64Array[]; "
      "outputs: [Float64Array, Float64Array] }");
  register_type<LeakageRecordJs>(
      "{ precision: string; train: { feature: { distinct: Float64Array; columns: number; "
      "rows: Uint32Array }; label: Uint32Array[]; prediction: Uint32Array[]; attribute: "
      "Uint32Array[] }; "
      "test: { feature: { distinct: Float64Array; columns: number; rows: Uint32Array }; "
      "label: Uint32Array[]; prediction: Uint32Array[]; attribute: Uint32Array[] }; "
      "classes: number[]; shape: { widths: number[]; activations: string[] }; "
      "training: { loss: string; optimizer: string; learningRate: number; epochs: number; "
      "batchSize: number; weightDecay: number; patience: number }; "
      "metric: string; threshold: boolean; normalized: boolean; trials: number; "
      "weights: Float64Array; permutations: Uint32Array[] }");
  register_type<LeakageReplayJs>(
      "{ trials: { lambdaD: number; lambdaM: number; leakage: number }[]; "
      "weights: Float64Array[] }");
  register_type<AnswersJs>(
      "{ precision: string; outputs: Float64Array; classes: number[]; oneHot: boolean; "
      "columns: Uint32Array[]; metric: string; threshold: boolean }");
}

}  // namespace

EMSCRIPTEN_BINDINGS(replay) {
  registerTypes();
  emscripten::function("replayTraining", guarded<&trainingReplayOf>());
  emscripten::function("replayLeakage", guarded<&leakageReplayOf>());
  emscripten::function("lambdaOf", guarded<&lambda>());
  emscripten::function("simpleDense", guarded<&simpleDense>());
}

}  // namespace fairwasm::bindings
