// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/error_rows.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/reserve.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::scores {
namespace {

constexpr const char* kErrorRowsKind = "error rows";
constexpr std::uint32_t kErrorRowsVersion = 1;

NumberRow readRow(data::ByteReader& reader) {
  const auto values = reader.doubles(3);
  const NumberRow row{values[0], values[1], values[2]};
  const bool isPossible = std::isfinite(row.label) && std::isfinite(row.prediction) &&
                          row.weight >= 0 && row.weight <= data::kMaxWeight;
  if (isPossible) return row;
  throw Error(ErrorCode::kCorruptBytes, {"bytes", "finite numbers and weights", "others", {}});
}

}  // namespace

void NumberRows::merge(const NumberRows& other) {
  rows.insert(rows.end(), other.rows.begin(), other.rows.end());
}

ErrorRows::ErrorRows(std::vector<data::Attribute> attributes)
    : groups_{{std::move(attributes), {}, true, true, false}, {}} {
  validate(groups_.schema);
  groups_.states.resize(data::groupCount(groups_.schema, kMaxGroups));
}

void ErrorRows::updateCounted(const Counted& counted) {
  const auto& [batch, counts] = counted;
  const auto groups = data::rowGroups(schema(), batch.attributes, batch.rows);
  requireCount("label", batch.label.size(), batch.rows);
  requireCount("prediction", batch.prediction.size(), batch.rows);
  requireFinite("label", batch.label);
  requireFinite("prediction", batch.prediction);
  if (!batch.weight.empty()) data::requireWeights(batch.weight, batch.rows);
  data::requireRepeats(counts, batch.rows, ScoreRows::kMaxRows);
  std::vector<std::size_t> more(groups_.states.size());
  for (std::size_t row = 0; row < batch.rows; ++row)
    more[groups[row]] += data::getRepetitions(counts, row);
  for (std::size_t i = 0; i < more.size(); ++i) data::makeRoom(groups_.states[i].rows, more[i]);
  for (std::size_t row = 0; row < batch.rows; ++row) {
    auto& rows = groups_.states[groups[row]].rows;
    rows.insert(
        rows.end(), data::getRepetitions(counts, row),
        {batch.label[row], batch.prediction[row], batch.weight.empty() ? 1 : batch.weight[row]});
  }
}

void ErrorRows::merge(const ErrorRows& other) {
  groups_ = groups_.merged(other.groups_, kMaxGroups);
}

void ErrorRows::reset() { std::ranges::fill(groups_.states, NumberRows{}); }

std::vector<std::uint8_t> ErrorRows::toBytes() const {
  data::ByteWriter writer(kErrorRowsKind, kErrorRowsVersion);
  writer.schema(schema());
  for (const auto& group : groups_.states) {
    writer.number(group.rows.size());
    for (const auto& [label, prediction, weight] : group.rows) {
      writer.doubles(std::array{label, prediction, weight});
    }
  }
  return std::move(writer).finish();
}

ErrorRows ErrorRows::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kErrorRowsKind, kErrorRowsVersion);
  try {
    const data::Schema schema = reader.schema();
    reader.requireGroups(schema, sizeof(std::uint64_t));  // a count of rows
    ErrorRows rows(schema.attributes);
    for (auto& group : rows.groups_.states) {
      const std::uint64_t count = reader.number();
      if (count > reader.left() / sizeof(NumberRow)) {
        throw Error(ErrorCode::kCorruptBytes, {"bytes", "as many rows as announced", "fewer", {}});
      }
      group.rows.reserve(static_cast<std::size_t>(count));
      for (std::uint64_t i = 0; i < count; ++i) group.rows.push_back(readRow(reader));
    }
    reader.finish();
    return rows;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored rows of numbers", error.what(), {}});
  }
}

std::vector<WeightedScore> sortedNumbers(const NumberRows& group, NumberKind kind) {
  std::vector<WeightedScore> numbers;
  numbers.reserve(group.rows.size());
  for (const auto& row : group.rows) {
    const double number = kind == NumberKind::kPrediction ? row.prediction
                          : kind == NumberKind::kLabel    ? row.label
                                                          : row.error();
    numbers.push_back({number, row.weight});
  }
  sortByScore(numbers);
  return numbers;
}

std::vector<std::vector<WeightedScore>> sortedNumbers(std::span<const NumberRows> groups,
                                                      NumberKind kind) {
  std::vector<std::vector<WeightedScore>> lists;
  for (const auto& group : groups) lists.push_back(sortedNumbers(group, kind));
  return lists;
}

}  // namespace fairwasm::scores
