// SPDX-License-Identifier: Apache-2.0
#include "exact_tables.hpp"

#include <algorithm>
#include <cmath>

namespace fairwasm::predictability::internal {

double sumExcept(const Counts2& counts) {
  double sum = 0;
  for (const double count : counts) sum += count;
  return sum;
}

Counts2 equalized(const ExactCounts& part) {
  const std::size_t classes = part.label.shape(1);
  const double rows = sumExcept(part.label);
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

Counts2 frequencies(const Counts2& counts) {
  const std::size_t classes = counts.shape(1);
  std::vector<double> overall(classes);
  for (std::size_t cell = 0; cell < counts.shape(0); ++cell) {
    for (std::size_t k = 0; k < classes; ++k) overall[k] += counts(cell, k);
  }
  const double rows = sumExcept(counts);
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

namespace {

// Returns the first of the most frequent classes of each cell.
std::vector<std::size_t> getAnswers(const Counts2& shares) {
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

// Variance of the number of correct rows. The table is correct for R of N rows, K rows keep their
// label (hypergeometric), and each other row that the table gets wrong becomes correct with
// probability 1/(classes - 1).
double varianceOfRight(const ExactCounts& test, const std::vector<std::size_t>& answers) {
  const double n = sumExcept(test.label);
  const double classes = static_cast<double>(test.label.shape(1));
  if (classes < 2 || n < 2) return 0;
  const double r = rightRows(answers, test.label) / n;
  const double luck = 1 / (classes - 1);
  const double drawn = test.kept * r * (1 - r) * (n - test.kept) / (n - 1);
  const double turnedOver = (n - test.kept) * (1 - r);
  return (1 + luck) * (1 + luck) * drawn + luck * (1 - luck) * turnedOver;
}

}  // namespace

Losses computeLosses(const Counts2& shares, const Counts2& counts, bool threshold) {
  const std::size_t classes = shares.shape(1);
  const auto answers = getAnswers(shares);
  Losses losses;
  losses.right = rightRows(answers, counts);
  losses.outputs = classes <= 2 ? 1 : static_cast<double>(classes);
  const auto logarithm = [](double value) { return std::max(std::log(value), -100.0); };
  for (std::size_t cell = 0; cell < shares.shape(0); ++cell) {
    double all = 0;
    for (std::size_t k = 0; k < classes; ++k) all += counts(cell, k);
    if (all == 0) continue;
    for (std::size_t k = classes <= 2 ? classes - 1 : 0; k < classes; ++k) {
      // The output for a column with a single class is always 0.
      const double ones = classes == 1 ? 0 : counts(cell, k);
      const double p = classes == 1 ? 0
                       : threshold  ? static_cast<double>(answers[cell] == k)
                                    : shares(cell, k);
      losses.square += ones * (1 - p) * (1 - p) + (all - ones) * p * p;
      // By convention, 0 rows times the logarithm of 0 is 0.
      if (ones > 0) losses.cross -= ones * logarithm(p);
      if (all > ones) losses.cross -= (all - ones) * logarithm(1 - p);
    }
  }
  return losses;
}

void add(Losses& sum, const Losses& more) {
  sum.right += more.right;
  sum.square += more.square;
  sum.cross += more.cross;
  sum.outputs += more.outputs;
}

void addColumn(Draw& draw, const Counts2& learned, const ExactCounts& train,
               const ExactCounts& test, bool threshold) {
  const auto sharesD = frequencies(learned);
  add(draw.d, computeLosses(sharesD, equalized(test), threshold));
  add(draw.m, computeLosses(frequencies(train.prediction), test.prediction, threshold));
  draw.variance += varianceOfRight(test, getAnswers(sharesD));
}

}  // namespace fairwasm::predictability::internal
