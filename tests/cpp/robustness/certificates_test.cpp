// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/certificates.hpp"

#include <algorithm>
#include <numeric>

#include "fairwasm/data/bytes.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::robustness {
namespace {

using testing::expectError;

const RadiusRule kRule{Task::kCategorical, 3, 0.5, true};
const std::vector<double> kEpsilons{0.25, 1};
const std::vector<data::Attribute> kAttributes{{"race", {"a", "b", "c"}}, {"sex", {"f", "m"}}};

// Owned columns of rows.
struct Columns {
  std::vector<double> scores;
  std::vector<std::uint8_t> labels;
  std::vector<std::uint8_t> race;
  std::vector<std::uint8_t> sex;

  [[nodiscard]] std::size_t rows() const { return labels.size(); }

  void addTo(Certificates& certificates, std::size_t first, std::size_t last) const {
    const auto part = [&](const auto& column) {
      return std::span<const std::uint8_t>(column).subspan(first, last - first);
    };
    const std::vector<data::Codes> attributes{part(race), part(sex)};
    certificates.update(
        {last - first, std::span<const double>(scores).subspan(3 * first, 3 * (last - first)),
         data::Codes(part(labels))},
        attributes);
  }
};

// Scores are eighths, so that sums are exact in any order.
Columns randomColumns(std::size_t rows, std::uint64_t seed) {
  uncertainty::RandomStream random(seed);
  Columns columns;
  for (std::size_t row = 0; row < rows; ++row) {
    for (int i = 0; i < 3; ++i) columns.scores.push_back(random.below(64) * 0.125);
    columns.labels.push_back(static_cast<std::uint8_t>(random.below(3)));
    columns.race.push_back(static_cast<std::uint8_t>(random.below(3)));
    columns.sex.push_back(static_cast<std::uint8_t>(random.below(2)));
  }
  return columns;
}

Certificates makeCertificates(const Columns& columns) {
  Certificates certificates(kRule, kEpsilons, kAttributes);
  columns.addTo(certificates, 0, columns.rows());
  return certificates;
}

// Returns bytes that announce groups but do not contain them.
std::vector<std::uint8_t> announcing(std::size_t categories, std::size_t attributes) {
  data::ByteWriter writer("certificates", 2);
  for (const std::uint64_t number : {1, 3, 1}) writer.number(number);
  writer.doubles(std::vector{0.5});
  writer.number(0);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < categories; ++i) names.push_back(std::to_string(i));
  data::Schema schema{{}, {}, true, false, true};
  for (std::size_t i = 0; i < attributes; ++i) {
    schema.attributes.push_back({std::to_string(i), names});
  }
  writer.schema(schema);
  writer.number(0);
  return std::move(writer).finish();
}

TEST(Certificates, AllocateNoMoreGroupsThanTheBytesContain) {
  for (const std::size_t attributes : {1U, 2U}) {
    try {
      Certificates::fromBytes(announcing(50, attributes));
      FAIL() << "bytes without groups were accepted";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::kCorruptBytes);
      EXPECT_THAT(error.what(), ::testing::HasSubstr("sums of every group"));
    }
  }
}

void expectEqual(const Certificates& a, const Certificates& b) {
  EXPECT_EQ(a.toBytes(), b.toBytes());
}

TEST(Certificates, CountEachRowInItsGroup) {
  const Columns columns{
      {4, 1, 0, 0, 2, 1, 1, 0, 0}, {0, 0, 0}, {0, 2, 2}, {1, 0, 0}};  // radii 3, -2, 1
  const auto certificates = makeCertificates(columns);
  ASSERT_EQ(certificates.groups(), 6U);
  const auto& am = certificates.moments(1);
  EXPECT_EQ(am.sum, 3);
  EXPECT_EQ(am.squares, 9);
  const auto& cf = certificates.moments(4);
  EXPECT_EQ(cf.sum, -1);
  EXPECT_EQ(cf.positiveSum, 1);
  EXPECT_EQ(cf.squares, 5);
  EXPECT_EQ(cf.positiveSquares, 1);
  const auto& grid = certificates.grid();
  EXPECT_EQ(certificates.counts(4)[0], 1U);
  EXPECT_EQ(certificates.counts(4)[grid.getEdge(1)],
            1U);  // a radius equal to epsilon is not beyond it
  EXPECT_EQ(certificates.counts(1)[grid.cell(3)], 1U);
}

class CertificatesOfParts : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(CertificatesOfParts, EqualThoseOfOnePass) {
  const auto columns = randomColumns(200, GetParam());
  const auto whole = makeCertificates(columns);
  const std::size_t cut = GetParam() * 37 % 200;
  Certificates inBatches(kRule, kEpsilons, kAttributes);
  columns.addTo(inBatches, 0, cut);
  columns.addTo(inBatches, cut, 200);
  expectEqual(inBatches, whole);

  Certificates first(kRule, kEpsilons, kAttributes);
  Certificates second(kRule, kEpsilons, kAttributes);
  columns.addTo(first, 0, cut);
  columns.addTo(second, cut, 200);
  auto merged = first;
  merged.merge(second);
  expectEqual(merged, whole);
  second.merge(first);
  expectEqual(second, whole);
}

INSTANTIATE_TEST_SUITE_P(Seeds, CertificatesOfParts, ::testing::Range<std::uint64_t>(1, 6));

TEST(Certificates, MergeMatchesCategoriesByName) {
  Certificates a(kRule, kEpsilons, {{"sex", {"f"}}});
  Certificates b(kRule, kEpsilons, {{"sex", {"m", "f"}}});
  const std::vector<double> scores{4, 1, 0, 0, 2, 1};
  const std::vector<std::uint8_t> labels{0, 1};
  const std::vector<std::uint8_t> codes{0, 1};
  const std::span<const std::uint8_t> all(codes);
  a.update({1, std::span<const double>(scores).first(3), data::Codes(std::span(labels).first(1))},
           std::vector<data::Codes>{all.first(1)});
  b.update({2, std::span<const double>(scores), data::Codes(std::span<const std::uint8_t>(labels))},
           std::vector<data::Codes>{all});
  a.merge(b);
  ASSERT_EQ(a.groups(), 2U);
  EXPECT_EQ(a.moments(0).sum, 3 + 1);  // f
  EXPECT_EQ(a.moments(1).sum, 3);      // m
}

TEST(Certificates, RejectMergesWithOthers) {
  Certificates certificates(kRule, kEpsilons, {});
  const auto before = certificates.toBytes();
  RadiusRule other = kRule;
  other.lipConst = 2;
  expectError([&] { certificates.merge({other, kEpsilons, {}}); }, ErrorCode::kIncompatible,
              "other");
  expectError([&] { certificates.merge({kRule, {0.25}, {}}); }, ErrorCode::kIncompatible, "other");
  EXPECT_ANY_THROW(certificates.merge({kRule, kEpsilons, kAttributes}));
  EXPECT_EQ(certificates.toBytes(), before);
}

TEST(Certificates, AnInvalidRowChangesNothing) {
  auto columns = randomColumns(100, 3);
  auto certificates = makeCertificates(columns);
  const auto before = certificates.toBytes();
  columns.labels[60] = 3;
  expectError([&] { columns.addTo(certificates, 0, 100); }, ErrorCode::kInvalidArgument, "label",
              60);
  columns.labels[60] = 0;
  columns.sex[70] = 2;
  expectError([&] { columns.addTo(certificates, 0, 100); }, ErrorCode::kInvalidArgument, "sex", 70);
  EXPECT_EQ(certificates.toBytes(), before);
}

// More rows than one block.
TEST(Certificates, CertifyLongBatchesInBlocks) {
  constexpr std::size_t kRows = 10'000;
  auto columns = randomColumns(kRows, 7);
  const auto whole = makeCertificates(columns);
  Certificates inParts(kRule, kEpsilons, kAttributes);
  for (std::size_t first = 0; first < kRows; first += 1000) {
    columns.addTo(inParts, first, first + 1000);
  }
  expectEqual(inParts, whole);
  auto certificates = whole;
  columns.labels[9000] = 3;
  expectError([&] { columns.addTo(certificates, 0, kRows); }, ErrorCode::kInvalidArgument, "label",
              9000);
  expectEqual(certificates, whole);
  columns.sex.pop_back();
  const std::vector<data::Codes> attributes{std::span<const std::uint8_t>(columns.race),
                                            std::span<const std::uint8_t>(columns.sex)};
  expectError(
      [&] {
        certificates.update({kRows, std::span<const double>(columns.scores),
                             data::Codes(std::span<const std::uint8_t>(columns.labels))},
                            attributes);
      },
      ErrorCode::kShapeMismatch, "sex");
}

TEST(Certificates, ResetRemovesOnlyTheRows) {
  auto certificates = makeCertificates(randomColumns(20, 4));
  certificates.reset();
  expectEqual(certificates, Certificates(kRule, kEpsilons, kAttributes));
}

TEST(Certificates, AreRestoredFromBytes) {
  const auto certificates = makeCertificates(randomColumns(50, 5));
  const auto stored = Certificates::fromBytes(certificates.toBytes());
  EXPECT_EQ(stored.rule(), certificates.rule());
  EXPECT_EQ(stored.epsilons(), certificates.epsilons());
  EXPECT_EQ(stored.schema(), certificates.schema());
  expectEqual(stored, certificates);
}

TEST(Certificates, RejectDamagedBytes) {
  const auto bytes = makeCertificates(randomColumns(5, 6)).toBytes();
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    auto damaged = bytes;
    damaged[i] ^= 0x40U;
    expectError([&] { Certificates::fromBytes(damaged); }, ErrorCode::kCorruptBytes, "bytes");
    expectError([&] { Certificates::fromBytes(std::span(bytes).first(i)); },
                ErrorCode::kCorruptBytes, "bytes");
  }
}

TEST(Certificates, RejectMoreGroupsThanFit) {
  data::Attribute wide{"zip", {}};
  for (int i = 0; i < 3000; ++i) wide.categories.push_back(std::to_string(i));
  expectError([&] { Certificates(kRule, kEpsilons, {wide}); }, ErrorCode::kTooLarge, "attributes");
}

}  // namespace
}  // namespace fairwasm::robustness
