// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amplification/cooccurrence.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::amplification {
namespace {

constexpr const char* kCooccurrenceKind = "cooccurrence";
constexpr std::uint32_t kCooccurrenceVersion = 2;

constexpr std::array<Labels, kLabelMatrices> kAllLabels = {
    Labels::kAttribute, Labels::kTask, Labels::kAttributePrediction, Labels::kTaskPrediction};

const char* getName(Labels labels) {
  constexpr std::array<const char*, kLabelMatrices> kNames = {
      "attribute", "task", "attributePrediction", "taskPrediction"};
  return kNames[static_cast<std::size_t>(labels)];
}

const std::vector<std::string>& columnNames(const CooccurrenceSchema& schema, Labels labels) {
  const bool ofTasks = labels == Labels::kTask || labels == Labels::kTaskPrediction;
  return ofTasks ? schema.tasks : schema.attributes;
}

std::size_t columnCount(const CooccurrenceSchema& schema) {
  const ColumnRange last = getColumns(schema, Labels::kTaskPrediction);
  return last.first + last.count;
}

void validate(const CooccurrenceSchema& schema) {
  requireDistinct(schema.attributes, "attributes");
  requireDistinct(schema.tasks, "tasks");
  const std::size_t columns = columnCount(schema);
  if (columns <= Cooccurrence::kMaxColumns) return;
  throw Error(ErrorCode::kTooLarge,
              {"attributes and tasks",
               "at most " + std::to_string(Cooccurrence::kMaxColumns) + " columns",
               std::to_string(columns),
               {}});
}

std::vector<std::string> unite(std::vector<std::string> names,
                               const std::vector<std::string>& more) {
  const std::unordered_set<std::string> known(names.begin(), names.end());
  for (const auto& name : more) {
    if (!known.contains(name)) names.push_back(name);
  }
  return names;
}

std::string describe(const CooccurrenceSchema& schema) {
  return std::string(schema.hasAttributePrediction ? "predicted" : "no predicted") +
         " attributes and " + (schema.hasTaskPrediction ? "predicted" : "no predicted") + " tasks";
}

CooccurrenceSchema unite(const CooccurrenceSchema& a, const CooccurrenceSchema& b) {
  if (a.hasAttributePrediction != b.hasAttributePrediction ||
      a.hasTaskPrediction != b.hasTaskPrediction) {
    throw Error(ErrorCode::kIncompatible, {"other", describe(a), describe(b), {}});
  }
  return {unite(a.attributes, b.attributes), unite(a.tasks, b.tasks), a.hasAttributePrediction,
          a.hasTaskPrediction};
}

// Returns the index in `into`, which must have all names, of every column of `from`.
std::vector<std::size_t> placesIn(const CooccurrenceSchema& into, const CooccurrenceSchema& from) {
  std::vector<std::size_t> places;
  for (const Labels labels : kAllLabels) {
    if (getColumns(from, labels).count == 0) continue;
    std::unordered_map<std::string_view, std::size_t> place;
    std::size_t next = getColumns(into, labels).first;
    for (const auto& name : columnNames(into, labels)) place.emplace(name, next++);
    for (const auto& name : columnNames(from, labels)) places.push_back(place.at(name));
  }
  return places;
}

std::vector<std::size_t> samePlaces(std::size_t columns, std::size_t first) {
  std::vector<std::size_t> places(columns);
  std::iota(places.begin(), places.end(), first);
  return places;
}

}  // namespace

ColumnRange getColumns(const CooccurrenceSchema& schema, Labels labels) {
  const std::size_t attributes = schema.attributes.size();
  const std::size_t tasks = schema.tasks.size();
  const std::array<std::size_t, kLabelMatrices> counts = {
      attributes, tasks, schema.hasAttributePrediction ? attributes : 0,
      schema.hasTaskPrediction ? tasks : 0};
  ColumnRange range;
  for (std::size_t i = 0; i < static_cast<std::size_t>(labels); ++i) range.first += counts[i];
  range.count = counts[static_cast<std::size_t>(labels)];
  return range;
}

Cooccurrence::Cooccurrence(CooccurrenceSchema schema) : schema_(std::move(schema)) {
  validate(schema_);
  bits_ = BitColumns(columnCount(schema_));
}

void Cooccurrence::reserve(std::uint64_t rows) const {
  if (rows <= kMaxRows - bits_.rows()) return;
  throw Error(ErrorCode::kTooLarge, {"rows",
                                     "at most " + std::to_string(kMaxRows),
                                     std::to_string(bits_.rows()) + " and " + std::to_string(rows),
                                     {}});
}

void Cooccurrence::updateCounted(const Counted& counted) {
  const auto& [batch, counts] = counted;
  reserve(counts.empty() ? batch.rows : data::requireCounts(counts, batch.rows));
  if (!batch.weight.empty()) data::requireWeights(batch.weight, batch.rows);
  const std::array<std::span<const std::uint8_t>, kLabelMatrices> matrices = {
      batch.attribute, batch.task, batch.attributePrediction, batch.taskPrediction};
  BitColumns packed(bits_.size(), batch.rows);
  for (const Labels labels : kAllLabels) {
    const auto bytes = matrices[static_cast<std::size_t>(labels)];
    const ColumnRange range = getColumns(schema_, labels);
    if (range.count == 0 && bytes.empty()) continue;
    if (range.count == 0) {
      throw Error(
          ErrorCode::kShapeMismatch,
          {getName(labels), "no such columns", std::to_string(bytes.size()) + " values", {}});
    }
    packBytes(bytes, batch.rows, columnNames(schema_, labels), getName(labels), packed,
              range.first);
  }
  packed.setWeights({batch.weight.begin(), batch.weight.end()});
  bits_.append(counts.empty() ? packed : packed.repeated(counts), samePlaces(bits_.size(), 0));
}

void Cooccurrence::merge(const Cooccurrence& other) {
  reserve(other.rows());
  CooccurrenceSchema united = unite(schema_, other.schema_);
  validate(united);
  const auto theirPlaces = placesIn(united, other.schema_);
  if (united == schema_) {
    bits_.append(other.bits_, theirPlaces);
    return;
  }
  BitColumns bits(columnCount(united));
  bits.append(bits_, placesIn(united, schema_));
  bits.append(other.bits_, theirPlaces);
  schema_ = std::move(united);
  bits_ = std::move(bits);
}

double Cooccurrence::weight() const {
  const auto weights = bits_.weights();
  if (weights.empty()) return static_cast<double>(bits_.rows());
  return std::accumulate(weights.begin(), weights.end(), 0.0);
}

Cooccurrence Cooccurrence::truth(const CooccurrenceSchema& schema) const {
  Cooccurrence truth({schema.attributes, schema.tasks, false, false});
  BitColumns bits(truth.bits_.size(), rows());
  std::size_t next = 0;
  for (const Labels labels : {Labels::kAttribute, Labels::kTask}) {
    const auto& known = columnNames(schema_, labels);
    for (const auto& name : columnNames(schema, labels)) {
      const auto found = std::ranges::find(known, name);
      if (found == known.end()) {
        throw Error(
            ErrorCode::kIncompatible,
            {"train", std::string("the same ") + getName(labels) + "s", "no '" + name + "'", {}});
      }
      const auto place = static_cast<std::size_t>(found - known.begin());
      const WordSpan column = bits_[getColumns(schema_, labels).first + place];
      bits[next++].assign(column.begin(), column.end());
    }
  }
  bits.setWeights({bits_.weights().begin(), bits_.weights().end()});
  truth.bits_ = std::move(bits);
  return truth;
}

std::vector<std::uint8_t> Cooccurrence::toBytes() const {
  data::ByteWriter writer(kCooccurrenceKind, kCooccurrenceVersion);
  writer.texts(schema_.attributes);
  writer.texts(schema_.tasks);
  writer.number(schema_.hasAttributePrediction ? 1 : 0);
  writer.number(schema_.hasTaskPrediction ? 1 : 0);
  writer.number(bits_.rows());
  for (std::size_t c = 0; c < bits_.size(); ++c) {
    for (const std::uint64_t word : bits_[c]) writer.number(word);
  }
  writer.number(bits_.weights().empty() ? 0 : 1);
  writer.doubles(bits_.weights());
  return std::move(writer).finish();
}

Cooccurrence Cooccurrence::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kCooccurrenceKind, kCooccurrenceVersion);
  try {
    CooccurrenceSchema schema;
    schema.attributes = reader.texts();
    schema.tasks = reader.texts();
    schema.hasAttributePrediction = reader.number() != 0;
    schema.hasTaskPrediction = reader.number() != 0;
    Cooccurrence stored(std::move(schema));
    const std::uint64_t rows = reader.number();
    // Every column has a word for 64 rows, so the allocation is limited by the length of the bytes.
    const std::uint64_t words = rows / kBitsPerWord + (rows % kBitsPerWord == 0 ? 0 : 1);
    const std::size_t columns = stored.bits_.size();
    if (rows > kMaxRows ||
        (columns > 0 && words > reader.left() / sizeof(std::uint64_t) / columns)) {
      throw Error(ErrorCode::kCorruptBytes,
                  {"rows", "at most the number of stored bits", std::to_string(rows), {}});
    }
    BitColumns bits(stored.bits_.size(), static_cast<std::size_t>(rows));
    for (std::size_t c = 0; c < bits.size(); ++c) {
      for (std::uint64_t& word : bits[c]) word = reader.number();
      if (rows % kBitsPerWord != 0 && bits[c].back() >> (rows % kBitsPerWord) != 0) {
        throw Error(ErrorCode::kCorruptBytes, {"bits", "0 after the last row", "1", {}});
      }
    }
    if (reader.number() != 0) {
      bits.setWeights(reader.doubles(bits.rows()));
      data::requireWeights(bits.weights(), bits.rows());
    }
    reader.finish();
    stored.bits_ = std::move(bits);
    return stored;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored co-occurrences", error.what(), {}});
  }
}

}  // namespace fairwasm::amplification
