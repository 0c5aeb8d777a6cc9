// SPDX-License-Identifier: Apache-2.0
//
// Certificates, for JavaScript. Estimates cross as flat arrays: value, low and high of each value,
// in the order of robustnessValueNames() and then by epsilon.
#include <array>

#include "../support.hpp"
#include "fairwasm/robustness/summary.hpp"

namespace fairwasm::bindings {

using namespace data;
using namespace robustness;
using namespace uncertainty;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(CertificateSettingsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(StagedColumnsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(AttributesJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(RobustnessTotalsJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(RobustnessSummaryJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(RobustnessBytes)

template <class Record>
struct EstimateField {
  std::string_view name;
  Estimated Record::* member;
};
constexpr std::array kValueFields = std::to_array<EstimateField<RobustnessValues>>({
    {"accuracy", &RobustnessValues::accuracy},
    {"averageRobustness", &RobustnessValues::averageRobustness},
    {"signedRobustness", &RobustnessValues::signedRobustness},
    {"halfRadius", &RobustnessValues::halfRadius},
});
constexpr std::array kDifferenceFields = std::to_array<EstimateField<RobustnessDifferences>>({
    {"accuracy", &RobustnessDifferences::accuracy},
    {"averageRobustness", &RobustnessDifferences::averageRobustness},
    {"halfRadius", &RobustnessDifferences::halfRadius},
});

RadiusRule toRule(const val& js) {
  RadiusRule rule;
  rule.classes = js["classes"].as<std::size_t>();
  rule.task = js["binary"].as<bool>() ? Task::kBinary : Task::kCategorical;
  rule.lipConst = js["lipConst"].as<double>();
  rule.disjointNeurons = js["disjointNeurons"].as<bool>();
  return rule;
}

std::vector<Attribute> toAttributes(const AttributesJs& js) {
  std::vector<Attribute> attributes;
  for (const val& attribute : emscripten::vecFromJSArray<val>(js)) {
    attributes.push_back({attribute["name"].as<std::string>(), toStrings(attribute["categories"])});
  }
  return attributes;
}

Certificates* makeCertificates(const CertificateSettingsJs& settings,
                               const AttributesJs& attributes) {
  return new Certificates(toRule(settings),
                          emscripten::convertJSArrayToNumberVector<double>(settings["epsilons"]),
                          toAttributes(attributes));
}

CertificateSettingsJs settingsOf(const Certificates& certificates) {
  const RadiusRule& rule = certificates.rule();
  val js = val::object();
  js.set("classes", rule.classes);
  js.set("binary", rule.task == Task::kBinary);
  js.set("lipConst", rule.lipConst);
  js.set("disjointNeurons", rule.disjointNeurons);
  js.set("epsilons", copyToJs<double>(certificates.epsilons()));
  return CertificateSettingsJs(js);
}

AttributesJs attributesOf(const Certificates& certificates) {
  val attributes = val::array();
  for (const auto& attribute : certificates.schema().attributes) {
    val js = val::object();
    js.set("name", attribute.name);
    js.set("categories", toJsArray(attribute.categories));
    attributes.call<void>("push", js);
  }
  return AttributesJs(attributes);
}

Codes toCodes(std::uintptr_t pointer, int bytes, std::size_t rows) {
  if (bytes == 1) return memory<std::uint8_t>(pointer, rows);
  return memory<std::uint32_t>(pointer, rows);
}

// Numbers cross as plain arguments: reading an object's fields costs more than a small chunk's
// arithmetic. Labels of 8 bytes are numbers (one for each score), of 1 or 4 bytes class indices
// (one a row). Weights at address 0 are none.
ScoredRows toScoredRows(const RadiusRule& rule, std::size_t rows, std::uintptr_t scores,
                        int scoreBytes, std::uintptr_t labels, int labelBytes) {
  const std::size_t values = rows * rule.classes;
  ScoredRows result{rows, memory<double>(scores, 0), {}};
  if (scoreBytes == 4) {
    result.scores = memory<float>(scores, values);
  } else {
    result.scores = memory<double>(scores, values);
  }
  if (labelBytes == 8) {
    result.labels = memory<double>(labels, values);
  } else {
    result.labels = toCodes(labels, labelBytes, rows);
  }
  return result;
}

void updateCertificates(Certificates& certificates, std::size_t rows, std::uintptr_t scores,
                        int scoreBytes, std::uintptr_t labels, int labelBytes,
                        std::uintptr_t weights, const StagedColumnsJs& attributes) {
  std::vector<Codes> codes;
  for (const val& column : emscripten::vecFromJSArray<val>(attributes)) {
    codes.push_back(
        toCodes(column["pointer"].as<std::uintptr_t>(), column["bytes"].as<int>(), rows));
  }
  certificates.update(
      toScoredRows(certificates.rule(), rows, scores, scoreBytes, labels, labelBytes), codes,
      weights == 0 ? std::span<const double>() : memory<double>(weights, rows));
}

DoubleArray radii(const Certificates& certificates, std::size_t rows, std::uintptr_t scores,
                  int scoreBytes, std::uintptr_t labels, int labelBytes) {
  const auto& rule = certificates.rule();
  return DoubleArray(copyToJs<double>(
      provableRadii(rule, toScoredRows(rule, rows, scores, scoreBytes, labels, labelBytes))));
}

void mergeCertificates(Certificates& certificates, const Certificates& other) {
  certificates.merge(other);
}

RobustnessBytes certificatesToBytes(const Certificates& certificates) {
  return RobustnessBytes(copyToJs<std::uint8_t>(certificates.toBytes()));
}

Certificates* certificatesFromBytes(const RobustnessBytes& bytes) {
  return new Certificates(
      Certificates::fromBytes(emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes)));
}

// All rows, as plain sums: what the metrics with deel-lip's names divide.
RobustnessTotalsJs totals(const Certificates& certificates) {
  const auto all = groupRadii(certificates, {}).front();
  std::vector<double> certified;
  for (const double epsilon : certificates.epsilons()) {
    std::uint64_t beyond = 0;
    for (std::size_t cell = certificates.grid().edgeOf(epsilon) + 1; cell < all.counts.size();
         ++cell) {
      beyond += all.counts[cell];
    }
    certified.push_back(static_cast<double>(beyond));
  }
  val js = val::object();
  js.set("rows", static_cast<double>(all.rows));
  js.set("sum", all.moments.sum);
  js.set("positiveSum", all.moments.positiveSum);
  js.set("certified", copyToJs<double>(certified));
  return RobustnessTotalsJs(js);
}

template <class Record, class Fields>
void append(const Record& record, const Fields& fields, std::vector<double>& values) {
  const auto push = [&](const Estimated& estimate) {
    const auto& [value, interval] = estimate;
    values.insert(values.end(), {value, interval.low, interval.high});
  };
  for (const auto& field : fields) push(record.*(field.member));
  for (const Estimated& estimate : record.certifiedAccuracy) push(estimate);
}

val curveJs(const AccuracyCurve& curve) {
  val js = val::object();
  js.set("epsilon", copyToJs<double>(curve.epsilon));
  js.set("accuracy", copyToJs<double>(curve.accuracy));
  return js;
}

RobustnessSummaryJs summaryOf(const Certificates& certificates, const StringArray& by,
                              std::uint32_t replicates, double seed) {
  const auto groups = groupRadii(certificates, toStrings(by));
  const auto summary = summarize(certificates.grid(), certificates.epsilons(), groups, replicates,
                                 static_cast<std::uint64_t>(seed));
  std::vector<std::uint32_t> codes;
  std::vector<double> rows;
  std::vector<double> values;
  std::vector<double> differences;
  val curves = val::array();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    codes.insert(codes.end(), groups[i].codes.begin(), groups[i].codes.end());
    rows.push_back(static_cast<double>(groups[i].rows));
    append(summary.groups[i], kValueFields, values);
    curves.call<void>("push", curveJs(accuracyCurve(certificates.grid(), groups[i])));
  }
  append(summary.differences, kDifferenceFields, differences);
  val js = val::object();
  js.set("codes", copyToJs<std::uint32_t>(codes));
  js.set("rows", copyToJs<double>(rows));
  js.set("values", copyToJs<double>(values));
  js.set("differences", copyToJs<double>(differences));
  js.set("curves", curves);
  return RobustnessSummaryJs(js);
}

StringArray valueNames() { return StringArray(namesOf(kValueFields)); }
StringArray differenceNames() { return StringArray(namesOf(kDifferenceFields)); }

}  // namespace

EMSCRIPTEN_BINDINGS(robustness) {
  using namespace emscripten;
  register_type<CertificateSettingsJs>(
      "{ classes: number; binary: boolean; lipConst: number; disjointNeurons: boolean; "
      "epsilons: Float64Array }");
  register_type<StagedColumnsJs>("{ pointer: number; bytes: 1 | 4 }[]");
  register_type<AttributesJs>("{ name: string; categories: string[] }[]");
  register_type<RobustnessBytes>("Uint8Array");
  register_type<RobustnessTotalsJs>(
      "{ rows: number; sum: number; positiveSum: number; certified: Float64Array }");
  register_type<RobustnessSummaryJs>(
      "{ codes: Uint32Array; rows: Float64Array; values: Float64Array; differences: Float64Array; "
      "curves: { epsilon: Float64Array; accuracy: Float64Array }[] }");
  class_<Certificates>("Certificates")
      .constructor(guarded<&makeCertificates>(), allow_raw_pointers())
      .function("settings", guarded<&settingsOf>())
      .function("attributes", guarded<&attributesOf>())
      .function("update", guarded<&updateCertificates>())
      .function("radii", guarded<&radii>())
      .function("merge", guarded<&mergeCertificates>())
      .function("reset", &Certificates::reset)
      .function("totals", guarded<&totals>())
      .function("summary", guarded<&summaryOf>())
      .function("toBytes", guarded<&certificatesToBytes>())
      .class_function("fromBytes", guarded<&certificatesFromBytes>(), allow_raw_pointers());
  function("robustnessValueNames", &valueNames);
  function("robustnessDifferenceNames", &differenceNames);
}

}  // namespace fairwasm::bindings
