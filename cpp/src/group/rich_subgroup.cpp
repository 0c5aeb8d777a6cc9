// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/group/rich_subgroup.hpp"

#include <Eigen/Core>
#include <Eigen/QR>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "fairwasm/core/error.hpp"

namespace fairwasm::group {
namespace {

// The rows of S with equal attributes.
struct Cell {
  std::vector<double> attributes;
  double rows = 0;
  double q = 0;  // sum over its rows
};

[[noreturn]] void fail(const char* argument, const std::string& expected,
                       const std::string& actual) {
  throw Error(ErrorCode::kInvalidArgument, {argument, expected, actual, {}});
}

void requireUsable(const data::Schema& schema, std::span<const double> sums) {
  if (!schema.hasLabel) fail("label", "true labels", "none");
  if (!schema.hasScore && !schema.hasPrediction)
    fail("predictions", "predictions or scores", "neither");
  for (const auto& label : schema.labels) {
    if (label != "0" && label != "1") fail("label", "labels 0 and 1", "'" + label + "'");
  }
  for (std::size_t i = 0; i < sums.size(); i += tally::kSums) {
    const double rows = sums[i + tally::kRows];
    if (sums[i + tally::kWeight] != rows || sums[i + tally::kSquaredWeight] != rows) {
      fail("weight", "a weight of 1 for every row", "other weights");
    }
  }
}

// Returns the categories as finite numbers, or nothing if any is not a number.
std::optional<std::vector<double>> toNumbers(const std::vector<std::string>& categories) {
  std::vector<double> numbers;
  for (const std::string& category : categories) {
    char* end = nullptr;
    const double number = std::strtod(category.c_str(), &end);
    if (category.empty() || end != category.c_str() + category.size() || !std::isfinite(number)) {
      return std::nullopt;
    }
    numbers.push_back(number);
  }
  return numbers;
}

std::vector<std::vector<double>> attributeValues(const data::Schema& schema) {
  std::vector<std::vector<double>> values;
  for (const auto& attribute : schema.attributes) {
    auto numbers = toNumbers(attribute.categories);
    if (!numbers) fail("attributes", "numeric categories of " + attribute.name, "other categories");
    values.push_back(std::move(*numbers));
  }
  return values;
}

// Returns the sum of predictions over the rows of one (cell, true label); `sums` are by predicted
// label.
double predictionSum(const data::Schema& schema, const double* sums) {
  double sum = 0;
  const std::size_t predictions = schema.hasPrediction ? schema.labels.size() : 1;
  for (std::size_t i = 0; i < predictions; ++i, sums += tally::kSums) {
    if (schema.hasScore) {
      sum += sums[tally::kScore];
    } else if (schema.labels[i] == "1") {
      sum += sums[tally::kRows];
    }
  }
  return sum;
}

std::vector<Cell> toCells(const data::Schema& schema, std::span<const double> all,
                          RichSubgroupError error) {
  const auto values = attributeValues(schema);
  const std::string truth = error == RichSubgroupError::kFalsePositives ? "0" : "1";
  const std::size_t labels = schema.labels.size();
  const std::size_t predictions = schema.hasPrediction ? labels : 1;
  std::vector<Cell> cells;
  if (labels == 0) return cells;
  const std::size_t groups = all.size() / (labels * predictions * tally::kSums);
  for (std::size_t group = 0; group < groups; ++group) {
    for (std::size_t label = 0; label < labels; ++label) {
      if (schema.labels[label] != truth) continue;
      const double* sums = all.data() + (group * labels + label) * predictions * tally::kSums;
      Cell cell{std::vector<double>(values.size()), 0, predictionSum(schema, sums)};
      for (std::size_t i = 0; i < predictions; ++i)
        cell.rows += sums[i * tally::kSums + tally::kRows];
      if (cell.rows == 0) continue;
      if (error == RichSubgroupError::kFalseNegatives) cell.q = cell.rows - cell.q;
      std::size_t rest = group;
      for (std::size_t axis = values.size(); axis-- > 0;) {
        cell.attributes[axis] = values[axis][rest % values[axis].size()];
        rest /= values[axis].size();
      }
      cells.push_back(std::move(cell));
    }
  }
  return cells;
}

// Fits within this proportion of the largest cost are rounding errors and count as 0.
constexpr double kRounding = 1e-10;

// Returns the fitted values of a least squares fit of the cells' mean costs on their attributes and
// an intercept, with each cell weighted by its rows. With collinear attributes, there are many
// solutions with the same fitted values.
Eigen::VectorXd fit(const std::vector<Cell>& cells, double base, double allRows) {
  const auto count = static_cast<Eigen::Index>(cells.size());
  const auto columns = static_cast<Eigen::Index>(cells.front().attributes.size()) + 1;
  Eigen::MatrixXd design(count, columns);
  Eigen::VectorXd costs(count);
  Eigen::VectorXd roots(count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const Cell& cell = cells[static_cast<std::size_t>(i)];
    design(i, 0) = 1;
    for (Eigen::Index j = 1; j < columns; ++j) {
      design(i, j) = cell.attributes[static_cast<std::size_t>(j - 1)];
    }
    costs[i] = (cell.q / cell.rows - base) / allRows;
    roots[i] = std::sqrt(cell.rows);
  }
  const Eigen::MatrixXd weighted = roots.asDiagonal() * design;
  const Eigen::VectorXd weightedCosts = roots.cwiseProduct(costs);
  const Eigen::VectorXd fitted = design * weighted.colPivHouseholderQr().solve(weightedCosts);
  const double smallest = kRounding * costs.cwiseAbs().maxCoeff();
  return fitted.unaryExpr([=](double x) { return std::abs(x) <= smallest ? 0.0 : x; });
}

}  // namespace

double richSubgroup(const tally::Tally& tally, RichSubgroupError error) {
  return richSubgroup(tally.schema(), tally.cells(), error);
}

double richSubgroup(const data::Schema& schema, std::span<const double> sums,
                    RichSubgroupError error) {
  requireUsable(schema, sums);
  const auto cells = toCells(schema, sums, error);
  if (cells.empty()) {
    fail("label", error == RichSubgroupError::kFalsePositives ? "rows labeled 0" : "rows labeled 1",
         "none");
  }
  double rows = 0;
  double sum = 0;
  for (const Cell& cell : cells) {
    rows += cell.rows;
    sum += cell.q;
  }
  const double base = sum / rows;
  double allRows = 0;
  for (std::size_t i = 0; i < sums.size(); i += tally::kSums) allRows += sums[i + tally::kRows];
  const Eigen::VectorXd fitted = fit(cells, base, allRows);

  double below = 0;  // number of rows with a fit below 0
  double above = 0;
  double belowSum = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const double value = fitted[static_cast<Eigen::Index>(i)];
    if (value < 0) {
      below += cells[i].rows;
      belowSum += cells[i].q;
    } else if (value > 0) {
      above += cells[i].rows;
    }
  }
  const double belowMean = below > 0 ? belowSum / below : 0;
  const double belowDisparity = std::abs(belowMean - base) * below / allRows;
  if (above == 0) return belowDisparity;
  const double restMean = (sum - belowSum) / (rows - below);
  const double aboveDisparity = std::abs(restMean - base) * above / allRows;
  return aboveDisparity > belowDisparity ? aboveDisparity : belowDisparity;
}

}  // namespace fairwasm::group
