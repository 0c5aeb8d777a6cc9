// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amounts/adjusted.hpp"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "golden.hpp"
#include "support.hpp"

namespace fairwasm::amounts {
namespace {

using testing::expectError;
using ::testing::IsNan;
using testing::Json;

using Codes = std::vector<std::uint32_t>;
using Numbers = std::vector<double>;

// Rows with the columns group, pay, tenure, education, and sometimes site.
struct Payroll {
  std::vector<std::string> groups;
  Codes codes;
  Numbers pay;
  Numbers covariates;
  Codes sites;

  [[nodiscard]] RegressionRows rows(std::size_t reference) const {
    return {pay, covariates, {{1, false}, {2, true}}, codes, groups.size(), reference, sites};
  }
};

Payroll payrollOf(const Json& input) {
  Payroll payroll;
  Numbers tenure;
  Numbers high;
  Numbers mid;
  for (const auto& row : input.at("rows")) {
    const auto name = row[0].get<std::string>();
    const auto index = std::ranges::find(payroll.groups, name) - payroll.groups.begin();
    if (index == std::ssize(payroll.groups)) payroll.groups.push_back(name);
    payroll.codes.push_back(static_cast<std::uint32_t>(index));
    const auto pay = row[1].get<double>();
    payroll.pay.push_back(input.at("outcome") == "pay" ? pay : std::log(pay));
    tenure.push_back(row[2].get<double>());
    high.push_back(row[3] == "high" ? 1 : 0);
    mid.push_back(row[3] == "mid" ? 1 : 0);
    if (row.size() > 4) payroll.sites.push_back(row[4].get<std::uint32_t>());
  }
  for (const auto* column : {&tenure, &high, &mid}) {
    payroll.covariates.insert(payroll.covariates.end(), column->begin(), column->end());
  }
  return payroll;
}

void expectDigits(double actual, const Json& expected, const std::string& name) {
  if (expected.is_null()) {
    EXPECT_THAT(actual, IsNan()) << name;
    return;
  }
  const auto number = expected.get<double>();
  EXPECT_NEAR(actual, number, 1e-12 * std::max(1.0, std::abs(number))) << name;
}

void expectParts(const Parts& parts, const Json& expected, const std::string& name) {
  expectDigits(parts.explained.value, expected.at("explained"), name + " explained");
  expectDigits(parts.unexplained.value, expected.at("unexplained"), name + " unexplained");
  const auto& terms = expected.at("explained_by");
  expectDigits(parts.explainedBy.at(0), terms.at("tenure"), name + " tenure");
  expectDigits(parts.explainedBy.at(1), terms.at("education"), name + " education");
}

double errorOf(const Estimated& estimated) {
  return (estimated.high - estimated.low) / 2 /
         uncertainty::studentQuantile(0.975, estimated.degrees);
}

void expectErrors(const Parts& parts, const Json& expected) {
  if (expected.is_null()) {
    // A row of the group has leverage 1.
    EXPECT_THAT(parts.unexplained.low, IsNan());
    return;
  }
  expectDigits(errorOf(parts.explained), expected.at("explained_with_trace"), "explained error");
  expectDigits(errorOf(parts.unexplained), expected.at("unexplained"), "unexplained error");
}

void expectDecomposition(const Decomposition& result, const Json& expected, bool isClustered) {
  EXPECT_EQ(result.undefined, Undefined::kNone);
  EXPECT_EQ(result.referenceRows, expected.at("n")[0].get<double>());
  EXPECT_EQ(result.rows, expected.at("n")[1].get<double>());
  expectDigits(result.difference, expected.at("raw_difference"), "difference");
  expectParts(result.ofReference, expected.at("reference"), "reference");
  expectParts(result.ofGroup, expected.at("group"), "group");
  expectParts(result.pooled, expected.at("pooled_jann"), "pooled");
  expectParts(result.withoutGroup, expected.at("pooled_neumark"), "without group");
  if (!isClustered) expectErrors(result.ofReference, expected.at("reference").at("se_hc3"));
  const auto& detail = expected.at("reference").at("unexplained_by_normalized");
  expectDigits(result.unexplainedByConstant, detail.at("constant"), "constant");
  expectDigits(result.unexplainedBy.at(0), detail.at("tenure"), "unexplained tenure");
  expectDigits(result.unexplainedBy.at(1), detail.at("education"), "unexplained education");
}

TEST(AdjustedGaps, EqualTheRecordedValues) {
  std::size_t count = 0;
  for (const auto& [name, input, expected] : testing::goldenCases("amounts/amounts.json")) {
    if (!name.starts_with("adjusted")) continue;
    SCOPED_TRACE(name);
    ++count;
    const Payroll payroll = payrollOf(input);
    const bool isClustered = !payroll.sites.empty();
    const auto reference = static_cast<std::size_t>(
        std::ranges::find(payroll.groups, input.at("reference").get<std::string>()) -
        payroll.groups.begin());
    const Adjusted adjusted = adjust(payroll.rows(reference), {0.95, 0.99});
    for (std::size_t g = 0; g < payroll.groups.size(); ++g) {
      if (g == reference) continue;
      const auto& coefficient = expected.at("coefficient").at(payroll.groups[g]);
      const Estimated& estimated = adjusted.gaps[g].coefficient;
      expectDigits(estimated.value, coefficient.at("estimate"), "coefficient");
      const auto& interval = coefficient.at(isClustered ? "interval_cr2" : "interval_hc3_t");
      // Quantiles of Student's distribution have nine digits in scipy.
      EXPECT_NEAR(estimated.low, interval[0].get<double>(), 1e-8);
      EXPECT_NEAR(estimated.high, interval[1].get<double>(), 1e-8);
      expectDigits(errorOf(estimated), coefficient.at(isClustered ? "se_cr2" : "se_hc3"), "error");
      expectDigits(estimated.degrees, coefficient.at(isClustered ? "df_satterthwaite" : "df"),
                   "degrees");
      expectDecomposition(adjusted.gaps[g].decomposition,
                          expected.at("oaxaca").at(payroll.groups[g]), isClustered);
    }
  }
  EXPECT_EQ(count, 5U);
}

TEST(AdjustedGaps, UnexplainedIsTheAdjustedGapOfThePair) {
  const auto cases = testing::goldenCases("amounts/amounts.json");
  const Payroll payroll = payrollOf(cases.at(16).input);
  const auto [coefficient, decomposition] = adjust(payroll.rows(0), {0.95, 0.95}).gaps[1];
  EXPECT_NEAR(decomposition.pooled.unexplained.value, -coefficient.value, 1e-12);
  EXPECT_NEAR(decomposition.pooled.unexplained.low, -coefficient.high, 1e-12);
}

// Two groups of four rows that differ by 2 at equal values of the covariate.
constexpr std::size_t kRows = 8;
const Numbers kOutcome{1, 2, 3, 5, 3, 4, 5, 7};
const Numbers kCovariate{1, 2, 3, 4, 1, 2, 3, 4};
const Codes kGroups{0, 0, 0, 0, 1, 1, 1, 1};

TEST(AdjustedGaps, AreDifferencesAtEqualCovariates) {
  const auto adjusted =
      adjust({kOutcome, kCovariate, {{1, false}}, kGroups, 2, 0, {}}, {0.95, 0.95});
  EXPECT_NEAR(adjusted.gaps[1].coefficient.value, 2, 1e-12);
  EXPECT_NEAR(adjusted.gaps[1].decomposition.ofReference.explained.value, 0, 1e-12);
  EXPECT_NEAR(adjusted.gaps[1].decomposition.ofReference.unexplained.value, -2, 1e-12);
  EXPECT_EQ(adjusted.degrees, 5);
}

TEST(AdjustedGaps, AreUndefinedForCollinearColumnsAndFewRows) {
  Numbers both = kCovariate;
  for (const double value : kCovariate) both.push_back(1000 * value);
  const auto collinear =
      adjust({kOutcome, both, {{1, false}, {1, false}}, kGroups, 2, 0, {}}, {0.95, 0.95});
  EXPECT_EQ(collinear.undefined, Undefined::kCollinear);
  EXPECT_THAT(collinear.gaps[1].coefficient.value, IsNan());
  const auto few = adjust({std::span(kOutcome).first(2),
                           std::span(kCovariate).first(2),
                           {{1, false}},
                           Codes{0, 1},
                           2,
                           0,
                           {}},
                          {0.95, 0.95});
  EXPECT_EQ(few.undefined, Undefined::kFewRows);
  EXPECT_EQ(few.gaps[1].decomposition.undefined, Undefined::kFewRows);
}

TEST(AdjustedGaps, HaveNoErrorIfARowDeterminesACoefficient) {
  Numbers indicator(kRows, 0);
  indicator[7] = 1;
  const auto adjusted = adjust({kOutcome, indicator, {{1, true}}, kGroups, 2, 0, {}}, {0.95, 0.95});
  EXPECT_NEAR(adjusted.largestLeverage, 1, 1e-12);
  EXPECT_THAT(adjusted.gaps[1].coefficient.low, IsNan());
  EXPECT_EQ(adjusted.gaps[1].decomposition.undefined, Undefined::kCollinear);
}

TEST(AdjustedGaps, RejectInvalidRows) {
  Numbers outcome = kOutcome;
  outcome[3] = std::nan("");
  const Levels levels{0.95, 0.95};
  expectError([&] { adjust({outcome, kCovariate, {{1, false}}, kGroups, 2, 0, {}}, levels); },
              ErrorCode::kInvalidArgument, "amount", 3);
  expectError([&] { adjust({kOutcome, kCovariate, {{2, false}}, kGroups, 2, 0, {}}, levels); },
              ErrorCode::kShapeMismatch, "covariates");
  expectError([&] { adjust({kOutcome, kCovariate, {{1, false}}, kGroups, 1, 0, {}}, levels); },
              ErrorCode::kInvalidArgument, "groups", 4);
  expectError([&] { adjust({{}, {}, {}, {}, 1, 0, {}}, levels); }, ErrorCode::kInvalidArgument,
              "reference");
}

}  // namespace
}  // namespace fairwasm::amounts
