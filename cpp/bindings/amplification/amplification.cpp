// SPDX-License-Identifier: Apache-2.0
//
// Co-occurrence metrics and captions, for JavaScript. Matrices cross as flat arrays, row by row;
// names cross once, with the schema.
#include <array>
#include <optional>
#include <utility>

#include "../support.hpp"
#include "fairwasm/amplification/captions.hpp"
#include "fairwasm/amplification/combinations.hpp"
#include "fairwasm/amplification/exchange.hpp"
#include "fairwasm/amplification/resample.hpp"
#include "fairwasm/amplification/resampled_pairs.hpp"

namespace fairwasm::bindings {

using namespace amplification;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(CooccurrenceSchemaJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LabelBatchJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(StoredBytes)
EMSCRIPTEN_DECLARE_VAL_TYPE(DirectionJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(DefinitionJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LabelsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(PairMatrixJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(PairOptionsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(PairCountsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(AmplificationJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(IntervalJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CombinationOptionsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CombinationResultJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(WordGroupsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CaptionBatchJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(WordCountsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CaptionBiasJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CaptionOptionsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(CaptionAmplificationJs)

template <class T>
struct Named {
  std::string_view name;
  T value;
};

constexpr auto kDirections = std::to_array<Named<Direction>>({
    {"AtoT", Direction::kAttributeToTask},
    {"TtoA", Direction::kTaskToAttribute},
});
constexpr auto kDefinitions = std::to_array<Named<Definition>>({
    {"paper", Definition::kPaper},
    {"bias_amplification", Definition::kBiasAmplification},
    {"directionalCode", Definition::kDirectionalCode},
});
constexpr auto kLabels = std::to_array<Named<Labels>>({
    {"attribute", Labels::kAttribute},
    {"task", Labels::kTask},
    {"attributePrediction", Labels::kAttributePrediction},
    {"taskPrediction", Labels::kTaskPrediction},
});

using PairMatrix = std::vector<double> (*)(const PairCounts&, Definition);
constexpr auto kPairMatrices = std::to_array<Named<PairMatrix>>({
    {"pairProbs", [](const PairCounts& counts, Definition) { return pairProbabilities(counts); }},
    {"toGivenFrom", &toGivenFrom},
    {"fromGivenTo", &fromGivenTo},
    {"biasScores", &biasScores},
    {"biasedPairs", &biasedPairs},
    {"correlations", &correlations},
});

using PairMetric = Amplification (*)(const PairCounts&, const PairCounts&, Definition);
constexpr auto kPairMetrics = std::to_array<Named<PairMetric>>({
    {"mals", &malsAmplification},
    {"directional", &directionalAmplification},
});

template <class T>
T find(const auto& table, const val& name, const char* argument) {
  const auto text = name.as<std::string>();
  std::string known;
  for (const auto& entry : table) {
    if (entry.name == text) return entry.value;
    known += (known.empty() ? "'" : ", '") + std::string(entry.name) + "'";
  }
  throw Error(ErrorCode::kInvalidArgument, {argument, "one of " + known, "'" + text + "'", {}});
}

Direction toDirection(const DirectionJs& js) {
  return find<Direction>(kDirections, js, "direction");
}
Definition toDefinition(const DefinitionJs& js) {
  return find<Definition>(kDefinitions, js, "definition");
}

DoubleArray toJs(const std::vector<double>& values) {
  return DoubleArray(copyToJs<double>(values));
}

StoredBytes bytesToJs(const std::vector<std::uint8_t>& bytes) {
  return StoredBytes(copyToJs<std::uint8_t>(bytes));
}

std::vector<std::uint8_t> toBytes(const StoredBytes& js) {
  return emscripten::convertJSArrayToNumberVector<std::uint8_t>(js);
}

// --- Cooccurrence
// ---------------------------------------------------------------------------------

Cooccurrence* makeCooccurrence(const CooccurrenceSchemaJs& js) {
  return new Cooccurrence({toStrings(js["attributes"]), toStrings(js["tasks"]),
                           js["hasAttributePrediction"].as<bool>(),
                           js["hasTaskPrediction"].as<bool>()});
}

CooccurrenceSchemaJs cooccurrenceSchema(const Cooccurrence& counts) {
  val js = val::object();
  js.set("attributes", toJsArray(counts.schema().attributes));
  js.set("tasks", toJsArray(counts.schema().tasks));
  js.set("hasAttributePrediction", counts.schema().hasAttributePrediction);
  js.set("hasTaskPrediction", counts.schema().hasTaskPrediction);
  return CooccurrenceSchemaJs(js);
}

double cooccurrenceRows(const Cooccurrence& counts) { return static_cast<double>(counts.rows()); }
double cooccurrenceWeight(const Cooccurrence& counts) { return counts.weight(); }

void updateCooccurrence(Cooccurrence& counts, const LabelBatchJs& js) {
  const auto rows = js["rows"].as<std::size_t>();
  const auto matrix = [&](const char* name, Labels labels) -> std::span<const std::uint8_t> {
    const val pointer = js[name];
    if (pointer.isUndefined()) return {};
    return memory<std::uint8_t>(pointer.as<std::uintptr_t>(),
                                rows * columnsOf(counts.schema(), labels).count);
  };
  counts.update({rows, matrix("attribute", Labels::kAttribute), matrix("task", Labels::kTask),
                 matrix("attributePrediction", Labels::kAttributePrediction),
                 matrix("taskPrediction", Labels::kTaskPrediction),
                 js["weight"].isUndefined()
                     ? std::span<const double>()
                     : memory<double>(js["weight"].as<std::uintptr_t>(), rows)});
}

void mergeCooccurrence(Cooccurrence& counts, const Cooccurrence& other) { counts.merge(other); }

StoredBytes cooccurrenceToBytes(const Cooccurrence& counts) { return bytesToJs(counts.toBytes()); }

Cooccurrence* cooccurrenceFromBytes(const StoredBytes& bytes) {
  return new Cooccurrence(Cooccurrence::fromBytes(toBytes(bytes)));
}

// --- Pairs
// ----------------------------------------------------------------------------------------

// The counts that decide what is biased: those of the training rows, if there are any.
PairCounts referenceCounts(const Cooccurrence& counts, Direction direction,
                           const Cooccurrence* train) {
  if (train == nullptr) return countPairs(counts, direction);
  return countPairs(train->truth(counts.schema()), direction);
}

DoubleArray labelTotals(const Cooccurrence& counts, const LabelsJs& labels) {
  const auto which = find<Labels>(kLabels, labels, "labels");
  return toJs(countTrue(counts.bits(), columnsOf(counts.schema(), which)));
}

// A matrix over pairs of any two label matrices.
DoubleArray pairMatrix(const Cooccurrence& counts, const LabelsJs& from, const LabelsJs& to,
                       const PairMatrixJs& matrix, const DefinitionJs& definition) {
  requireCounts(counts, Direction::kAttributeToTask, false);
  const DirectedColumns columns = {columnsOf(counts.schema(), find<Labels>(kLabels, from, "from")),
                                   columnsOf(counts.schema(), find<Labels>(kLabels, to, "to")),
                                   {}};
  const auto value = find<PairMatrix>(kPairMatrices, matrix, "matrix");
  return toJs(value(countPairs(counts.bits(), columns), toDefinition(definition)));
}

// The matrix that decides what is biased.
DoubleArray referenceMatrix(const Cooccurrence& counts, const Cooccurrence* train,
                            const DirectionJs& direction, const PairMatrixJs& matrix,
                            const DefinitionJs& definition) {
  const auto value = find<PairMatrix>(kPairMatrices, matrix, "matrix");
  return toJs(
      value(referenceCounts(counts, toDirection(direction), train), toDefinition(definition)));
}

// The value of a metric over pairs, and its bootstrap. Keeps nothing of the accumulators it was
// made from: they may change or go before the last replicate.
class PairRun {
 public:
  // Where `predictedFrom`, what is predicted together is counted with the predicted `from`, too.
  PairRun(const Cooccurrence& counts, const Cooccurrence* train, Direction direction,
          PairMetric metric, Definition definition, bool predictedFrom, bool resampling)
      : metric_(metric), definition_(definition) {
    requireCounts(counts, direction, true);
    if (predictedFrom) requireCounts(counts, opposite(direction), true);
    counts_ = countPairs(counts, direction);
    if (train != nullptr) reference_ = referenceCounts(counts, direction, train);
    const DirectedColumns columns = columnsFor(counts.schema(), direction);
    const DirectedColumns predicted = {
        columnsFor(counts.schema(), opposite(direction)).predicted, columns.predicted, {}};
    if (predictedFrom) counts_.predicted = countPairs(counts.bits(), predicted).together;
    if (!resampling) return;
    resampled_.emplace(counts.bits(), columns);
    if (predictedFrom) resampledPredictions_.emplace(counts.bits(), predicted);
  }

  AmplificationJs value() const { return evaluate(counts_); }

  PairCountsJs counts() const {
    val js = val::object();
    js.set("rows", counts_.rows);
    js.set("from", toJs(counts_.from));
    js.set("to", toJs(counts_.to));
    js.set("together", toJs(counts_.together));
    js.set("predicted", toJs(counts_.predicted));
    return PairCountsJs(js);
  }

  AmplificationJs replicate(double seed, double draw) const {
    const auto stream = static_cast<std::uint64_t>(draw);
    PairCounts counts = present(resampled_).draw(static_cast<std::uint64_t>(seed), stream);
    // One draw of one seed is the same rows.
    if (resampledPredictions_) {
      counts.predicted =
          resampledPredictions_->draw(static_cast<std::uint64_t>(seed), stream).together;
    }
    return evaluate(counts);
  }

 private:
  static Direction opposite(Direction direction) {
    return direction == Direction::kAttributeToTask ? Direction::kTaskToAttribute
                                                    : Direction::kAttributeToTask;
  }

  AmplificationJs evaluate(const PairCounts& counts) const {
    const Amplification result = metric_(counts, reference_ ? *reference_ : counts, definition_);
    val js = val::object();
    js.set("value", result.value);
    js.set("contributions", toJs(result.contributions));
    return AmplificationJs(js);
  }

  PairMetric metric_;
  Definition definition_;
  PairCounts counts_;
  std::optional<PairCounts> reference_;
  std::optional<ResampledPairs> resampled_;
  std::optional<ResampledPairs> resampledPredictions_;
};

PairRun* makePairRun(const Cooccurrence& counts, const Cooccurrence* train,
                     const PairOptionsJs& js) {
  return new PairRun(counts, train, find<Direction>(kDirections, js["direction"], "direction"),
                     find<PairMetric>(kPairMetrics, js["metric"], "metric"),
                     find<Definition>(kDefinitions, js["definition"], "definition"),
                     js["predictedFrom"].as<bool>(), js["resampling"].as<bool>());
}

AmplificationJs pairValue(const PairRun& run) { return run.value(); }
PairCountsJs pairCounts(const PairRun& run) { return run.counts(); }
AmplificationJs pairReplicate(const PairRun& run, double seed, double draw) {
  return run.replicate(seed, draw);
}

IntervalJs interval(const DoubleArray& values, double confidence) {
  const auto [low, high] =
      percentileInterval(emscripten::convertJSArrayToNumberVector<double>(values), confidence);
  val js = val::array();
  js.call<void>("push", low, high);
  return IntervalJs(js);
}

// --- Combinations
// ---------------------------------------------------------------------------------

// A walk over the combinations, and over those of data in which truth and prediction are exchanged.
// Keeps nothing of the accumulators it was made from.
class CombinationRun {
 public:
  CombinationRun(const Cooccurrence& counts, const Cooccurrence* train, Direction direction,
                 const CombinationOptions& options, bool exchanging)
      : options_(options), direction_(direction), columns_(columnsFor(counts.schema(), direction)) {
    if (train != nullptr) reference_ = train->truth(counts.schema());
    if (exchanging) {
      bits_ = counts.bits();
    } else {
      begin(counts.bits());
    }
  }

  CombinationWalk& walk() { return present(walk_); }

  void exchange(double seed, double draw) {
    begin(fairwasm::exchange(bits_, columns_, static_cast<std::uint64_t>(seed),
                             static_cast<std::uint64_t>(draw)));
  }

 private:
  void begin(const BitColumns& bits) {
    if (!reference_) {
      walk_.emplace(bits, columns_, options_);
      return;
    }
    walk_.emplace(bits, columns_, reference_->bits(), columnsFor(reference_->schema(), direction_),
                  options_);
  }

  CombinationOptions options_;
  Direction direction_;
  DirectedColumns columns_;
  std::optional<Cooccurrence> reference_;
  BitColumns bits_;
  std::optional<CombinationWalk> walk_;
};

CombinationRun* makeCombinationRun(const Cooccurrence& counts, const Cooccurrence* train,
                                   const CombinationOptionsJs& js) {
  CombinationOptions options;
  options.minSize = js["minSize"].as<std::size_t>();
  options.maxSize = js["maxSize"].as<std::size_t>();
  options.maxCombinations = js["maxCombinations"].as<double>();
  options.definition = find<Definition>(kDefinitions, js["definition"], "definition");
  const auto direction = find<Direction>(kDirections, js["direction"], "direction");
  requireCounts(counts, direction, js["predictions"].as<bool>());
  return new CombinationRun(counts, train, direction, options, js["exchanging"].as<bool>());
}

bool advanceCombinations(CombinationRun& run, double combinations) {
  return run.walk().advance(static_cast<std::size_t>(combinations));
}

double combinationProgress(CombinationRun& run) { return run.walk().progress(); }

void exchangeCombinations(CombinationRun& run, double seed, double draw) {
  run.exchange(seed, draw);
}

val placesToJs(const std::vector<std::size_t>& places) {
  const std::vector<double> numbers(places.begin(), places.end());
  return val::array(numbers);
}

CombinationResultJs combinationResult(CombinationRun& run) {
  const CombinationResult result = run.walk().result();
  val bySize = val::array();
  for (const auto& [size, count, examples] : result.bySize) {
    val js = val::object();
    js.set("size", size);
    js.set("count", count);
    js.set("examples", val::array());
    for (const auto& example : examples) js["examples"].call<void>("push", placesToJs(example));
    bySize.call<void>("push", js);
  }
  val largest = val::array();
  for (const auto& term : result.largest) {
    val js = val::object();
    js.set("from", term.from);
    js.set("combination", placesToJs(term.combination));
    js.set("change", term.change);
    js.set("rows", term.rows);
    js.set("fromRows", term.fromRows);
    js.set("together", term.together);
    js.set("predicted", term.predicted);
    largest.call<void>("push", js);
  }
  val js = val::object();
  js.set("mean", result.mean);
  js.set("variance", result.variance);
  js.set("terms", result.terms);
  js.set("combinations", result.combinations);
  js.set("bySize", bySize);
  js.set("largest", largest);
  return CombinationResultJs(js);
}

// --- Captions
// -------------------------------------------------------------------------------------

CaptionCounts* makeCaptionCounts(const WordGroupsJs& js) {
  std::vector<WordGroup> groups;
  for (const val& group : emscripten::vecFromJSArray<val>(js)) {
    groups.push_back({group["name"].as<std::string>(), toStrings(group["words"])});
  }
  return new CaptionCounts(std::move(groups));
}

WordGroupsJs captionGroups(const CaptionCounts& counts) {
  val groups = val::array();
  for (const auto& group : counts.groups()) {
    val js = val::object();
    js.set("name", group.name);
    js.set("words", toJsArray(group.words));
    groups.call<void>("push", js);
  }
  return WordGroupsJs(groups);
}

StringArray captionObjects(const CaptionCounts& counts) {
  return StringArray(toJsArray(counts.objects()));
}

double captionCount(const CaptionCounts& counts) { return static_cast<double>(counts.captions()); }
double captionMentioning(const CaptionCounts& counts) {
  return static_cast<double>(counts.mentioning());
}

void updateCaptions(CaptionCounts& counts, const CaptionBatchJs& js) {
  const auto codes = [&](const char* name) {
    const val array = js[name];
    return memory<std::uint32_t>(array["pointer"].as<std::uintptr_t>(),
                                 array["count"].as<std::size_t>());
  };
  counts.update({toStrings(js["newObjects"]), codes("mentions"), codes("mentionEnds"),
                 codes("objects"), codes("objectEnds")});
}

void mergeCaptions(CaptionCounts& counts, const CaptionCounts& other) { counts.merge(other); }

DoubleArray groupCounts(const CaptionCounts& counts) { return toJs(counts.counts()); }

WordCountsJs wordCounts(const CaptionCounts& counts) {
  val list = val::array();
  for (const auto& [word, object, count] : counts.wordCounts()) {
    val js = val::object();
    js.set("word", word);
    js.set("object", object);
    js.set("count", count);
    list.call<void>("push", js);
  }
  return WordCountsJs(list);
}

DoubleArray captionScores(const CaptionCounts& counts) { return toJs(captionBias(counts).scores); }

StoredBytes captionsToBytes(const CaptionCounts& counts) { return bytesToJs(counts.toBytes()); }

CaptionCounts* captionsFromBytes(const StoredBytes& bytes) {
  return new CaptionCounts(CaptionCounts::fromBytes(toBytes(bytes)));
}

CaptionComparison* compareCaptions(const CaptionCounts& train, const CaptionCounts& test) {
  return new CaptionComparison(train, test);
}

CaptionComparison* compareWithBias(const CaptionBiasJs& js, const CaptionCounts& test) {
  return new CaptionComparison(
      CaptionBias{toStrings(js["groups"]), toStrings(js["objects"]),
                  emscripten::convertJSArrayToNumberVector<double>(js["scores"])},
      test);
}

CaptionAmplificationOptions toOptions(const CaptionOptionsJs& js) {
  return {js["asBiasAnalysis"].as<bool>(), js["seenOnly"].as<bool>(),
          js["overAllObjects"].as<bool>()};
}

CaptionAmplificationJs captionAmplification(const CaptionComparison& comparison,
                                            const CaptionOptionsJs& options) {
  const auto result = comparison.amplification(toOptions(options));
  val pairs = val::array();
  for (const auto& pair : result.pairs) {
    val js = val::object();
    js.set("object", comparison.objects()[pair.object]);
    js.set("group", comparison.groups()[pair.group]);
    js.set("train", pair.train);
    js.set("test", pair.test);
    js.set("contribution", pair.contribution);
    pairs.call<void>("push", js);
  }
  val js = val::object();
  js.set("value", result.value);
  js.set("biasedPairs", result.biasedPairs);
  js.set("trainObjects", result.trainObjects);
  js.set("divisor", result.divisor);
  js.set("pairs", pairs);
  return CaptionAmplificationJs(js);
}

double captionReplicate(const CaptionComparison& comparison, const CaptionOptionsJs& options,
                        double seed, double draw) {
  return comparison.replicate(toOptions(options), static_cast<std::uint64_t>(seed),
                              static_cast<std::uint64_t>(draw));
}

}  // namespace

EMSCRIPTEN_BINDINGS(amplification) {
  using namespace emscripten;
  register_type<StoredBytes>("Uint8Array");
  register_type<DirectionJs>("'AtoT' | 'TtoA'");
  register_type<DefinitionJs>("'paper' | 'bias_amplification' | 'directionalCode'");
  register_type<LabelsJs>("'attribute' | 'task' | 'attributePrediction' | 'taskPrediction'");
  register_type<PairMatrixJs>(
      "'pairProbs' | 'toGivenFrom' | 'fromGivenTo' | 'biasScores' | 'biasedPairs' | "
      "'correlations'");
  register_type<PairOptionsJs>(
      "{ direction: 'AtoT' | 'TtoA'; metric: 'mals' | 'directional'; "
      "definition: 'paper' | 'bias_amplification' | 'directionalCode'; predictedFrom: boolean; "
      "resampling: boolean }");
  register_type<CooccurrenceSchemaJs>(
      "{ attributes: string[]; tasks: string[]; hasAttributePrediction: boolean; "
      "hasTaskPrediction: boolean }");
  register_type<LabelBatchJs>(
      "{ rows: number; attribute: number; task: number; attributePrediction?: number | undefined; "
      "taskPrediction?: number | undefined; weight?: number | undefined }");
  register_type<PairCountsJs>(
      "{ rows: number; from: Float64Array; to: Float64Array; together: Float64Array; "
      "predicted: Float64Array }");
  register_type<AmplificationJs>("{ value: number; contributions: Float64Array }");
  register_type<IntervalJs>("[low: number, high: number]");
  register_type<CombinationOptionsJs>(
      "{ direction: 'AtoT' | 'TtoA'; definition: 'paper' | 'bias_amplification' | "
      "'directionalCode'; "
      "minSize: number; maxSize: number; maxCombinations: number; predictions: boolean; "
      "exchanging: boolean }");
  register_type<CombinationResultJs>(
      "{ mean: number; variance: number; terms: number; combinations: number; "
      "bySize: { size: number; count: number; examples: number[][] }[]; "
      "largest: { from: number; combination: number[]; change: number; rows: number; "
      "fromRows: number; together: number; predicted: number }[] }");
  register_type<WordGroupsJs>("{ name: string; words: string[] }[]");
  register_type<CaptionBatchJs>(
      "{ newObjects: string[]; mentions: { pointer: number; count: number }; "
      "mentionEnds: { pointer: number; count: number }; objects: { pointer: number; count: number "
      "}; "
      "objectEnds: { pointer: number; count: number } }");
  register_type<WordCountsJs>("{ word: number; object: number; count: number }[]");
  register_type<CaptionBiasJs>("{ groups: string[]; objects: string[]; scores: Float64Array }");
  register_type<CaptionOptionsJs>(
      "{ asBiasAnalysis: boolean; seenOnly: boolean; overAllObjects: boolean }");
  register_type<CaptionAmplificationJs>(
      "{ value: number; biasedPairs: number; trainObjects: number; divisor: number; "
      "pairs: { object: string; group: string; train: number; test: number; "
      "contribution: number }[] }");

  class_<Cooccurrence>("Cooccurrence")
      .constructor(guarded<&makeCooccurrence>(), allow_raw_pointers())
      .function("schema", guarded<&cooccurrenceSchema>())
      .function("rows", guarded<&cooccurrenceRows>())
      .function("weight", guarded<&cooccurrenceWeight>())
      .function("update", guarded<&updateCooccurrence>())
      .function("merge", guarded<&mergeCooccurrence>())
      .function("reset", &Cooccurrence::reset)
      .function("toBytes", guarded<&cooccurrenceToBytes>())
      .class_function("fromBytes", guarded<&cooccurrenceFromBytes>(), allow_raw_pointers());
  function("labelTotals", guarded<&labelTotals>());
  function("pairMatrix", guarded<&pairMatrix>());
  function("referenceMatrix", guarded<&referenceMatrix>(), allow_raw_pointers());
  function("percentileInterval", guarded<&interval>());
  class_<PairRun>("PairRun")
      .constructor(guarded<&makePairRun>(), allow_raw_pointers())
      .function("value", guarded<&pairValue>())
      .function("counts", guarded<&pairCounts>())
      .function("replicate", guarded<&pairReplicate>());
  class_<CombinationRun>("CombinationRun")
      .constructor(guarded<&makeCombinationRun>(), allow_raw_pointers())
      .function("advance", guarded<&advanceCombinations>())
      .function("progress", guarded<&combinationProgress>())
      .function("exchange", guarded<&exchangeCombinations>())
      .function("result", guarded<&combinationResult>());

  class_<CaptionCounts>("CaptionCounts")
      .constructor(guarded<&makeCaptionCounts>(), allow_raw_pointers())
      .function("groups", guarded<&captionGroups>())
      .function("objects", guarded<&captionObjects>())
      .function("captions", guarded<&captionCount>())
      .function("mentioning", guarded<&captionMentioning>())
      .function("update", guarded<&updateCaptions>())
      .function("merge", guarded<&mergeCaptions>())
      .function("reset", &CaptionCounts::reset)
      .function("counts", guarded<&groupCounts>())
      .function("wordCounts", guarded<&wordCounts>())
      .function("scores", guarded<&captionScores>())
      .function("toBytes", guarded<&captionsToBytes>())
      .class_function("fromBytes", guarded<&captionsFromBytes>(), allow_raw_pointers());
  class_<CaptionComparison>("CaptionComparison")
      .class_function("ofCaptions", guarded<&compareCaptions>(), allow_raw_pointers())
      .class_function("withBias", guarded<&compareWithBias>(), allow_raw_pointers())
      .function("amplification", guarded<&captionAmplification>())
      .function("replicate", guarded<&captionReplicate>());
}

}  // namespace fairwasm::bindings
