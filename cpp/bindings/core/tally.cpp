// SPDX-License-Identifier: Apache-2.0
//
// Tally and its schema, for JavaScript.
#include "fairwasm/tally/tally.hpp"

#include "../support.hpp"

namespace fairwasm::bindings {

using namespace data;
using namespace tally;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(SchemaJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(BatchJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(ByteArray)
EMSCRIPTEN_DECLARE_VAL_TYPE(IndexArray)

Schema toSchema(const SchemaJs& js) {
  Schema schema;
  for (const val& attribute : emscripten::vecFromJSArray<val>(js["attributes"])) {
    schema.attributes.push_back(
        {attribute["name"].as<std::string>(), toStrings(attribute["categories"])});
  }
  schema.labels = toStrings(js["labels"]);
  schema.hasLabel = js["hasLabel"].as<bool>();
  schema.hasPrediction = js["hasPrediction"].as<bool>();
  schema.hasScore = js["hasScore"].as<bool>();
  schema.hasCluster = js["hasCluster"].as<bool>();
  return schema;
}

SchemaJs schemaOf(const Tally& tally) {
  const Schema& schema = tally.schema();
  val attributes = val::array();
  for (const auto& attribute : schema.attributes) {
    val js = val::object();
    js.set("name", attribute.name);
    js.set("categories", toJsArray(attribute.categories));
    attributes.call<void>("push", js);
  }
  val js = val::object();
  js.set("attributes", attributes);
  js.set("labels", toJsArray(schema.labels));
  js.set("hasLabel", schema.hasLabel);
  js.set("hasPrediction", schema.hasPrediction);
  js.set("hasScore", schema.hasScore);
  js.set("hasCluster", schema.hasCluster);
  return SchemaJs(js);
}

Tally* makeTally(const SchemaJs& schema) { return new Tally(toSchema(schema)); }

Codes toCodes(const val& column, std::size_t rows) {
  if (column.isUndefined()) return {};
  const auto pointer = column["pointer"].as<std::uintptr_t>();
  if (column["bytes"].as<int>() == 1) return memory<std::uint8_t>(pointer, rows);
  return memory<std::uint32_t>(pointer, rows);
}

std::span<const double> toDoubles(const val& pointer, std::size_t rows) {
  if (pointer.isUndefined()) return {};
  return memory<double>(pointer.as<std::uintptr_t>(), rows);
}

void updateTally(Tally& tally, const BatchJs& js) {
  Batch batch;
  batch.rows = js["rows"].as<std::size_t>();
  for (const val& column : emscripten::vecFromJSArray<val>(js["attributes"])) {
    batch.attributes.push_back(toCodes(column, batch.rows));
  }
  batch.label = toCodes(js["label"], batch.rows);
  batch.prediction = toCodes(js["prediction"], batch.rows);
  batch.weight = toDoubles(js["weight"], batch.rows);
  batch.score = toDoubles(js["score"], batch.rows);
  const val cluster = js["cluster"];
  if (!cluster.isUndefined()) {
    batch.cluster = memory<std::uint64_t>(cluster.as<std::uintptr_t>(), batch.rows);
  }
  tally.update(batch);
}

void addSums(Tally& tally, const DoubleArray& sums) {
  tally.add(emscripten::convertJSArrayToNumberVector<double>(sums));
}

void addClustersOf(Tally& tally, const Tally& other, const IndexArray& places) {
  tally.addClusters(other.clusters(),
                    emscripten::convertJSArrayToNumberVector<std::uint32_t>(places));
}

std::size_t clusterCount(const Tally& tally) { return tally.clusters().count(); }

void mergeTally(Tally& tally, const Tally& other) { tally.merge(other); }

ByteArray tallyToBytes(const Tally& tally) {
  return ByteArray(copyToJs<std::uint8_t>(tally.toBytes()));
}

Tally* tallyFromBytes(const ByteArray& bytes) {
  return new Tally(Tally::fromBytes(emscripten::convertJSArrayToNumberVector<std::uint8_t>(bytes)));
}

DoubleArray sumsOf(const Tally& tally) {
  return DoubleArray(copyToJs<double>({tally.cells().data(), tally.cells().size()}));
}

}  // namespace

EMSCRIPTEN_BINDINGS(tally) {
  using namespace emscripten;
  register_type<ByteArray>("Uint8Array");
  register_type<SchemaJs>(
      "{ attributes: { name: string; categories: string[] }[]; labels: string[]; hasLabel: "
      "boolean; "
      "hasPrediction: boolean; hasScore: boolean; hasCluster: boolean }");
  register_type<BatchJs>(
      "{ rows: number; attributes: { pointer: number; bytes: 1 | 4 }[]; "
      "label?: { pointer: number; bytes: 1 | 4 } | undefined; "
      "prediction?: { pointer: number; bytes: 1 | 4 } | undefined; "
      "weight?: number | undefined; score?: number | undefined; cluster?: number | undefined }");
  register_type<IndexArray>("Uint32Array");
  class_<Tally>("Tally")
      .constructor(guarded<&makeTally>(), allow_raw_pointers())
      .function("schema", guarded<&schemaOf>())
      .function("update", guarded<&updateTally>())
      .function("add", guarded<&addSums>())
      .function("addClustersOf", guarded<&addClustersOf>())
      .function("clusterCount", guarded<&clusterCount>())
      .function("merge", guarded<&mergeTally>())
      .function("reset", &Tally::reset)
      .function("sums", guarded<&sumsOf>())
      .function("toBytes", guarded<&tallyToBytes>())
      .class_function("fromBytes", guarded<&tallyFromBytes>(), allow_raw_pointers());
  constant("tallyChunkRows", Tally::kChunkRows);
  constant("tallySums", kSums);
}

}  // namespace fairwasm::bindings
