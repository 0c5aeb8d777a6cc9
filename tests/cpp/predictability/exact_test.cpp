// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/exact.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "attackers.hpp"
#include "support.hpp"

namespace fairwasm::predictability {
namespace {

using testing::expectError;
using testing::expectNear;
using testing::GoldenCase;
using testing::Json;

xt::xtensor<double, 2> toTensor(const Json& rows) {
  const std::array<std::size_t, 2> shape{rows.size(), rows[0].size()};
  xt::xtensor<double, 2> tensor = xt::zeros<double>(shape);
  for (std::size_t i = 0; i < shape[0]; ++i) {
    for (std::size_t k = 0; k < shape[1]; ++k) tensor(i, k) = rows[i][k];
  }
  return tensor;
}

std::vector<ExactCounts> makeCounts(const Json& bayes, const std::string& part) {
  const auto& counts = bayes.at(part + "_counts_cell_x_label");
  return {
      {toTensor(counts.at("data")), toTensor(counts.at("pred")), bayes.at("kept_rows").at(part)}};
}

class GoldenExact : public ::testing::TestWithParam<GoldenCase> {};

void expectAccuracy(const Json& bayes) {
  const auto train = makeCounts(bayes, "train");
  const auto test = makeCounts(bayes, "test");
  const auto& expected = bayes.at("accuracy");
  const auto plain = exactLeakage(train, test, Metric::kAccuracy, true, false);
  expectNear(plain.lambdaD, expected.at("lambda_d_mean"), 0, 1e-12, "lambda_d");
  expectNear(plain.lambdaDSpread, expected.at("lambda_d_std_over_permutations"), 0, 1e-12, "std");
  expectNear(plain.lambdaM, expected.at("lambda_m"), 0, 1e-12, "lambda_m");
  expectNear(plain.leakage, expected.at("leakage_mean"), 1e-14, 1e-12, "leakage");
  expectNear(plain.leakageSpread, expected.at("leakage_std"), 0, 1e-12, "leakage std");
  const auto normalized = exactLeakage(train, test, Metric::kAccuracy, true, true);
  expectNear(normalized.leakage, expected.at("normalized_at_means"), 1e-14, 1e-12, "normalized");
  EXPECT_EQ(expected.size(), 6U);
}

// The limit over all rows: training and testing on all of them, with the model's accuracy on all
// rows.
void expectLimit(const Json& bayes) {
  auto all = makeCounts(bayes, "train");
  const auto test = makeCounts(bayes, "test");
  all[0].label += test[0].label;
  all[0].prediction += test[0].prediction;
  const auto& kept = bayes.at("kept_rows");
  all[0].kept =
      kept.at("rows_correct_train").get<double>() + kept.at("rows_correct_test").get<double>();
  const auto& expected = bayes.at("accuracy_all_rows_limit");
  const auto limit = exactLeakage(all, all, Metric::kAccuracy, true, false);
  expectNear(limit.lambdaD, expected.at("lambda_d"), 0, 1e-12, "limit d");
  expectNear(limit.lambdaM, expected.at("lambda_m"), 0, 1e-12, "limit m");
  expectNear(limit.leakage, expected.at("leakage"), 1e-14, 1e-12, "limit");
  expectNear(exactLeakage(all, all, Metric::kAccuracy, true, true).leakage,
             expected.at("normalized"), 1e-14, 1e-12, "limit normalized");
  EXPECT_EQ(expected.size(), 4U);
}

void expectLosses(const Json& bayes) {
  const auto train = makeCounts(bayes, "train");
  const auto test = makeCounts(bayes, "test");
  for (const char* name : {"mse", "bce"}) {
    const Metric metric = valueNamed<Metric>(name);
    const auto& answers = bayes.at("threshold_mse_or_bce").at(name);
    const auto thresholded = exactLeakage(train, test, metric, true, false);
    expectNear(thresholded.lambdaD, answers.at("lambda_d_at_mean_accuracy"), 0, 1e-12, "answers d");
    expectNear(thresholded.lambdaM, answers.at("lambda_m"), 0, 1e-12, "answers m");
    expectNear(thresholded.leakage, answers.at("leakage"), 1e-12, 1e-12, "answers");
    EXPECT_EQ(answers.size(), 3U);
    const auto& shares = bayes.at("no_threshold").at(name);
    const auto plain = exactLeakage(train, test, metric, false, false);
    expectNear(plain.lambdaD, shares.at("lambda_d_at_expected_counts"), 0, 1e-12, "shares d");
    expectNear(plain.lambdaM, shares.at("lambda_m"), 0, 1e-12, "shares m");
    expectNear(plain.leakage, shares.at("leakage"), 1e-12, 1e-12, "shares");
    expectNear(exactLeakage(train, test, metric, false, true).leakage, shares.at("normalized"),
               1e-12, 1e-12, "shares normalized");
    EXPECT_EQ(shares.size(), 4U);
  }
}

TEST_P(GoldenExact, UsesTheTableOfExpectedCounts) {
  if (!GetParam().expected.contains("bayes_optimal")) return;  // a data set
  const auto& bayes = GetParam().expected.at("bayes_optimal");
  expectAccuracy(bayes);
  expectLimit(bayes);
  expectLosses(bayes);
}

INSTANTIATE_TEST_SUITE_P(All, GoldenExact,
                         ::testing::ValuesIn(testing::goldenCases("bias/leakage_stat.json")),
                         [](const auto& info) { return "case" + std::to_string(info.index); });

// Labels by class: 6:2 in cell 0 and 1:7 in cell 1; the prediction equals the cell.
std::vector<ExactCounts> byHand() { return {{{{6, 2}, {1, 7}}, {{8, 0}, {0, 8}}, 13}}; }

TEST(ExactLeakage, MatchesManualCalculation) {
  const auto exact = exactLeakage(byHand(), byHand(), Metric::kAccuracy, true, false);
  // 13 of 16 rows keep their label. The table predicts 13 rows correctly, of which 13/16 stay
  // correct; 3/16 of the other 3 rows become correct.
  EXPECT_DOUBLE_EQ(exact.lambdaD, (13 * 13.0 / 16 + 3 * 3.0 / 16) / 16);
  EXPECT_DOUBLE_EQ(exact.lambdaM, 1);
  EXPECT_DOUBLE_EQ(exact.leakage, exact.lambdaM - exact.lambdaD);
}

TEST(ExactLeakage, IsZeroForAPerfectPrediction) {
  auto counts = byHand();
  counts[0].prediction = counts[0].label;
  counts[0].kept = 16;
  for (const auto metric : {Metric::kAccuracy, Metric::kMse, Metric::kBce}) {
    EXPECT_EQ(exactLeakage(counts, counts, metric, false, false).leakage, 0);
  }
  EXPECT_EQ(exactLeakage(counts, counts, Metric::kAccuracy, true, true).lambdaDSpread, 0);
}

// Compared with random draws: three classes, many equalizations of the test rows, a fixed table.
TEST(ExactLeakage, AgreesWithRandomEqualizations) {
  uncertainty::RandomStream random(4);
  CodeColumn cells;
  CodeColumn label;
  CodeColumn prediction;
  for (std::size_t row = 0; row < 300; ++row) {
    cells.push_back(random.below(4));
    label.push_back(random.below(3) == 0 ? cells[row] % 3 : random.below(3));
    prediction.push_back(random.below(3) == 0 ? random.below(3) : label[row]);
  }
  const auto counts = exactCounts(cells, 4, label, prediction, 3);
  const auto exact = exactLeakage({counts}, {counts}, Metric::kAccuracy, true, false);
  // The table contains each cell's most frequent label, which more than half of the rows keep.
  std::vector<std::uint32_t> table(4);
  for (std::size_t cell = 0; cell < 4; ++cell) {
    for (std::uint32_t k = 1; k < 3; ++k) {
      if (counts.label(cell, k) > counts.label(cell, table[cell])) table[cell] = k;
    }
  }
  RandomDraws draws{uncertainty::RandomStream(6)};
  constexpr int kTimes = 20'000;
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < kTimes; ++i) {
    const auto drawn = perturb(label, 3, static_cast<std::size_t>(counts.kept), draws);
    double right = 0;
    for (std::size_t row = 0; row < drawn.size(); ++row) right += table[cells[row]] == drawn[row];
    sum += right / 300;
    squares += right / 300 * right / 300;
  }
  const double mean = sum / kTimes;
  const double spread = std::sqrt(squares / kTimes - mean * mean);
  EXPECT_NEAR(exact.lambdaD, mean, 4 * spread / std::sqrt(kTimes));
  EXPECT_NEAR(exact.lambdaDSpread, spread, 0.02 * spread);
}

TEST(ExactLeakage, ACellWithoutTrainingRowsGetsTheOverallAnswer) {
  const std::vector<ExactCounts> train{{{{1, 3}, {0, 0}}, {{1, 3}, {0, 0}}, 4}};
  const std::vector<ExactCounts> test{{{{0, 0}, {1, 4}}, {{0, 0}, {1, 4}}, 5}};
  EXPECT_EQ(exactLeakage(train, test, Metric::kAccuracy, true, false).lambdaM, 0.8);
}

TEST(ExactLeakage, AveragesSeveralColumns) {
  auto two = byHand();
  two.push_back(byHand()[0]);
  const auto one = exactLeakage(byHand(), byHand(), Metric::kAccuracy, true, false);
  const auto both = exactLeakage(two, two, Metric::kAccuracy, true, false);
  EXPECT_DOUBLE_EQ(both.leakage, one.leakage);
  EXPECT_DOUBLE_EQ(both.lambdaDSpread, one.lambdaDSpread / std::sqrt(2));
}

// A column with one class has one output, which is 0 and correct.
TEST(ExactLeakage, OneClassHasNoError) {
  const std::vector<ExactCounts> counts{{{{3}, {5}}, {{3}, {5}}, 8}};
  for (const bool threshold : {false, true}) {
    EXPECT_EQ(exactLeakage(counts, counts, Metric::kAccuracy, threshold, false).lambdaD, 1);
    for (const auto metric : {Metric::kMse, Metric::kBce}) {
      const auto exact = exactLeakage(counts, counts, metric, threshold, false);
      EXPECT_EQ(exact.lambdaD, std::numeric_limits<double>::infinity());
      EXPECT_EQ(exact.lambdaM, std::numeric_limits<double>::infinity());
    }
  }
}

// --- Expectations over draws

// Two cells of twelve rows with equally many labels of both classes, so that every table is random.
AttackRows<float> tied() {
  AttackRows<float> rows{Table<float>{Matrix<float>::Identity(2, 2), {}}, {{}}, {{}}};
  for (std::uint32_t row = 0; row < 24; ++row) {
    const std::uint32_t label = row / 2 % 2;
    std::get<Table<float>>(rows.features).rows.push_back(row % 2);
    rows.label[0].push_back(label);
    rows.prediction[0].push_back(row < 8 ? 1 - label : label);
  }
  return rows;
}

// Tries all equalizations of the training rows: which six of eighteen labels are flipped.
double everyTable(const AttackRows<float>& rows, std::size_t first) {
  const auto& cells = std::get<Table<float>>(rows.features).rows;
  const auto right = [&](std::size_t from, std::size_t to) {
    double sum = 0;
    for (std::size_t i = from; i < to; ++i) sum += rows.label[0][i] == rows.prediction[0][i];
    return sum;
  };
  const auto wrong = static_cast<int>(static_cast<double>(first) - right(0, first));
  const double tests = static_cast<double>(rows.label[0].size() - first);
  const double q = right(first, rows.label[0].size()) / tests;
  double sum = 0;
  double tables = 0;
  for (std::uint32_t turned = 0; turned < 1U << first; ++turned) {
    if (std::popcount(turned) != wrong) continue;
    std::array<int, 2> ones{};
    std::array<int, 2> zeros{};
    for (std::size_t i = 0; i < first; ++i) {
      const bool one = rows.label[0][i] != ((turned >> i) & 1);
      ++(one ? ones : zeros).at(cells[i]);
    }
    for (std::size_t i = first; i < rows.label[0].size(); ++i) {
      const std::uint32_t answer = ones.at(cells[i]) > zeros.at(cells[i]) ? 1 : 0;
      sum += answer == rows.label[0][i] ? q : 1 - q;
    }
    tables += tests;
  }
  return sum / tables;
}

TEST(ExpectedLeakage, NearATieIsTheMeanOverTables) {
  const auto rows = tied();
  const Testing testing{.first = 18};
  const auto exact =
      expectedLeakage(rows, {{{2}}}, Guess::kOutcome, testing, Metric::kAccuracy, true, false, 1);
  EXPECT_GT(exact.standardError, 0);
  EXPECT_NEAR(exact.lambdaD, everyTable(rows, 18), 4 * exact.standardError);
  // If the table is certain, nothing is random.
  auto certain = rows;
  certain.label[0] = certain.prediction[0] = std::get<Table<float>>(rows.features).rows;
  const auto all = expectedLeakage(certain, {{{2}}}, Guess::kOutcome, testing, Metric::kAccuracy,
                                   true, false, 1);
  EXPECT_EQ(all.lambdaD, 1);
  EXPECT_EQ(all.standardError, 0);
}

TEST(ExpectedLeakage, DrawsSplits) {
  const auto rows = tied();
  const auto exact = expectedLeakage(rows, {{{2}}}, Guess::kOutcome, {.share = 0.25},
                                     Metric::kAccuracy, true, false, 1);
  EXPECT_GT(exact.lambdaMSpread, 0) << "the test rows of predictions are random";
  // The test rows exclude the training rows, so accuracy at a tie is below one half.
  EXPECT_LT(exact.lambdaD, 0.5);
  EXPECT_GT(exact.lambdaD, 0.3);
}

TEST(ExpectedLeakage, SupportsGuessingTheAttribute) {
  auto rows = tied();
  rows.attribute = {std::get<Table<float>>(rows.features).rows};
  rows.prediction = rows.attribute;
  const AttackSpace space{{{2}}, {{2}}};
  const auto exact = expectedLeakage(rows, space, Guess::kAttribute, {.share = 0.25},
                                     Metric::kAccuracy, true, false, 1);
  EXPECT_EQ(exact.lambdaM, 1);
  EXPECT_EQ(exact.lambdaMSpread, 0);
  EXPECT_LT(exact.lambdaD, 0.6);
  const AttackSpace wide{{std::vector<std::uint32_t>(13, 2)}, {{2}}};
  rows.label = rows.prediction = CodeColumns(13, rows.attribute[0]);
  expectError(
      [&] {
        expectedLeakage(rows, wide, Guess::kAttribute, {.share = 0.25}, Metric::kAccuracy, true,
                        false, 1);
      },
      ErrorCode::kTooLarge, "label");
}

TEST(ExactCounts, OfATallyEqualThoseOfItsRows) {
  auto rows = testing::eightRows();
  rows.weights.clear();
  tally::Tally tally(testing::fullSchema());
  tally.update(rows.batch(8));
  const auto counts = exactCounts(tally);
  // Two attributes with three and two categories form six cells; see eightRows().
  EXPECT_EQ(counts.label.shape(0), 6U);
  EXPECT_EQ(counts.label(0, 0), 1);  // race a, sex f: labels 1 and 0
  EXPECT_EQ(counts.label(0, 1), 1);
  EXPECT_EQ(counts.label(2, 1), 2);  // race b, sex f: labels 1 and 1, predictions 1 and 0
  EXPECT_EQ(counts.prediction(2, 0), 1);
  EXPECT_EQ(counts.kept, 4);  // TP, TN, TP, TP
  data::Schema schema = testing::fullSchema();
  schema.hasPrediction = false;
  schema.hasScore = false;
  expectError([&] { exactCounts(tally::Tally(schema)); }, ErrorCode::kInvalidArgument, "tally");
}

TEST(ExactCounts, RejectWeightedRows) {
  expectError([] { exactCounts(testing::eightRowTally()); }, ErrorCode::kInvalidArgument, "tally");
}

TEST(ExactLeakage, RejectsMismatchedCounts) {
  const auto none = std::vector<ExactCounts>{{{{0, 0}}, {{0, 0}}, 0}};
  const auto call = [](const auto& train, const auto& test) {
    return [=] { exactLeakage(train, test, Metric::kAccuracy, true, false); };
  };
  expectError(call(byHand(), none), ErrorCode::kShapeMismatch, "counts");
  expectError(call(none, none), ErrorCode::kInvalidArgument, "counts");
  expectError(call(std::vector<ExactCounts>{}, std::vector<ExactCounts>{}),
              ErrorCode::kShapeMismatch, "counts");
}

}  // namespace
}  // namespace fairwasm::predictability
