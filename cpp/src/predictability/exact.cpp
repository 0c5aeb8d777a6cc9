// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/exact.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "fairwasm/core/error.hpp"

namespace fairwasm::predictability {
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
      // A column of one class is an output that is always 0.
      const double ones = classes == 1 ? 0 : counts(cell, k);
      const double p = classes == 1 ? 0
                       : threshold  ? static_cast<double>(answers[cell] == k)
                                    : shares(cell, k);
      losses.square += ones * (1 - p) * (1 - p) + (all - ones) * p * p;
      // 0 rows times a logarithm of 0 is 0.
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

// What both tables come to, in one draw of what is random.
struct Draw {
  Losses d;
  Losses m;
  double variance = 0;  // of the rows that the first is right about, as far as it is not drawn
  double rows = 0;      // for testing
  double columns = 0;   // that are guessed
};

// Tables of label and prediction by feature; that of the label is `learned`.
void addColumn(Draw& draw, const Counts2& learned, const ExactCounts& train,
               const ExactCounts& test, bool threshold) {
  const auto sharesD = frequencies(learned);
  add(draw.d, lossesOf(sharesD, equalized(test), threshold));
  add(draw.m, lossesOf(frequencies(train.prediction), test.prediction, threshold));
  draw.variance += varianceOfRight(test, answersOf(sharesD));
}

// From differences to the first value: exactly 0 where all are alike.
double varianceOf(const std::vector<double>& values) {
  const double n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += (value - values[0]) / n;
  double sum = 0;
  for (const double value : values) {
    const double distance = value - values[0] - mean;
    sum += distance * distance;
  }
  return values.size() > 1 ? sum / (n - 1) : 0;
}

// Draws summed up. Losses are averaged before they are inverted.
class Average {
 public:
  Average(Metric metric, bool normalized) : metric_(metric), normalized_(normalized) {}

  // All draws have as many rows and columns.
  void take(const Draw& draw) {
    rows_ = draw.rows;
    columns_ = draw.columns;
    add(d_, draw.d);
    add(m_, draw.m);
    const double lambdaD = lambda(draw.d, 1);
    const double lambdaM = lambda(draw.m, 1);
    const double answers = rows_ * columns_;
    const double left = draw.variance / (answers * answers);
    // By the derivative of the leakage in lambda_D, which is -1 where it is not normalized.
    const double sum = lambdaD + lambdaM;
    const double slope = normalized_ ? 2 * lambdaM / (sum * sum) : 1;
    leftD_ += left;
    leftLeakage_ += slope * slope * left;
    lambdasD_.push_back(lambdaD);
    lambdasM_.push_back(lambdaM);
    leakages_.push_back(leakageOf(lambdaD, lambdaM, normalized_));
  }

  [[nodiscard]] ExactLeakage result() const {
    const double draws = static_cast<double>(leakages_.size());
    const auto spread = [&](const std::vector<double>& drawn, double left) {
      const bool known = metric_ == Metric::kAccuracy;
      return known ? std::sqrt(varianceOf(drawn) + left / draws)
                   : std::numeric_limits<double>::quiet_NaN();
    };
    ExactLeakage exact;
    exact.lambdaD = lambda(d_, draws);
    exact.lambdaM = lambda(m_, draws);
    exact.leakage = leakageOf(exact.lambdaD, exact.lambdaM, normalized_);
    exact.lambdaDSpread = spread(lambdasD_, leftD_);
    exact.lambdaMSpread = spread(lambdasM_, 0);
    exact.leakageSpread = spread(leakages_, leftLeakage_);
    exact.standardError = std::sqrt(varianceOf(leakages_) / draws);
    return exact;
  }

 private:
  [[nodiscard]] double lambda(const Losses& losses, double draws) const {
    if (metric_ == Metric::kAccuracy) {
      return losses.right / (draws * rows_ * columns_);
    }
    // Outputs were added up with the losses.
    return rows_ * losses.outputs / (metric_ == Metric::kMse ? losses.square : losses.cross);
  }

  Metric metric_;
  bool normalized_;
  double rows_ = 0;
  double columns_ = 0;
  Losses d_;
  Losses m_;
  double leftD_ = 0;
  double leftLeakage_ = 0;
  std::vector<double> lambdasD_;
  std::vector<double> lambdasM_;
  std::vector<double> leakages_;
};

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

ExactCounts exactCounts(const tally::Tally& tally) {
  const data::Schema& schema = tally.schema();
  if (!schema.hasLabel || !schema.hasPrediction) {
    throw Error(ErrorCode::kInvalidArgument,
                {"tally",
                 "a tally of labels and predictions",
                 schema.hasLabel ? "one without predictions" : "one without labels",
                 {}});
  }
  const std::size_t classes = schema.labels.size();
  const auto& sums = tally.cells();
  for (std::size_t i = 0; i < sums.size(); i += tally::kSums) {
    if (sums.data()[i + tally::kWeight] == sums.data()[i + tally::kRows]) continue;
    throw Error(ErrorCode::kInvalidArgument,
                {"tally",
                 "rows without weights: a row is guessed once, whatever its weight",
                 "weighted rows",
                 {}});
  }
  const std::size_t cells = classes == 0 ? 0 : sums.size() / (classes * classes * tally::kSums);
  const std::array<std::size_t, 2> shape{cells, std::max<std::size_t>(classes, 1)};
  ExactCounts counts{xt::zeros<double>(shape), xt::zeros<double>(shape), 0};
  const double* next = sums.data() + tally::kRows;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t label = 0; label < classes; ++label) {
      for (std::size_t prediction = 0; prediction < classes; ++prediction, next += tally::kSums) {
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
  Draw draw;
  for (std::size_t column = 0; column < train.size(); ++column) {
    addColumn(draw, equalized(train[column]), train[column], test[column], threshold);
  }
  draw.rows = sumOf(test[0].label);
  draw.columns = static_cast<double>(train.size());
  Average average(metric, normalized);
  average.take(draw);
  return average.result();
}

namespace {

// Beyond all trials: no stream is used twice.
constexpr std::size_t kFirstDraw = std::size_t{1} << 31;
// As many draws as make this many rows, within bounds.
constexpr std::size_t kDrawnRows = 2'000'000;
constexpr std::size_t kFewestDraws = 5;
constexpr std::size_t kMostDraws = 1000;

using Rows = std::span<const std::uint32_t>;

Counts2 countsOf(const CodeColumn& cells, std::size_t cellCount, const CodeColumn& column,
                 std::uint32_t classes, Rows rows) {
  const std::array<std::size_t, 2> shape{cellCount, std::max(classes, 1U)};
  Counts2 counts = xt::zeros<double>(shape);
  for (const std::uint32_t row : rows) counts(cells[row], column[row]) += 1;
  return counts;
}

// Combinations of classes as one number.
CodeColumn combined(const CodeColumns& columns, const TaskSpace& space) {
  CodeColumn cells(columns.at(0).size());
  std::uint32_t stride = 1;
  for (std::size_t column = 0; column < columns.size(); ++column) {
    for (std::size_t row = 0; row < cells.size(); ++row)
      cells[row] += columns[column][row] * stride;
    stride *= space.classes[column];
  }
  return cells;
}

// Label and prediction from the features. Where answers are scored, what is learned is drawn.
template <class Scalar>
Draw outcomeDraw(const AttackRows<Scalar>& rows, const TaskSpace& task, const TrialRows& drawn,
                 bool threshold, bool drawsTable) {
  const auto& features = std::get<Table<Scalar>>(rows.features);
  const auto cells = static_cast<std::size_t>(features.distinct.cols());
  Draw draw;
  for (std::size_t column = 0; column < rows.label.size(); ++column) {
    const std::uint32_t classes = task.classes[column];
    const auto& label = rows.label[column];
    const auto& prediction = rows.prediction[column];
    const auto countsIn = [&](const CodeColumn& of, Rows part) {
      return countsOf(features.rows, cells, of, classes, part);
    };
    const auto partOf = [&](Rows part) {
      const auto right = std::count_if(part.begin(), part.end(), [&](std::uint32_t row) {
        return label[row] == prediction[row];
      });
      return ExactCounts{countsIn(label, part), countsIn(prediction, part),
                         static_cast<double>(right)};
    };
    const auto train = partOf(drawn.split.train);
    const auto learned =
        drawsTable ? countsIn(drawn.label[column], drawn.split.train) : equalized(train);
    addColumn(draw, learned, train, partOf(drawn.split.test), threshold);
  }
  return draw;
}

// The attribute from label or prediction. What is seen is drawn, in training and in testing.
template <class Scalar>
Draw attributeDraw(const AttackRows<Scalar>& rows, const AttackSpace& space, const TrialRows& drawn,
                   bool threshold) {
  const std::size_t cellCount = space.task.combinations();
  const auto losses = [&](const CodeColumns& seen) {
    const CodeColumn cells = combined(seen, space.task);
    Losses sum;
    for (std::size_t column = 0; column < rows.attribute.size(); ++column) {
      const auto countsIn = [&](Rows part) {
        return countsOf(cells, cellCount, rows.attribute[column], space.attribute.classes[column],
                        part);
      };
      add(sum, lossesOf(frequencies(countsIn(drawn.split.train)), countsIn(drawn.split.test),
                        threshold));
    }
    return sum;
  };
  return {losses(drawn.label), losses(rows.prediction)};
}

}  // namespace

template <class Scalar>
ExactLeakage expectedLeakage(const AttackRows<Scalar>& rows, const AttackSpace& space, Guess guess,
                             const Testing& testing, Metric metric, bool threshold, bool normalized,
                             std::uint64_t seed) {
  requireRows(rows, space, guess);
  const bool guessesOutcome = guess == Guess::kOutcome;
  if (!guessesOutcome && space.task.combinations() == 0) {
    throw Error(ErrorCode::kTooLarge, {"label",
                                       "at most " + std::to_string(TaskSpace::kMaxCombinations) +
                                           " combinations of classes that are seen",
                                       "more",
                                       {}});
  }
  LeakageOptions options;
  options.testing = testing;
  const bool drawsTable = threshold || metric == Metric::kAccuracy;
  const bool isCertain = guessesOutcome && !drawsTable && (!testing.share || testing.once);
  const std::size_t rowCount = rows.label[0].size();
  const std::size_t draws =
      isCertain ? 1 : std::clamp(kDrawnRows / rowCount, kFewestDraws, kMostDraws);
  const auto randomness = seededRandomness<Scalar>(seed);
  const std::size_t columns = guessesOutcome ? rows.label.size() : rows.attribute.size();
  Average average(metric, normalized);
  for (std::size_t i = 0; i < draws; ++i) {
    const TrialRows drawn = drawRows(rows, space.task, options, *randomness, kFirstDraw + i);
    Draw draw = guessesOutcome ? outcomeDraw(rows, space.task, drawn, threshold, drawsTable)
                               : attributeDraw(rows, space, drawn, threshold);
    draw.rows = static_cast<double>(drawn.split.test.size());
    draw.columns = static_cast<double>(columns);
    average.take(draw);
  }
  return average.result();
}

template ExactLeakage expectedLeakage<float>(const AttackRows<float>&, const AttackSpace&, Guess,
                                             const Testing&, Metric, bool, bool, std::uint64_t);
template ExactLeakage expectedLeakage<double>(const AttackRows<double>&, const AttackSpace&, Guess,
                                              const Testing&, Metric, bool, bool, std::uint64_t);

}  // namespace fairwasm::predictability
