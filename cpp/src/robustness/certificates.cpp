// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/certificates.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/data/bytes.hpp"
#include "fairwasm/data/chunks.hpp"
#include "fairwasm/data/grid.hpp"
#include "fairwasm/data/weights.hpp"

namespace fairwasm::robustness {
namespace {

constexpr const char* kCertificatesKind = "certificates";
constexpr std::uint32_t kCertificatesVersion = 2;

// The schema has no labels, because the columns of scores define the classes.
data::Schema makeSchema(std::vector<data::Attribute> attributes) {
  data::Schema schema{std::move(attributes), {}, true, false, true};
  validate(schema);
  return schema;
}

// Returns the group of every row; empty if all rows are in one group.
std::vector<std::uint32_t> getGroups(const data::Schema& schema,
                                     std::span<const data::Codes> attributes, std::size_t rows) {
  if (attributes.empty()) return {};
  return data::rowGroups(schema, attributes, rows);
}

RadiusMoments computeMoments(double radius) {
  const double positive = radius > 0 ? radius : 0;
  return {radius, positive, radius * radius, positive * positive, radius, positive, 1, 1};
}

RadiusMoments computeMoments(double radius, const data::Alike& alike) {
  const double positive = radius > 0 ? radius : 0;
  const auto [rows, weight, square] = alike;
  return {weight * radius,
          weight * positive,
          square * radius * radius,
          square * positive * positive,
          square * radius,
          square * positive,
          weight,
          square};
}

// Uses two interleaved vectors of sums, so that no addition waits for the previous one.
RadiusMoments computeMoments(std::span<const double> radii) {
  using Pair [[gnu::vector_size(16)]] = double;
  Pair sum{};
  Pair positiveSum{};
  Pair squares{};
  Pair positiveSquares{};
  std::size_t row = 0;
  for (; row + 2 <= radii.size(); row += 2) {
    const Pair radius{radii[row], radii[row + 1]};
    const Pair positive = radius > Pair{} ? radius : Pair{};
    sum += radius;
    positiveSum += positive;
    squares += radius * radius;
    positiveSquares += positive * positive;
  }
  const auto total = [](const Pair& pair) { return pair[0] + pair[1]; };
  RadiusMoments moments{total(sum), total(positiveSum), total(squares), total(positiveSquares)};
  moments.products = moments.sum;
  moments.positiveProducts = moments.positiveSum;
  moments.weight = moments.weightSquares = static_cast<double>(row);
  if (row < radii.size()) moments += computeMoments(radii[row]);
  return moments;
}

// Returns rows `first` to `first + count` of rows whose lengths have been checked.
ScoredRows slice(const ScoredRows& rows, std::size_t classes, std::size_t first,
                 std::size_t count) {
  ScoredRows result{count, {}, {}};
  const auto part = [&](auto values) { return values.subspan(first * classes, count * classes); };
  std::visit([&](auto values) { result.scores = part(values); }, rows.scores);
  if (const auto* codes = std::get_if<data::Codes>(&rows.labels)) {
    result.labels = data::slice(*codes, first, count);
  } else {
    result.labels = part(std::get<std::span<const double>>(rows.labels));
  }
  return result;
}

// All sums in the order of the serialized bytes.
constexpr std::array kMoments = {&RadiusMoments::sum,      &RadiusMoments::positiveSum,
                                 &RadiusMoments::squares,  &RadiusMoments::positiveSquares,
                                 &RadiusMoments::products, &RadiusMoments::positiveProducts,
                                 &RadiusMoments::weight,   &RadiusMoments::weightSquares};

void writeGroup(data::ByteWriter& writer, std::span<const std::uint64_t> counts,
                std::span<const CellWeight> weights, const RadiusMoments& moments) {
  for (const auto member : kMoments) writer.doubles(std::array{moments.*member});
  writer.number(counts.size() -
                static_cast<std::size_t>(std::ranges::count(counts, std::uint64_t{0})));
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    if (counts[cell] == 0) continue;
    writer.number(cell);
    writer.number(counts[cell]);
    if (!weights.empty()) writer.doubles(std::array{weights[cell].weight, weights[cell].squares});
  }
}

[[noreturn]] void corrupt(const char* expected, const std::string& actual) {
  throw Error(ErrorCode::kCorruptBytes, {"bytes", expected, actual, {}});
}

// Reads a number that must fit into std::size_t on this platform.
std::size_t readSize(data::ByteReader& reader) {
  const std::uint64_t value = reader.number();
  if (value > std::numeric_limits<std::uint32_t>::max()) corrupt("a size", std::to_string(value));
  return static_cast<std::size_t>(value);
}

// Bytes of a group: its sums and its number of cells.
constexpr std::uint64_t kGroupBytes = (kMoments.size() + 1) * sizeof(std::uint64_t);

CellWeight readWeight(data::ByteReader& reader) {
  const auto sums = reader.doubles(2);
  const auto isPossible = [](double sum) { return sum >= 0 && std::isfinite(sum); };
  if (!std::ranges::all_of(sums, isPossible)) corrupt("sums of weights", "impossible sums");
  return {sums[0], sums[1]};
}

// `weights` is empty if the bytes contain none. Adds the number of rows to `rows`.
void readGroup(data::ByteReader& reader, std::span<std::uint64_t> counts,
               std::span<CellWeight> weights, RadiusMoments& moments, std::uint64_t& rows) {
  for (const auto member : kMoments) moments.*member = reader.doubles(1).front();
  std::uint64_t next = 0;
  for (std::uint64_t left = reader.number(); left > 0; --left) {
    const std::uint64_t cell = reader.number();
    if (cell < next || cell >= counts.size())
      corrupt("cells in ascending order", std::to_string(cell));
    const std::uint64_t count = reader.number();
    if (count == 0 || count > Certificates::kMaxRows - rows) {
      corrupt("a number of rows", count == 0 ? "none" : "a larger number");
    }
    counts[static_cast<std::size_t>(cell)] = count;
    if (!weights.empty()) weights[static_cast<std::size_t>(cell)] = readWeight(reader);
    rows += count;
    next = cell + 1;
  }
}

}  // namespace

RadiusMoments& RadiusMoments::operator+=(const RadiusMoments& other) {
  for (const auto member : kMoments) this->*member += other.*member;
  return *this;
}

Certificates::Certificates(RadiusRule rule, std::vector<double> epsilons,
                           std::vector<data::Attribute> attributes)
    : rule_(rule),
      epsilons_(std::move(epsilons)),
      grid_(epsilons_),
      schema_(makeSchema(std::move(attributes))) {
  validate(rule_);
  moments_.resize(data::groupCount(schema_, kMaxCells / grid_.cells()));
  counts_.resize(moments_.size() * grid_.cells());
}

void Certificates::addBlock(const ScoredRows& rows, std::span<const data::Codes> attributes,
                            std::span<const double> weights, const data::AlikeRows& alike) {
  const auto groups = getGroups(schema_, attributes, rows.rows);
  const auto radii = provableRadii(rule_, rows);
  if (!weights.empty()) weigh();
  if (!weights_.empty() || !alike.counts.empty()) {
    addAlike(groups, radii, weights, alike);
    return;
  }
  // Nothing throws from here on.
  rows_ += radii.size();
  if (groups.empty()) {
    std::uint64_t* const counts = counts_.data();
    for (const double radius : radii) ++counts[grid_.cell(radius)];
    if (!radii.empty()) moments_[0] += computeMoments(radii);
    return;
  }
  std::vector<RadiusMoments> moments(moments_.size());
  for (std::size_t row = 0; row < radii.size(); ++row) {
    moments[groups[row]] += computeMoments(radii[row]);
    ++counts_[groups[row] * grid_.cells() + grid_.cell(radii[row])];
  }
  for (std::size_t group = 0; group < moments.size(); ++group) moments_[group] += moments[group];
}

void Certificates::weigh() {
  if (!weights_.empty()) return;
  std::vector<CellWeight> weights(counts_.size());
  std::ranges::transform(counts_, weights.begin(), [](std::uint64_t count) {
    return CellWeight{static_cast<double>(count), static_cast<double>(count)};
  });
  weights_ = std::move(weights);
}

void Certificates::addAlike(std::span<const std::uint32_t> groups, std::span<const double> radii,
                            std::span<const double> weights, const data::AlikeRows& alike) {
  std::vector<RadiusMoments> moments(moments_.size());
  for (std::size_t row = 0; row < radii.size(); ++row) {
    const data::Alike own = alike.at(row, weights);
    if (own.rows == 0 || own.weight == 0) continue;
    const auto rows = static_cast<std::uint64_t>(own.rows);
    const std::size_t group = groups.empty() ? 0 : groups[row];
    const std::size_t cell = group * grid_.cells() + grid_.cell(radii[row]);
    moments[group] += computeMoments(radii[row], own);
    counts_[cell] += rows;
    rows_ += rows;
    if (weights_.empty()) continue;
    weights_[cell].weight += own.weight;
    weights_[cell].squares += own.squares;
  }
  for (std::size_t group = 0; group < moments.size(); ++group) moments_[group] += moments[group];
}

void Certificates::reserve(std::uint64_t rows) const {
  if (rows <= kMaxRows - rows_) return;
  throw Error(ErrorCode::kTooLarge,
              {"rows", "at most " + std::to_string(kMaxRows) + " in total", "more", {}});
}

void Certificates::add(const ScoredRows& rows, std::span<const data::Codes> attributes,
                       std::span<const double> weights, const data::AlikeRows& alike) {
  requireLengths(rule_, rows);
  data::requireColumns(schema_, attributes, rows.rows);
  if (!weights.empty()) data::requireWeights(weights, rows.rows);
  data::requireAlike(alike, rows.rows, !weights.empty());
  reserve(alike.counts.empty() ? rows.rows : data::requireCounts(alike.counts, rows.rows));
  if (rows.rows <= kBlockRows) {
    addBlock(rows, attributes, weights, alike);
    return;
  }
  Certificates scratch = *this;
  scratch.reset();
  data::inChunks(rows.rows, kBlockRows, [&](std::size_t first, std::size_t count) {
    std::vector<data::Codes> codes;
    for (const auto& column : attributes) codes.push_back(data::slice(column, first, count));
    scratch.addBlock(
        slice(rows, rule_.classes, first, count), codes, data::slice(weights, first, count),
        {data::slice(alike.counts, first, count), data::slice(alike.squares, first, count)});
  });
  addRelocated(scratch);
}

void Certificates::addRelocated(const Certificates& other) {
  const auto places = data::translateGroups(other.schema_, schema_);
  if (!other.weights_.empty()) weigh();
  rows_ += other.rows_;
  for (std::size_t group = 0; group < places.size(); ++group) {
    moments_[places[group]] += other.moments_[group];
    const auto from = other.counts(group);
    auto* into = counts_.data() + places[group] * grid_.cells();
    std::ranges::transform(from, std::span(into, from.size()), into, std::plus<>());
  }
  if (!weights_.empty()) addRelocatedWeights(other, places);
}

void Certificates::addRelocatedWeights(const Certificates& other,
                                       std::span<const std::uint32_t> places) {
  for (std::size_t group = 0; group < places.size(); ++group) {
    for (std::size_t cell = 0; cell < grid_.cells(); ++cell) {
      const auto rows = static_cast<double>(other.counts(group)[cell]);
      const bool isWeighted = !other.weights_.empty();
      const CellWeight from = isWeighted ? other.weights(group)[cell] : CellWeight{rows, rows};
      CellWeight& into = weights_[places[group] * grid_.cells() + cell];
      into.weight += from.weight;
      into.squares += from.squares;
    }
  }
}

void Certificates::merge(const Certificates& other) {
  if (rule_ != other.rule_ || epsilons_ != other.epsilons_) {
    throw Error(ErrorCode::kIncompatible,
                {"other",
                 "certificates with the same task, classes, Lipschitz constant, and epsilons",
                 "others",
                 {}});
  }
  reserve(other.rows_);
  Certificates united(rule_, epsilons_, unite(schema_, other.schema_).attributes);
  united.addRelocated(*this);
  united.addRelocated(other);
  *this = std::move(united);
}

void Certificates::reset() {
  std::ranges::fill(counts_, 0);
  weights_.clear();
  rows_ = 0;
  std::ranges::fill(moments_, RadiusMoments{});
}

std::vector<std::uint8_t> Certificates::toBytes() const {
  data::ByteWriter writer(kCertificatesKind, kCertificatesVersion);
  writer.number(rule_.task == Task::kBinary ? 0 : 1);
  writer.number(rule_.classes);
  writer.number(rule_.disjointNeurons ? 1 : 0);
  writer.doubles(std::vector{rule_.lipConst});
  writer.number(epsilons_.size());
  writer.doubles(epsilons_);
  writer.schema(schema_);
  writer.number(weights_.empty() ? 0 : 1);
  for (std::size_t group = 0; group < groups(); ++group) {
    writeGroup(writer, counts(group), weights(group), moments_[group]);
  }
  return std::move(writer).finish();
}

Certificates Certificates::fromBytes(std::span<const std::uint8_t> bytes) {
  data::ByteReader reader(bytes, kCertificatesKind, kCertificatesVersion);
  try {
    RadiusRule rule;
    rule.task = reader.number() == 0 ? Task::kBinary : Task::kCategorical;
    rule.classes = readSize(reader);
    rule.disjointNeurons = reader.number() != 0;
    rule.lipConst = reader.doubles(1).front();
    auto epsilons = reader.doubles(readSize(reader));
    const data::Schema schema = reader.schema();
    const bool isWeighted = reader.number() != 0;
    reader.requireGroups(schema, kGroupBytes);
    Certificates stored(rule, std::move(epsilons), schema.attributes);
    if (isWeighted) stored.weigh();
    for (std::size_t group = 0; group < stored.groups(); ++group) {
      const std::size_t first = group * stored.grid_.cells();
      const auto cells = std::span(stored.counts_).subspan(first, stored.grid_.cells());
      const auto weights =
          std::span(stored.weights_).subspan(isWeighted ? first : 0, isWeighted ? cells.size() : 0);
      readGroup(reader, cells, weights, stored.moments_[group], stored.rows_);
    }
    reader.finish();
    return stored;
  } catch (const Error& error) {
    throw Error(ErrorCode::kCorruptBytes, {"bytes", "stored certificates", error.what(), {}});
  }
}

}  // namespace fairwasm::robustness
