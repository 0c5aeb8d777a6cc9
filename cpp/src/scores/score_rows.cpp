// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/scores/score_rows.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/require.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/reserve.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::scores {
namespace {

constexpr const char* kScoreRowsKind = "score rows";
constexpr std::uint32_t kScoreRowsVersion = 1;

void append(std::vector<WeightedScore>& to, const std::vector<WeightedScore>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void writeRows(data::ByteWriter& writer, const std::vector<WeightedScore>& rows) {
  writer.number(rows.size());
  for (const auto& [score, weight] : rows) writer.doubles(std::array{score, weight});
}

std::vector<WeightedScore> readRows(data::ByteReader& reader) {
  const std::uint64_t count = reader.number();
  if (count > reader.left() / sizeof(WeightedScore)) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "as many rows as announced", "fewer", {}});
  }
  std::vector<WeightedScore> rows(static_cast<std::size_t>(count));
  for (auto& row : rows) {
    const auto values = reader.doubles(2);
    row = {values[0], values[1]};
    if (std::isfinite(row.score) && row.weight >= 0 && row.weight <= data::kMaxWeight) continue;
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "finite scores and weights", "others", {}});
  }
  return rows;
}

template <class Groups>
void reserve(std::vector<OutcomeScores>& states, const ScoreRows::Counted& counted,
             const Groups& groups) {
  const auto& [batch, times] = counted;
  std::vector<std::array<std::size_t, 2>> counts(states.size());
  for (std::size_t row = 0; row < batch.rows; ++row) {
    counts[groups[row]][batch.positive[row] != 0 ? 1 : 0] += data::getRepetitions(times, row);
  }
  for (std::size_t i = 0; i < states.size(); ++i) {
    data::makeRoom(states[i].negatives, counts[i][0]);
    data::makeRoom(states[i].positives, counts[i][1]);
  }
}

}  // namespace

void OutcomeScores::merge(const OutcomeScores& other) {
  append(positives, other.positives);
  append(negatives, other.negatives);
}

void OutcomeScores::sort() {
  sortByScore(positives);
  sortByScore(negatives);
}

ScoreRows::ScoreRows(std::vector<data::Attribute> attributes)
    : groups_{{std::move(attributes), {}, true, false, true}, {}} {
  validate(groups_.schema);
  groups_.states.resize(data::groupCount(groups_.schema, kMaxGroups));
}

void ScoreRows::updateCounted(const Counted& counted) {
  const auto& [batch, counts] = counted;
  const auto groups = data::rowGroups(schema(), batch.attributes, batch.rows);
  requireCount("label", batch.positive.size(), batch.rows);
  requireCount("score", batch.score.size(), batch.rows);
  requireFinite("score", batch.score);
  if (!batch.weight.empty()) data::requireWeights(batch.weight, batch.rows);
  data::requireRepeats(counts, batch.rows, kMaxRows);
  reserve(groups_.states, counted, groups);
  for (std::size_t row = 0; row < batch.rows; ++row) {
    OutcomeScores& group = groups_.states[groups[row]];
    const double weight = batch.weight.empty() ? 1 : batch.weight[row];
    auto& rows = batch.positive[row] != 0 ? group.positives : group.negatives;
    for (std::size_t times = data::getRepetitions(counts, row); times > 0; --times) {
      rows.push_back({batch.score[row], weight});
    }
  }
}

void ScoreRows::merge(const ScoreRows& other) {
  groups_ = groups_.merged(other.groups_, kMaxGroups);
}

void ScoreRows::reset() { std::ranges::fill(groups_.states, OutcomeScores{}); }

std::vector<OutcomeScores> ScoreRows::by(const data::Grouping& grouping) {
  for (auto& group : groups_.states) group.sort();
  auto groups = groups_.coarse(grouping);
  for (auto& group : groups) group.sort();
  return groups;
}

std::vector<std::uint8_t> ScoreRows::toBytes() const {
  data::ByteWriter writer(kScoreRowsKind, kScoreRowsVersion);
  writer.schema(schema());
  for (const auto& group : groups_.states) {
    writeRows(writer, group.positives);
    writeRows(writer, group.negatives);
  }
  return std::move(writer).finish();
}

ScoreRows ScoreRows::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kScoreRowsKind, kScoreRowsVersion);
  try {
    const data::Schema schema = reader.schema();
    reader.requireGroups(schema, 2 * sizeof(std::uint64_t));  // two counts of rows
    ScoreRows rows(schema.attributes);
    for (auto& group : rows.groups_.states) {
      group.positives = readRows(reader);
      group.negatives = readRows(reader);
    }
    reader.finish();
    return rows;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored rows of scores", error.what(), {}});
  }
}

}  // namespace fairwasm::scores
