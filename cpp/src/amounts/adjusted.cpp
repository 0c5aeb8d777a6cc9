// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/amounts/adjusted.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "estimates.hpp"
#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/core/require.hpp"
#include "least_squares.hpp"

namespace fairwasm::amounts {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A sample of rows with a constant, and statistics of the covariates.
struct Design {
  MatrixXd columns;  // 1 and the covariates
  VectorXd outcome;
  VectorXd means;
  MatrixXd covariance;  // of the means of the columns
};

Design designOf(const RegressionRows& rows, const std::vector<Index>& selected) {
  const auto count = static_cast<Index>(rows.outcome.size());
  const Index width = count == 0 ? 0 : static_cast<Index>(rows.covariates.size()) / count;
  const auto size = static_cast<Index>(selected.size());
  Design design{MatrixXd(size, width + 1), VectorXd(size), {}, {}};
  for (Index i = 0; i < size; ++i) {
    const Index row = selected[static_cast<std::size_t>(i)];
    design.outcome[i] = rows.outcome[static_cast<std::size_t>(row)];
    design.columns(i, 0) = 1;
    for (Index column = 0; column < width; ++column) {
      design.columns(i, column + 1) =
          rows.covariates[static_cast<std::size_t>(column * count + row)];
    }
  }
  design.means = design.columns.colwise().mean();
  const MatrixXd centered = design.columns.rowwise() - design.means.transpose();
  const auto n = static_cast<double>(size);
  design.covariance = centered.transpose() * centered / (n - 1) / n;
  return design;
}

// Returns a difference, tested against 0.
Estimated tested(double value, double variance, double degrees, const Levels& levels) {
  return studentized(value, variance, degrees, value, levels);
}

double quadratic(const MatrixXd& matrix, const VectorXd& vector) {
  return vector.dot(matrix * vector);
}

std::vector<double> sumByTerm(const std::vector<Term>& terms, const VectorXd& columns) {
  std::vector<double> sums;
  Index next = 1;  // after the constant
  for (const Term& term : terms) {
    const auto width = static_cast<Index>(term.columns);
    sums.push_back(columns.segment(next, width).sum());
    next += width;
  }
  return sums;
}

// Returns coefficients with those of categories as deviations from their mean (Yun 2005), which the
// constant contains instead; the first category, whose coefficient is 0, is omitted.
VectorXd normalized(const std::vector<Term>& terms, VectorXd coefficients,
                    std::vector<double>& baseline) {
  Index next = 1;
  for (const Term& term : terms) {
    const auto width = static_cast<Index>(term.columns);
    double mean = 0;
    if (term.isCategorical) {
      mean = coefficients.segment(next, width).sum() / static_cast<double>(width + 1);
      coefficients.segment(next, width).array() -= mean;
      coefficients[0] += mean;
    }
    baseline.push_back(-mean);
    next += width;
  }
  return coefficients;
}

Decomposition undefinedParts(std::size_t rows, std::size_t referenceRows, Undefined why) {
  return {.rows = static_cast<double>(rows),
          .referenceRows = static_cast<double>(referenceRows),
          .undefined = why,
          .difference = kNaN,
          .ofReference = {},
          .ofGroup = {},
          .pooled = {},
          .withoutGroup = {},
          .unexplainedByConstant = kNaN,
          .unexplainedBy = {}};
}

class Pair {
 public:
  Pair(const RegressionRows& rows, const std::vector<Index>& ofReference,
       const std::vector<Index>& ofGroup, const Levels& levels)
      : rows_(rows),
        reference_(designOf(rows, ofReference)),
        group_(designOf(rows, ofGroup)),
        levels_(levels) {
    clusters_.reserve(rows.clusters.empty() ? 0 : ofReference.size() + ofGroup.size());
    if (rows.clusters.empty()) return;
    for (const auto* selected : {&ofReference, &ofGroup}) {
      for (const Index row : *selected) {
        clusters_.push_back(rows.clusters[static_cast<std::size_t>(row)]);
      }
    }
  }

  [[nodiscard]] Decomposition decompose() const {
    const Index columns = reference_.columns.cols();
    const auto undefinedBecause = [&](Undefined why) {
      return undefinedParts(static_cast<std::size_t>(group_.columns.rows()),
                            static_cast<std::size_t>(reference_.columns.rows()), why);
    };
    if (reference_.columns.rows() <= columns || group_.columns.rows() <= columns) {
      return undefinedBecause(Undefined::kFewRows);
    }
    const auto ofReference = LeastSquares::fit(reference_.columns, reference_.outcome);
    const auto ofGroup = LeastSquares::fit(group_.columns, group_.outcome);
    if (!ofReference || !ofGroup) return undefinedBecause(Undefined::kCollinear);
    Decomposition result = undefinedBecause(Undefined::kNone);
    const MatrixXd v = ofReference->robustCovariance();
    const MatrixXd w = ofGroup->robustCovariance();
    const VectorXd& b = ofReference->coefficients();
    const VectorXd& c = ofGroup->coefficients();
    result.difference = reference_.outcome.mean() - group_.outcome.mean();
    result.ofReference =
        parts(b, v, group_.means.dot(b - c), unexplainedVariance(v + w, b - c, group_), degrees());
    result.ofGroup = parts(c, w, reference_.means.dot(b - c),
                           unexplainedVariance(v + w, b - c, reference_), degrees());
    addPooled(result);
    addDetail(result, b, c);
    return result;
  }

 private:
  [[nodiscard]] double degrees() const {
    return static_cast<double>(reference_.columns.rows() + group_.columns.rows() -
                               2 * reference_.columns.cols());
  }

  // Rows of one cluster depend on each other, so that only the variance CR2 is valid.
  [[nodiscard]] double unclustered(double variance) const {
    return clusters_.empty() ? variance : kNaN;
  }

  [[nodiscard]] static double unexplainedVariance(const MatrixXd& sum, const VectorXd& difference,
                                                  const Design& base) {
    return quadratic(sum, base.means) + quadratic(base.covariance, difference);
  }

  // The covariates explain the difference of their means times the coefficients.
  [[nodiscard]] Parts parts(const VectorXd& coefficients, const MatrixXd& covariance,
                            double unexplained, double variance, double degrees) const {
    const VectorXd difference = reference_.means - group_.means;
    const MatrixXd spread = reference_.covariance + group_.covariance;
    const double explained = difference.dot(coefficients);
    const double explainedVariance = quadratic(covariance, difference) +
                                     quadratic(spread, coefficients) +
                                     (covariance * spread).trace();
    return {tested(explained, unclustered(explainedVariance), degrees, levels_),
            tested(unexplained, unclustered(variance), degrees, levels_),
            sumByTerm(rows_.terms, difference.cwiseProduct(coefficients))};
  }

  void addPooled(Decomposition& result) const {
    const Index columns = reference_.columns.cols();
    const Index size = reference_.columns.rows() + group_.columns.rows();
    MatrixXd all(size, columns + 1);
    all.topLeftCorner(reference_.columns.rows(), columns) = reference_.columns;
    all.bottomLeftCorner(group_.columns.rows(), columns) = group_.columns;
    all.col(columns).setZero();
    all.col(columns).tail(group_.columns.rows()).setOnes();
    VectorXd outcome(size);
    outcome << reference_.outcome, group_.outcome;
    const auto withGroup = LeastSquares::fit(all, outcome);
    const auto without = LeastSquares::fit(all.leftCols(columns), outcome);
    if (!withGroup || !without) return;
    const MatrixXd v = withGroup->robustCovariance();
    VectorXd b = withGroup->coefficients().head(columns);
    const double gap = -withGroup->coefficients()[columns];
    result.pooled =
        parts(b, v.topLeftCorner(columns, columns), gap, v(columns, columns), withGroup->degrees());
    if (!clusters_.empty()) {
      const auto [variance, freedom] = withGroup->clustered(columns, clusters_);
      result.pooled.unexplained = tested(gap, variance, freedom, levels_);
    }
    // The model without the group attributes part of the gap to covariates, so it has no interval.
    b = without->coefficients();
    result.withoutGroup =
        parts(b, MatrixXd::Constant(columns, columns, kNaN),
              result.difference - (reference_.means - group_.means).dot(b), kNaN, 1);
  }

  void addDetail(Decomposition& result, const VectorXd& b, const VectorXd& c) const {
    std::vector<double> ofReference;
    std::vector<double> ofGroup;
    const VectorXd difference =
        normalized(rows_.terms, b, ofReference) - normalized(rows_.terms, c, ofGroup);
    result.unexplainedByConstant = difference[0];
    result.unexplainedBy = sumByTerm(rows_.terms, difference.cwiseProduct(group_.means));
    const auto means = sumByTerm(rows_.terms, group_.means);
    for (std::size_t term = 0; term < rows_.terms.size(); ++term) {
      if (!rows_.terms[term].isCategorical) continue;
      result.unexplainedBy[term] += (1 - means[term]) * (ofReference[term] - ofGroup[term]);
    }
  }

  const RegressionRows& rows_;
  Design reference_;
  Design group_;
  const Levels& levels_;
  std::vector<std::uint32_t> clusters_;
};

void requireRows(const RegressionRows& rows) {
  const std::size_t count = rows.outcome.size();
  std::size_t columns = 0;
  for (const Term& term : rows.terms) columns += term.columns;
  requireCount("groups", rows.groups.size(), count);
  requireCount("covariates", rows.covariates.size(), count * columns);
  if (!rows.clusters.empty()) requireCount("cluster", rows.clusters.size(), count);
  requireFinite("amount", rows.outcome);
  requireFinite("covariates", rows.covariates);
  for (std::size_t row = 0; row < count; ++row) {
    const bool isValid =
        rows.groups[row] < rows.groupCount && (rows.clusters.empty() || rows.clusters[row] < count);
    if (isValid) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"groups", "codes below the number of categories", "a larger code", row});
  }
}

}  // namespace

Adjusted adjust(const RegressionRows& rows, const Levels& levels) {
  requireRows(rows);
  std::vector<std::vector<Index>> selected(rows.groupCount);
  std::vector<Index> all;
  for (std::size_t row = 0; row < rows.groups.size(); ++row) {
    selected[rows.groups[row]].push_back(static_cast<Index>(row));
    all.push_back(static_cast<Index>(row));
  }
  if (all.empty() || rows.reference >= rows.groupCount) {
    throw Error(ErrorCode::kInvalidArgument, {"reference", "a group with rows", "none", {}});
  }
  const Design design = designOf(rows, all);
  // Indicators of the groups with rows, except the reference.
  std::vector<std::size_t> others;
  for (std::size_t g = 0; g < rows.groupCount; ++g) {
    if (g != rows.reference && !selected[g].empty()) others.push_back(g);
  }
  const Index width = design.columns.cols();
  MatrixXd columns =
      MatrixXd::Zero(design.columns.rows(), width + static_cast<Index>(others.size()));
  columns.leftCols(width) = design.columns;
  for (std::size_t i = 0; i < others.size(); ++i) {
    for (const Index row : selected[others[i]]) columns(row, width + static_cast<Index>(i)) = 1;
  }
  Adjusted result{Undefined::kNone, kNaN, kNaN, {}};
  for (std::size_t g = 0; g < rows.groupCount; ++g) {
    const auto& own = selected[g];
    const auto& base = selected[rows.reference];
    const bool isPair = g != rows.reference && !own.empty() && !base.empty();
    result.gaps.push_back({{},
                           isPair ? Pair(rows, base, own, levels).decompose()
                                  : undefinedParts(own.size(), base.size(), Undefined::kFewRows)});
  }
  const auto fit = LeastSquares::fit(columns, design.outcome);
  if (!fit) {
    result.undefined =
        columns.rows() <= columns.cols() ? Undefined::kFewRows : Undefined::kCollinear;
    return result;
  }
  result.degrees = fit->degrees();
  result.largestLeverage = fit->largestLeverage();
  const MatrixXd covariance = fit->robustCovariance();
  const std::vector<std::uint32_t> clusters(rows.clusters.begin(), rows.clusters.end());
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Index index = width + static_cast<Index>(i);
    const double value = fit->coefficients()[index];
    const auto [variance, degrees] =
        clusters.empty() ? LeastSquares::Clustered{covariance(index, index), fit->degrees()}
                         : fit->clustered(index, clusters);
    result.gaps[others[i]].coefficient = tested(value, variance, degrees, levels);
  }
  return result;
}

}  // namespace fairwasm::amounts
