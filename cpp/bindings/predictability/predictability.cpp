// SPDX-License-Identifier: Apache-2.0
//
// Attackers for JavaScript. Long work is an object with advance(pieces), so that JavaScript decides
// when to look up: FitJob trains one attacker, LeakageJob and LicJob run trials.
#include "fairwasm/predictability/data_creator.hpp"
#include "fairwasm/predictability/exact.hpp"
#include "fairwasm/predictability/leakage.hpp"
#include "fairwasm/predictability/lic.hpp"
#include "from_js.hpp"

namespace fairwasm::bindings {

using namespace data;
using namespace predictability;
using namespace tally;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(FloatArray)
EMSCRIPTEN_DECLARE_VAL_TYPE(IntArray)
EMSCRIPTEN_DECLARE_VAL_TYPE(TrainingJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LeakageJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LicJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(ProgressJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LeakageTrialsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LicTrialsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(SplitJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(AnswersJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(TrialRowsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(TallyBytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(ExactJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CreatedJs)

using Floats = Network<float>;

// --- From JavaScript

std::optional<Metric> toMetric(const val& name) {
  if (name.isNull()) return {};
  return metricNamed(name.as<std::string>());
}

Bags toBags(const val& js) {
  return {numbers<std::uint32_t>(js["words"]), numbers<std::uint32_t>(js["starts"])};
}

// --- To JavaScript

FloatArray toFloats(const Matrix<float>& values) {
  return FloatArray(copyToJs<float>({values.data(), static_cast<std::size_t>(values.size())}));
}

IntArray toInts(const std::vector<std::uint32_t>& values) {
  return IntArray(copyToJs<std::uint32_t>(values));
}

val toJs(const CodeColumns& columns) {
  val js = val::array();
  for (const auto& column : columns) js.call<void>("push", toInts(column));
  return js;
}

ProgressJs progressToJs(const TrialProgress& progress) {
  val js = val::object();
  js.set("trial", static_cast<double>(progress.trial));
  js.set("done", static_cast<double>(progress.done));
  js.set("epoch", static_cast<double>(progress.epoch));
  js.set("loss", progress.loss);
  js.set("scoreD", progress.scoreD);
  js.set("scoreM", progress.scoreM);
  js.set("fraction", progress.fraction);
  return ProgressJs(js);
}

// --- One attacker

// Shared with the job that trains it, which may outlive what JavaScript holds.
struct Attacker {
  std::shared_ptr<Floats> network;
};

Attacker* makeAttacker(const ShapeJs& shape, double seed) {
  auto network = std::make_shared<Floats>(toShape(shape));
  RandomStream random(seedOf(seed));
  network->initialize(random);
  return new Attacker{std::move(network)};
}

DoubleArray weightsOf(const Attacker& attacker) {
  return DoubleArray(copyToJs<double>(attacker.network->exportWeights()));
}

void setWeights(Attacker& attacker, const DoubleArray& weights) {
  attacker.network->importWeights(numbers<double>(weights));
}

FloatArray predictRows(const Attacker& attacker, const FloatArray& values) {
  return toFloats(predict<float>(
      *attacker.network, eachRow(toMatrix<float>(values, attacker.network->shape().inputs()))));
}

struct FitJob {
  std::shared_ptr<Floats> network;
  Inputs<float> inputs;
  Table<float> targets;
  std::unique_ptr<Trainer<float>> trainer;
  std::size_t epochs;
};

FitJob* makeFitJob(const Attacker& attacker, const FloatArray& inputs, const FloatArray& targets,
                   const TrainingJs& training, double seed, const DoubleArray& weights) {
  const auto options = toTraining(training);
  const auto& shape = attacker.network->shape();
  auto job = std::make_unique<FitJob>();
  job->network = attacker.network;
  job->inputs = eachRow(toMatrix<float>(inputs, shape.inputs()));
  job->targets = eachRow(toMatrix<float>(targets, shape.outputs()));
  job->epochs = options.epochs;
  job->trainer = std::make_unique<Trainer<float>>(
      *job->network, job->inputs, job->targets, options,
      std::make_shared<RandomDraws>(RandomStream(seedOf(seed), 1)));
  const auto each = numbers<double>(weights);  // none: every row counts once
  if (!each.empty()) job->trainer->weightBy(each);
  return job.release();
}

bool advanceFit(FitJob& job, double pieces) {
  return job.trainer->advance(static_cast<std::size_t>(pieces));
}

DoubleArray lossesOfFit(const FitJob& job) {
  return DoubleArray(copyToJs<double>(job.trainer->losses()));
}

ProgressJs progressOfFit(const FitJob& job) {
  const auto [epoch, loss] = job.trainer->progress();
  const double epochs = static_cast<double>(std::max<std::size_t>(job.epochs, 1));
  return progressToJs(
      {.epoch = epoch, .loss = loss, .fraction = static_cast<double>(epoch) / epochs});
}

// --- Trials

using LeakageJob = LeakageTrials<float>;

// Everything that says what trials are.
struct LeakageSpec {
  AttackRows<float> rows;
  AttackSpace space;
  LeakageOptions options;
  std::uint64_t seed;
};

LeakageSpec toSpec(const val& js) {
  LeakageSpec spec{toRows<float>(js["train"]), {}, {}, seedOf(js["seed"].as<double>())};
  auto& [rows, space, options, seed] = spec;
  options.training = toTraining(js["training"]);
  options.guess = guessNamed(js["direction"].as<std::string>());
  options.metric = toMetric(js["metric"]);
  options.threshold = js["threshold"].as<bool>();
  options.normalized = js["normalized"].as<bool>();
  options.warmStart = js["warmStart"].as<bool>();
  options.testing = {.share = js["testShare"].as<double>(), .once = options.warmStart};
  if (const val test = js["test"]; !test.isNull()) {
    options.testing = {.first = rows.label.empty() ? 0 : rows.label[0].size()};
    rows = joined(std::move(rows), toRows<float>(test));
  }
  const bool categorical = options.training.loss == Loss::kCrossEntropy;
  const bool guessesOutcome = options.guess == Guess::kOutcome;
  space.task = {numbers<std::uint32_t>(js["classes"]), categorical && guessesOutcome};
  space.attribute = {numbers<std::uint32_t>(js["attributeClasses"]),
                     categorical && !guessesOutcome};
  return spec;
}

LeakageJob* makeLeakageJob(const LeakageJs& js, double first, double trials, bool watched) {
  auto [rows, space, options, seed] = toSpec(js);
  options.watched = watched;
  return new LeakageJob(std::move(rows), std::move(space), toShape(js["shape"]), options,
                        static_cast<std::size_t>(first), static_cast<std::size_t>(trials),
                        seededRandomness<float>(seed));
}

// A trial's rows, for attackers of the caller's own.
TrialRowsJs trialRows(const LeakageJs& js, double trial) {
  const auto [rows, space, options, seed] = toSpec(js);
  requireRows(rows, space, options.guess);
  const TrialRows drawn = drawRows(rows, space.task, options, *seededRandomness<float>(seed),
                                   static_cast<std::size_t>(trial));
  val result = val::object();
  result.set("train", toInts(drawn.split.train));
  result.set("test", toInts(drawn.split.test));
  result.set("label", toJs(drawn.label));
  return TrialRowsJs(result);
}

template <class Job>
bool advanceJob(Job& job, double pieces) {
  return job.advance(static_cast<std::size_t>(pieces));
}

template <class Job>
ProgressJs progressOfJob(const Job& job) {
  return progressToJs(job.progress());
}

LeakageTrialsJs leakageTrials(const LeakageJob& job) {
  val all = val::array();
  for (const LeakageTrial& trial : job.trials()) {
    val js = val::object();
    js.set("lambdaD", trial.lambdaD);
    js.set("lambdaM", trial.lambdaM);
    js.set("leakage", trial.leakage);
    val outputs = val::array();
    val targets = val::array();
    for (const std::size_t role : {0, 1}) {
      if (trial.outputs.at(role).empty()) continue;
      outputs.call<void>("push", copyToJs<double>(trial.outputs.at(role)));
      targets.call<void>("push", toJs(trial.targets.at(role)));
    }
    js.set("outputs", outputs);
    js.set("targets", targets);
    all.call<void>("push", js);
  }
  return LeakageTrialsJs(all);
}

LicTrials* makeLicJob(const LicJs& js, double first, double trials, bool watched) {
  CaptionRows rows;
  for (const val& human : emscripten::vecFromJSArray<val>(js["human"])) {
    rows.human.push_back(toBags(human));
  }
  rows.generated = toBags(js["generated"]);
  rows.attribute = numbers<std::uint32_t>(js["attribute"]);
  rows.classes = js["classes"].as<std::uint32_t>();
  rows.words = js["words"].as<std::uint32_t>();
  LicOptions options{toTraining(js["training"]), js["testSize"].as<double>(),
                     count(js, "wordWidth"), numbers<std::size_t>(js["hiddenWidths"]), watched};
  return new LicTrials(std::move(rows), std::move(options), static_cast<std::size_t>(first),
                       static_cast<std::size_t>(trials), seedOf(js["seed"].as<double>()));
}

LicTrialsJs licTrials(const LicTrials& job) {
  val all = val::array();
  for (const LicTrial& trial : job.trials()) {
    val js = val::object();
    js.set("licD", trial.licD);
    js.set("licM", trial.licM);
    js.set("lic", trial.lic);
    js.set("accuracyD", trial.accuracyD);
    js.set("accuracyM", trial.accuracyM);
    all.call<void>("push", js);
  }
  return LicTrialsJs(all);
}

// --- Pieces of a trial

SplitJs split(double rows, double testShare, double seed, double trial) {
  const auto draws =
      seededRandomness<float>(seedOf(seed))->splitter(static_cast<std::size_t>(trial));
  const Split parts = splitRows(static_cast<std::size_t>(rows), testShare, *draws);
  val js = val::object();
  js.set("train", toInts(parts.train));
  js.set("test", toInts(parts.test));
  return SplitJs(js);
}

IntArray perturbed(const IntArray& values, double classes, double accuracy, double seed) {
  const auto codes = numbers<std::uint32_t>(values);
  const TaskSpace space{{static_cast<std::uint32_t>(classes)}};
  validate(space, {codes}, "values");
  RandomDraws draws{RandomStream(seedOf(seed))};
  return toInts(perturb(codes, space.classes[0], keptRows(accuracy, codes.size()), draws));
}

double scoreOutputs(const AnswersJs& js) { return lambdaOfJs<float>(js); }

// --- The best possible attacker

ExactJs exactToJs(const ExactLeakage& result) {
  val js = val::object();
  js.set("lambdaD", result.lambdaD);
  js.set("lambdaDSpread", result.lambdaDSpread);
  js.set("lambdaM", result.lambdaM);
  js.set("lambdaMSpread", result.lambdaMSpread);
  js.set("leakage", result.leakage);
  js.set("leakageSpread", result.leakageSpread);
  js.set("standardError", result.standardError);
  return ExactJs(js);
}

ExactJs expected(const LeakageJs& js) {
  const auto [rows, space, options, seed] = toSpec(js);
  return exactToJs(expectedLeakage(rows, space, options.guess, options.testing,
                                   present(options.metric), options.threshold, options.normalized,
                                   seed));
}

// What attackers would show that see nothing: all rows in one cell.
ExactJs blind(const LeakageJs& js) {
  const auto [rows, space, options, seed] = toSpec(js);
  requireRows(rows, space, options.guess);
  std::vector<ExactCounts> columns;
  const CodeColumn cells(rows.label[0].size());
  for (std::size_t i = 0; i < rows.label.size(); ++i) {
    columns.push_back(
        exactCounts(cells, 1, rows.label[i], rows.prediction[i], space.task.classes[i]));
  }
  return exactToJs(exactLeakage(columns, columns, present(options.metric), options.threshold,
                                options.normalized));
}

// The tally lives in another module: its bytes travel.
ExactJs exactOfTally(const TallyBytes& bytes, const std::string& metric, bool threshold,
                     bool normalized) {
  const Tally tally =
      Tally::fromBytes(emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes));
  const std::vector<ExactCounts> counts{exactCounts(tally)};
  return exactToJs(exactLeakage(counts, counts, metricNamed(metric), threshold, normalized));
}

CreatedJs created(double rows, double error, double dataError, bool shuffle, double seed) {
  const CreatedData data =
      createData(static_cast<std::size_t>(rows), error, dataError, shuffle, seedOf(seed));
  val js = val::object();
  js.set("P", copyToJs<std::uint8_t>(data.p));
  js.set("D", copyToJs<std::uint8_t>(data.d));
  js.set("DBias", copyToJs<std::uint8_t>(data.dBias));
  js.set("MUnbiased", copyToJs<std::uint8_t>(data.mUnbiased));
  js.set("M2", copyToJs<std::uint8_t>(data.m2));
  return CreatedJs(js);
}

void registerTypes() {
  using emscripten::register_type;
  register_type<FloatArray>("Float32Array");
  register_type<IntArray>("Uint32Array");
  register_type<ShapeJs>("{ widths: number[]; activations: string[] }");
  register_type<TrainingJs>(
      "{ loss: string; optimizer: string; learningRate: number; epochs: number; batchSize: number; "
      "weightDecay: number; patience: number }");
  register_type<LeakageJs>(
      "{ train: { feature: { distinct: Float32Array; columns: number; rows: Uint32Array }; "
      "label: Uint32Array[]; prediction: Uint32Array[]; attribute: Uint32Array[] }; "
      "test: { feature: { distinct: Float32Array; columns: number; rows: Uint32Array }; "
      "label: Uint32Array[]; prediction: Uint32Array[]; attribute: Uint32Array[] } | null; "
      "testShare: number; direction: string; classes: number[]; attributeClasses: number[]; "
      "shape: { widths: number[]; activations: string[] }; "
      "training: { loss: string; optimizer: string; learningRate: number; epochs: number; "
      "batchSize: number; weightDecay: number; patience: number }; "
      "metric: string | null; threshold: boolean; normalized: boolean; warmStart: boolean; "
      "seed: number }");
  register_type<LicJs>(
      "{ human: { words: Uint32Array; starts: Uint32Array }[]; "
      "generated: { words: Uint32Array; starts: Uint32Array }; attribute: Uint32Array; "
      "classes: number; words: number; "
      "training: { loss: string; optimizer: string; learningRate: number; epochs: number; "
      "batchSize: number; weightDecay: number; patience: number }; "
      "testSize: number; wordWidth: number; hiddenWidths: number[]; seed: number }");
  register_type<ProgressJs>(
      "{ trial: number; done: number; epoch: number; loss: number; scoreD: number; scoreM: number; "
      "fraction: number }");
  register_type<LeakageTrialsJs>(
      "{ lambdaD: number; lambdaM: number; leakage: number; outputs: Float64Array[]; "
      "targets: Uint32Array[][] }[]");
  register_type<LicTrialsJs>(
      "{ licD: number; licM: number; lic: number; accuracyD: number; accuracyM: number }[]");
  register_type<SplitJs>("{ train: Uint32Array; test: Uint32Array }");
  register_type<AnswersJs>(
      "{ outputs: Float32Array; classes: number[]; oneHot: boolean; columns: Uint32Array[]; "
      "metric: string; threshold: boolean }");
  register_type<TallyBytes>("Uint8Array");
  register_type<TrialRowsJs>("{ train: Uint32Array; test: Uint32Array; label: Uint32Array[] }");
  register_type<ExactJs>(
      "{ lambdaD: number; lambdaDSpread: number; lambdaM: number; lambdaMSpread: number; "
      "leakage: number; leakageSpread: number; standardError: number }");
  register_type<CreatedJs>(
      "{ P: Uint8Array; D: Uint8Array; DBias: Uint8Array; MUnbiased: Uint8Array; M2: Uint8Array }");
}

}  // namespace

EMSCRIPTEN_BINDINGS(predictability) {
  using namespace emscripten;
  registerTypes();
  class_<Attacker>("Attacker")
      .constructor(guarded<&makeAttacker>(), allow_raw_pointers())
      .function("weights", guarded<&weightsOf>())
      .function("setWeights", guarded<&setWeights>())
      .function("predict", guarded<&predictRows>());
  class_<FitJob>("FitJob")
      .constructor(guarded<&makeFitJob>(), allow_raw_pointers())
      .function("advance", guarded<&advanceFit>())
      .function("progress", guarded<&progressOfFit>())
      .function("losses", guarded<&lossesOfFit>());
  class_<LeakageJob>("LeakageJob")
      .constructor(guarded<&makeLeakageJob>(), allow_raw_pointers())
      .function("advance", guarded<&advanceJob<LeakageJob>>())
      .function("progress", guarded<&progressOfJob<LeakageJob>>())
      .function("trials", guarded<&leakageTrials>());
  class_<LicTrials>("LicJob")
      .constructor(guarded<&makeLicJob>(), allow_raw_pointers())
      .function("advance", guarded<&advanceJob<LicTrials>>())
      .function("progress", guarded<&progressOfJob<LicTrials>>())
      .function("trials", guarded<&licTrials>());
  function("splitRows", guarded<&split>());
  function("perturb", guarded<&perturbed>());
  function("lambdaOf", guarded<&scoreOutputs>());
  function("leakageOf", &leakageOf);
  function("simpleDense", guarded<&simpleDense>());
  function("trialRows", guarded<&trialRows>());
  function("expectedLeakage", guarded<&expected>());
  function("blindLeakage", guarded<&blind>());
  function("exactLeakageOfTally", guarded<&exactOfTally>());
  function("createData", guarded<&created>());
}

}  // namespace fairwasm::bindings
