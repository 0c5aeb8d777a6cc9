// SPDX-License-Identifier: Apache-2.0
//
// Every case of attacker_eval.json: attackers' shapes, scores, equalization, synthetic data, and
// numerics of binary cross-entropy. Intended deviations have a name here and a row in
// docs/deviations.md.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "attackers.hpp"
#include "fairwasm/predictability/data_creator.hpp"
#include "fairwasm/predictability/leakage.hpp"
#include "support.hpp"

namespace fairwasm::predictability {
namespace {

using testing::buildTable;
using testing::expectError;
using testing::expectNear;
using testing::flatten;
using testing::GoldenCase;
using testing::goldenMatrix;
using testing::Json;
using testing::toDouble;

// Deviations and their descriptions in docs/deviations.md.
const std::map<std::string, std::string> kDeviations{
    {"percent", "accuracies are proportions from 0 to 1; percentages are rejected"},
    {"nearest", "equalization rounds the number of rows instead of truncating it"},
    {"oneColumn", "a column stays a column instead of becoming a matrix"},
    {"categories", "a wrong value becomes another category instead of 1 - value"},
    {"double", "thresholded cross-entropy of double data is computed instead of failing"},
    {"rows", "synthetic data has a multiple of four rows"},
    {"fused", "the gradient of a saturated sigmoid does not vanish"},
    {"jsOnly", "checked in the tests of the JavaScript package"},
};

// --- Shapes

void checkLayers(const GoldenCase& golden) {
  const auto shape = testing::getShape(golden.input);
  const auto& pairs = golden.expected.at("widths_in_out");
  ASSERT_EQ(shape.layers(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(shape.widths[i], pairs[i][0]);
    EXPECT_EQ(shape.widths[i + 1], pairs[i][1]);
  }
  for (const char* key : {"activations_used", "activations"}) {
    // "activations" lists a longer list completely, although only its beginning is used.
    for (std::size_t i = 0; i < shape.layers(); ++i) {
      EXPECT_EQ(shape.activations[i],
                valueNamed<Activation>(golden.expected.at(key)[i].get<std::string>()));
    }
  }
  EXPECT_EQ(shape.parameters(), golden.expected.at("count_params"));
}

// --- Scores

template <class Scalar>
void checkScores(const GoldenCase& golden, const Json& expected, bool isDouble) {
  const auto outputs = goldenMatrix(golden.input.at("attacker_output"));
  const auto y = goldenMatrix(golden.input.at("y"));
  const auto table = buildTable<Scalar>(outputs.values, outputs.rows, outputs.columns);
  CodeColumns columns(y.columns, CodeColumn(y.rows));
  for (std::size_t row = 0; row < y.rows; ++row) {
    for (std::size_t column = 0; column < y.columns; ++column) {
      columns[column][row] = static_cast<std::uint32_t>(y.values[row * y.columns + column]);
    }
  }
  const TaskSpace space{std::vector<std::uint32_t>(y.columns, 2)};
  for (const auto& [key, value] : expected.items()) {
    const std::string name = key.substr(0, key.find(' '));
    const bool threshold = key.ends_with("True");
    const auto score = [&] {
      return computeLambda<Scalar>(table.distinct, table.rows, space, columns,
                                   valueNamed<Metric>(name), threshold);
    };
    if (!value.is_object()) {
      // Accuracies are recorded as float for all data.
      const double tolerance = !isDouble ? 1e-6 : name == "accuracy" ? 1e-7 : 1e-12;
      expectNear(score(), toDouble(value), 0, tolerance, key);
    } else if (isDouble && name == "bce" && threshold) {
      EXPECT_TRUE(kDeviations.contains("double"));
      const double accuracy = computeLambda<Scalar>(table.distinct, table.rows, space, columns,
                                                    Metric::kAccuracy, true);
      expectNear(score(), 1 / (100 * (1 - accuracy)), 0, 1e-12, key);
    } else {
      expectError(score, ErrorCode::kInvalidArgument, "activations");
    }
  }
}

void checkLeakage(const GoldenCase& golden) {
  const double d = toDouble(golden.input.at("lambda_d"));
  const double m = toDouble(golden.input.at("lambda_m"));
  expectNear(computeLeakage(d, m, false), toDouble(golden.expected.at("plain")), 0, 1e-15, "plain");
  expectNear(computeLeakage(d, m, true), toDouble(golden.expected.at("normalized")), 0, 1e-15,
             "normalized");
}

// --- Equalisation

std::size_t keptBy(double accuracy, std::size_t rows) {
  RandomDraws draws{uncertainty::RandomStream(3)};
  const CodeColumn ones(rows, 1);
  return agreement(ones, perturb(ones, 2, keptRows(accuracy, rows), draws));
}

void checkKeptRows(const GoldenCase& golden) {
  const std::size_t rows = golden.input.at("N");
  if (golden.input.contains("k")) {  // for every number of correct rows
    for (std::size_t k = 0; k <= rows; ++k) {
      const std::size_t expected = golden.expected.at("kept_rows").at(k);
      EXPECT_EQ(keptRowsOfPeer(k, rows), expected) << k;
      const float accuracy = static_cast<float>(k) / static_cast<float>(rows);
      EXPECT_EQ(keptBy(static_cast<double>(accuracy), rows), k) << kDeviations.at("nearest");
    }
    return;
  }
  const double accuracy = golden.input.at("model_acc");
  const bool isPercent = golden.input.at("model_acc_type") == "int" && accuracy != 1;
  if (golden.expected.contains("error") || isPercent) {
    if (accuracy >= 0 && accuracy <= 1) {
      EXPECT_TRUE(isPercent) << kDeviations.at("percent");  // an int 0 is an error there
    } else {
      expectError([&] { keptRows(accuracy, rows); }, ErrorCode::kInvalidArgument, "accuracy");
    }
    return;
  }
  const double exact = accuracy * static_cast<double>(rows);
  EXPECT_EQ(std::floor(exact), golden.expected.at("kept_rows").get<double>());
  EXPECT_EQ(keptBy(accuracy, rows), std::round(exact)) << kDeviations.at("nearest");
  EXPECT_EQ(golden.expected.at("kept_rows").get<std::size_t>() +
                golden.expected.at("flipped_rows").get<std::size_t>(),
            rows);
}

void checkPermuteColumns(const GoldenCase& golden) {
  const auto& data = golden.input.at("data");
  for (std::size_t column = 0; column < data[0].size(); ++column) {
    CodeColumn codes;
    for (const auto& row : data) codes.push_back(row[column].get<std::uint32_t>());
    RandomDraws draws{uncertainty::RandomStream(3)};
    const auto wrong = perturb(codes, 2, 0, draws);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      EXPECT_EQ(wrong[row], golden.expected.at("result")[row][column]);
    }
  }
}

void checkPermute(const GoldenCase& golden) {
  if (golden.name.find("several columns") != std::string::npos) {
    checkPermuteColumns(golden);
  } else if (golden.name.find("non-binary") != std::string::npos) {
    EXPECT_TRUE(kDeviations.contains("categories"));
    RandomDraws draws{uncertainty::RandomStream(3)};
    EXPECT_EQ(perturb({0, 1}, 2, 0, draws), (CodeColumn{1, 0}));
  } else if (golden.name.find("1-D") != std::string::npos) {
    EXPECT_TRUE(kDeviations.contains("oneColumn"));
    RandomDraws draws{uncertainty::RandomStream(3)};
    const std::size_t rows = golden.input.at("N");
    EXPECT_EQ(perturb(CodeColumn(rows), 2, 3, draws).size(), rows);
  } else if (golden.name.find("dictionary") != std::string::npos) {
    EXPECT_TRUE(kDeviations.contains("percent"));  // one accuracy a column, never by mode
    if (golden.expected.contains("kept_rows")) {
      const double given = golden.input.at("model_acc").at("AtoT");
      EXPECT_EQ(keptBy(given > 1 ? given / 100 : given, golden.input.at("N")),
                golden.expected.at("kept_rows"));
    }
  } else {
    checkKeptRows(golden);
  }
}

// --- Synthetic data

std::vector<std::vector<std::size_t>> jointCounts(const std::vector<std::uint8_t>& a,
                                                  const std::vector<std::uint8_t>& b) {
  std::vector<std::vector<std::size_t>> counts(2, std::vector<std::size_t>(2));
  for (std::size_t row = 0; row < a.size(); ++row) ++counts[a[row]][b[row]];
  return counts;
}

void checkDataCreator(const GoldenCase& golden) {
  const double error = golden.input.at("error_percent");
  const double dataError = golden.input.at("data_error_percent").is_null()
                               ? error
                               : golden.input["data_error_percent"].get<double>();
  const double rows = golden.input.at("N");
  const auto create = [&](bool shuffle) {
    return createData(static_cast<std::size_t>(rows), error, dataError, shuffle, 5);
  };
  if (golden.expected.contains("error")) {
    if (golden.input.at("N").is_number_float()) return;  // 10.0: numbers are numbers in JavaScript
    const char* argument = std::fmod(rows, 4) != 0 || rows < 4 ? "rows"
                           : error < 0 || error > 0.5          ? "error"
                                                               : "dataError";
    expectError([&] { create(false); }, ErrorCode::kInvalidArgument, argument);
    return;
  }
  // Shuffling must keep rows together; bias_amplification does not shuffle D_bias.
  for (const bool shuffle : {false, true}) {
    const auto data = create(shuffle);
    const std::map<std::string, const std::vector<std::uint8_t>*> columns{
        {"D", &data.d}, {"D_bias", &data.dBias}, {"M_unbias", &data.mUnbiased}, {"M2", &data.m2}};
    for (const auto& [name, counts] : golden.expected.at("joint_counts_P_x").items()) {
      EXPECT_EQ(Json(jointCounts(data.p, *columns.at(name))), counts) << name;
    }
    for (const auto& [name, counts] : golden.expected.at("joint_counts_D_x").items()) {
      EXPECT_EQ(Json(jointCounts(data.d, *columns.at(name))), counts) << name;
    }
  }
  EXPECT_EQ(std::floor(rows * error / 2), golden.expected.at("num_errors"));
  EXPECT_EQ(std::floor(rows * dataError / 2), golden.expected.at("num_data_errors"));
}

// --- Binary cross-entropy through a sigmoid

template <class Scalar>
void checkBce(const GoldenCase& golden, const Json& expected, double saturation, double tolerance) {
  const auto z = flatten(golden.input.at("z"));
  const double y = golden.input.at("y");
  Network<Scalar> network(NetworkShape{0, {1, 1}, {Activation::kSigmoid}});
  network.importWeights(std::vector<double>{1, 0});
  const Inputs<Scalar> inputs = buildTable<Scalar>(z, z.size(), 1);
  const auto targets = buildTable<Scalar>(std::vector<double>(z.size(), y), z.size(), 1);
  const Matrix<Scalar> outputs = predict(network, inputs);
  const auto sigmoids = flatten(expected.at("sigmoid"));
  const auto gradients = flatten(expected.at("d_loss_d_logit"));
  double loss = 0;
  bool saturated = false;
  for (std::size_t i = 0; i < z.size(); ++i) {
    expectNear(static_cast<double>(outputs(0, static_cast<Eigen::Index>(i))), sigmoids[i], 1e-43,
               tolerance, "p");
    Propagation<Scalar> propagation(network.shape());
    Vector<Scalar> gradient = Vector<Scalar>::Zero(2);
    const std::vector<std::uint32_t> row{static_cast<std::uint32_t>(i)};
    propagation.forward(network, inputs, row);
    loss += propagation.backward(network, inputs, row, targets, Loss::kBce, z.size(), gradient);
    // If p is near 0 or 1, bias_amplification's ratio loses digits; at 0 and 1, it is 0.
    if (std::abs(z[i]) >= saturation) {
      saturated = true;
      const double exact = (1 / (1 + std::exp(-z[i])) - y) / static_cast<double>(z.size());
      constexpr double kRounding = std::numeric_limits<Scalar>::epsilon();
      expectNear(static_cast<double>(gradient[1]), exact, kRounding, 0, kDeviations.at("fused"));
    } else {
      expectNear(static_cast<double>(gradient[1]), gradients[i], 0,
                 tolerance * std::exp(std::abs(z[i])), "gradient");
    }
  }
  if (!saturated) expectNear(loss, toDouble(expected.at("bce")), 0, tolerance * 100, "bce");
}

// --- All of them

class GoldenEvaluation : public ::testing::TestWithParam<GoldenCase> {};

TEST_P(GoldenEvaluation, MatchesRecordedValues) {
  const auto& golden = GetParam();
  const auto is = [&](const char* prefix) { return golden.name.starts_with(prefix); };
  if (is("layers")) {
    checkLayers(golden);
  } else if (is("eval")) {
    checkScores<float>(golden, golden.expected.at("f32"), false);
    checkScores<double>(golden, golden.expected.at("f64"), true);
  } else if (is("compute_leakage")) {
    checkLeakage(golden);
  } else if (is("permuteData")) {
    checkPermute(golden);
  } else if (is("dataCreator")) {
    checkDataCreator(golden);
  } else if (is("bce through sigmoid")) {
    checkBce<float>(golden, golden.expected.at("f32"), 8, 2e-6);
    checkBce<double>(golden, golden.expected.at("f64"), 16, 1e-13);
  } else {
    EXPECT_TRUE(is("aggregate") || is("normalise")) << kDeviations.at("jsOnly");
  }
}

INSTANTIATE_TEST_SUITE_P(All, GoldenEvaluation,
                         ::testing::ValuesIn(testing::goldenCases("bias/attacker_eval.json")),
                         [](const auto& info) { return "case" + std::to_string(info.index); });

}  // namespace
}  // namespace fairwasm::predictability
