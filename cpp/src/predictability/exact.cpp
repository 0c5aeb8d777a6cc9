// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/exact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "fairwasm/error.hpp"

namespace fairwasm {
namespace {

using Counts2 = xt::xtensor<double, 2>;

double sumOf(const Counts2& counts) {
  double sum = 0;
  for (const double count : counts) sum += count;
  return sum;
}

// Expected counts after `kept` rows keep their class and the others get another one, each as
// likely.
Counts2 equalized(const ExactCounts& part) {
  const std::size_t classes = part.label.shape(1);
  const double rows = sumOf(part.label);
  const double share = rows > 0 ? part.kept / rows : 1;
  if (classes < 2) return part.label;
  Counts2 result = part.label;
  for (std::size_t cell = 0; cell < result.shape(0); ++cell) {
    double all = 0;
    for (std::size_t k = 0; k < classes; ++k) all += part.label(cell, k);
    for (std::size_t k = 0; k < classes; ++k) {
      result(cell, k) = share * part.label(cell, k) + (1 - share) * (all - part.label(cell, k)) /
                                                          static_cast<double>(classes - 1);
    }
  }
  return result;
}

// By cell and class: the share of the class among the training rows of the cell.
Counts2 frequencies(const Counts2& counts) {
  const std::size_t classes = counts.shape(1);
  std::vector<double> overall(classes);
  for (std::size_t cell = 0; cell < counts.shape(0); ++cell) {
    for (std::size_t k = 0; k < classes; ++k) overall[k] += counts(cell, k);
  }
  const double rows = sumOf(counts);
  Counts2 shares = counts;
  for (std::size_t cell = 0; cell < counts.shape(0); ++cell) {
    double all = 0;
    for (std::size_t k = 0; k < classes; ++k) all += counts(cell, k);
    for (std::size_t k = 0; k < classes; ++k) {
      shares(cell, k) = all > 0 ? counts(cell, k) / all : overall[k] / rows;
    }
  }
  return shares;
}

// The first of the most frequent classes of each cell.
std::vector<std::size_t> answersOf(const Counts2& shares) {
  std::vector<std::size_t> answers;
  for (std::size_t cell = 0; cell < shares.shape(0); ++cell) {
    std::size_t best = 0;
    for (std::size_t k = 1; k < shares.shape(1); ++k) {
      if (shares(cell, k) > shares(cell, best)) best = k;
    }
    answers.push_back(best);
  }
  return answers;
}

double rightRows(const std::vector<std::size_t>& answers, const Counts2& counts) {
  double right = 0;
  for (std::size_t cell = 0; cell < answers.size(); ++cell) right += counts(cell, answers[cell]);
  return right;
}

// Of N rows the table is right about R, K keep their label (hypergeometric), and each of the others
// that it is wrong about becomes right with probability 1/(classes - 1).
double varianceOfRight(const ExactCounts& test, const std::vector<std::size_t>& answers) {
  const double n = sumOf(test.label);
  const double classes = static_cast<double>(test.label.shape(1));
  if (classes < 2 || n < 2) return 0;
  const double r = rightRows(answers, test.label) / n;
  const double luck = 1 / (classes - 1);
  const double drawn = test.kept * r * (1 - r) * (n - test.kept) / (n - 1);
  const double turnedOver = (n - test.kept) * (1 - r);
  return (1 + luck) * (1 + luck) * drawn + luck * (1 - luck) * turnedOver;
}

struct Losses {
  double right = 0;   // rows
  double square = 0;  // over rows and outputs
  double cross = 0;
  double outputs = 0;  // of an attacker for this column
};

// Outputs p by cell, scored on expected counts: 0 or 1 for answers, frequencies otherwise.
Losses lossesOf(const Counts2& shares, const Counts2& counts, bool threshold) {
  const std::size_t classes = shares.shape(1);
  const auto answers = answersOf(shares);
  Losses losses;
  losses.right = rightRows(answers, counts);
  losses.outputs = classes <= 2 ? 1 : static_cast<double>(classes);
  const auto logarithm = [](double value) { return std::max(std::log(value), -100.0); };
  for (std::size_t cell = 0; cell < shares.shape(0); ++cell) {
    double all = 0;
    for (std::size_t k = 0; k < classes; ++k) all += counts(cell, k);
    if (all == 0) continue;
    for (std::size_t k = classes <= 2 ? classes - 1 : 0; k < classes; ++k) {
      const double p = threshold ? static_cast<double>(answers[cell] == k) : shares(cell, k);
      const double ones = classes == 1 ? 0 : counts(cell, k);
      losses.square += ones * (1 - p) * (1 - p) + (all - ones) * p * p;
      // 0 rows times a logarithm of 0 is 0.
      if (ones > 0) losses.cross -= ones * logarithm(p);
      if (all > ones) losses.cross -= (all - ones) * logarithm(1 - p);
    }
  }
  return losses;
}

double lambdaOf(const Losses& losses, double rows, std::size_t columns, Metric metric) {
  if (metric == Metric::kAccuracy) return losses.right / (rows * static_cast<double>(columns));
  return rows * losses.outputs / (metric == Metric::kMse ? losses.square : losses.cross);
}

void add(Losses& sum, const Losses& more) {
  sum.right += more.right;
  sum.square += more.square;
  sum.cross += more.cross;
  sum.outputs += more.outputs;
}

void requireFit(const std::vector<ExactCounts>& train, const std::vector<ExactCounts>& test) {
  const auto same = [](const Counts2& a, const Counts2& b) { return a.shape() == b.shape(); };
  bool fits = train.size() == test.size() && !train.empty();
  for (std::size_t i = 0; fits && i < train.size(); ++i) {
    fits = same(train[i].label, train[i].prediction) && same(test[i].label, test[i].prediction) &&
           same(train[i].label, test[i].label) && train[i].label.shape(1) > 0;
  }
  if (!fits) {
    throw Error(ErrorCode::kShapeMismatch,
                {"counts", "the same cells and classes for training and testing", "others", {}});
  }
  if (sumOf(train[0].label) > 0 && sumOf(test[0].label) > 0) return;
  throw Error(ErrorCode::kInvalidArgument, {"counts", "at least one row", "none", {}});
}

}  // namespace

ExactCounts exactCounts(const std::vector<std::uint32_t>& cells, std::size_t cellCount,
                        const CodeColumn& label, const CodeColumn& prediction,
                        std::uint32_t classes) {
  const std::array<std::size_t, 2> shape{cellCount, classes};
  ExactCounts counts{xt::zeros<double>(shape), xt::zeros<double>(shape),
                     static_cast<double>(agreement(label, prediction))};
  for (std::size_t row = 0; row < cells.size(); ++row) {
    counts.label(cells[row], label[row]) += 1;
    counts.prediction(cells[row], prediction[row]) += 1;
  }
  return counts;
}

ExactCounts exactCounts(const Tally& tally) {
  const Schema& schema = tally.schema();
  if (!schema.hasLabel || !schema.hasPrediction) {
    throw Error(ErrorCode::kInvalidArgument,
                {"tally",
                 "a tally of labels and predictions",
                 schema.hasLabel ? "one without predictions" : "one without labels",
                 {}});
  }
  const std::size_t classes = schema.labels.size();
  const auto& sums = tally.cells();
  const std::size_t cells = classes == 0 ? 0 : sums.size() / (classes * classes * kSums);
  const std::array<std::size_t, 2> shape{cells, std::max<std::size_t>(classes, 1)};
  ExactCounts counts{xt::zeros<double>(shape), xt::zeros<double>(shape), 0};
  const double* next = sums.data() + kRows;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t label = 0; label < classes; ++label) {
      for (std::size_t prediction = 0; prediction < classes; ++prediction, next += kSums) {
        counts.label(cell, label) += *next;
        counts.prediction(cell, prediction) += *next;
        if (label == prediction) counts.kept += *next;
      }
    }
  }
  return counts;
}

ExactLeakage exactLeakage(const std::vector<ExactCounts>& train,
                          const std::vector<ExactCounts>& test, Metric metric, bool threshold,
                          bool normalized) {
  requireFit(train, test);
  Losses d;
  Losses m;
  double variance = 0;
  for (std::size_t column = 0; column < train.size(); ++column) {
    const auto sharesD = frequencies(equalized(train[column]));
    const auto sharesM = frequencies(train[column].prediction);
    add(d, lossesOf(sharesD, equalized(test[column]), threshold));
    add(m, lossesOf(sharesM, test[column].prediction, threshold));
    variance += varianceOfRight(test[column], answersOf(sharesD));
  }
  const double rows = sumOf(test[0].label);
  ExactLeakage exact;
  exact.lambdaD = lambdaOf(d, rows, train.size(), metric);
  exact.lambdaM = lambdaOf(m, rows, train.size(), metric);
  exact.leakage = leakageOf(exact.lambdaD, exact.lambdaM, normalized);
  const bool known = metric == Metric::kAccuracy;
  exact.lambdaDSpread = known ? std::sqrt(variance) / (rows * static_cast<double>(train.size()))
                              : std::numeric_limits<double>::quiet_NaN();
  // By the derivative of the leakage in lambda_D, which is -1 where it is not normalized.
  const double sum = exact.lambdaD + exact.lambdaM;
  const double slope = normalized ? 2 * exact.lambdaM / (sum * sum) : 1;
  exact.leakageSpread = slope * exact.lambdaDSpread;
  return exact;
}

}  // namespace fairwasm
