// SPDX-License-Identifier: Apache-2.0
//
// Training of an attacker, mini-batch by mini-batch. The work can be cut anywhere between two
// pieces of a batch, which is what makes progress and canceling possible without threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "fairwasm/predictability/network.hpp"

namespace fairwasm::predictability {

// All are means over the batch; with p the attacker's output and y the target:
enum class Loss {
  kMse,  // (p - y)^2, also over outputs
  kBce,  // -(y ln p + (1 - y) ln(1 - p)), also over outputs; each ln at least -100, as in torch
  kCrossEntropy,  // -sum of y ln softmax(p) over outputs; y is one-hot or a distribution
};
constexpr auto namesOf(Loss) {
  return makeNames<Loss>(
      "loss", {{"mse", Loss::kMse}, {"bce", Loss::kBce}, {"cross-entropy", Loss::kCrossEntropy}});
}

enum class Optimizer {
  kAdam,  // Kingma and Ba 2015, with torch's order of operations; beta 0.9 and 0.999, epsilon 1e-8
  kSgd,   // parameter -= learning rate * gradient
};
constexpr auto namesOf(Optimizer) {
  return makeNames<Optimizer>("optimizer", {{"adam", Optimizer::kAdam}, {"sgd", Optimizer::kSgd}});
}

struct TrainingOptions {
  Loss loss = Loss::kBce;
  Optimizer optimizer = Optimizer::kAdam;
  double learningRate = 0.05;
  std::size_t epochs = 100;
  std::size_t batchSize = 64;
  double weightDecay = 0;    // adds weightDecay * parameter to each gradient, as torch's Adam does
  std::size_t patience = 0;  // stops after so many epochs without a lower mean loss; 0: never
};
// Throws kInvalidArgument for a learning rate or weight decay that is negative or not finite, and
// for a batch size of 0.
void validate(const TrainingOptions& options);

// Rows of which many may be alike: row i is the column rows[i] of `distinct`.
template <class Scalar>
struct Table {
  Matrix<Scalar> distinct;
  std::vector<std::uint32_t> rows;
};
// Bags of words: row i holds words[starts[i]] … words[starts[i + 1] - 1]. Its input is the mean of
// their vectors; 0 for a row without words.
struct Bags {
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> starts;
};
template <class Scalar>
using Inputs = std::variant<Table<Scalar>, Bags>;

template <class Scalar>
std::size_t rowCount(const Inputs<Scalar>& inputs);

// What training and quality equalization draw at random. Permutations come in two widths, row
// numbers and codes of one byte; the same source must permute both in the same way.
class Draws {
 public:
  Draws() = default;
  Draws(const Draws&) = delete;
  Draws& operator=(const Draws&) = delete;
  virtual ~Draws() = default;
  virtual void shuffle(std::span<std::uint32_t> values) = 0;
  virtual void shuffle(std::span<std::uint8_t> values) = 0;
  // Uniform in {0, …, bound - 1}.
  virtual std::uint32_t below(std::uint32_t bound) = 0;
};

// From a random stream.
class RandomDraws : public Draws {
 public:
  explicit RandomDraws(uncertainty::RandomStream random) : random_(random) {}
  void shuffle(std::span<std::uint32_t> values) override { random_.shuffle(values); }
  void shuffle(std::span<std::uint8_t> values) override { random_.shuffle(values); }
  std::uint32_t below(std::uint32_t bound) override { return random_.below(bound); }

 private:
  uncertainty::RandomStream random_;
};

// Moves flat parameters along a flat gradient.
template <class Scalar>
class Stepper {
 public:
  Stepper(const TrainingOptions& options, Eigen::Index parameters);
  void step(Eigen::Ref<Vector<Scalar>> parameters, Eigen::Ref<Vector<Scalar>> gradient);

 private:
  void stepAdam(Eigen::Ref<Vector<Scalar>> parameters, Eigen::Ref<Vector<Scalar>> gradient);

  TrainingOptions options_;
  Vector<Scalar> mean_;
  Vector<Scalar> square_;
  double meanDecayed_ = 1;    // 0.9^t
  double squareDecayed_ = 1;  // 0.999^t
};

struct TrainingProgress {
  std::size_t epoch = 0;  // epochs done
  double loss = 0;        // mean loss over the batches of the last epoch done; NaN before
};

// How far trials are, in each of which attackers learn.
struct TrialProgress {
  std::size_t trial = 0;  // the first of those being trained
  std::size_t done = 0;   // trials that have ended
  std::size_t epoch = 0;
  double loss = std::numeric_limits<double>::quiet_NaN();
  // Mean score on the test rows of those being trained, on the truth (D) and on predictions (M),
  // as they were at the end of an epoch. NaN where none is, before the first, and unwatched.
  double scoreD = std::numeric_limits<double>::quiet_NaN();
  double scoreM = std::numeric_limits<double>::quiet_NaN();
  double fraction = 0;  // of all work
};

// What is being trained, by whichever way: see Trainer and LaneTrainer.
class Training {
 public:
  Training() = default;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;
  virtual ~Training() = default;
  // Does at least one piece of work and at most `pieces`, a piece being at most a batch; true when
  // done. Rests at the end of an epoch unless the next can be done as well, so that epochs can be
  // watched. Throws kInvalidState where the loss is no longer finite, naming the epoch.
  bool advance(std::size_t pieces);
  [[nodiscard]] virtual TrainingProgress progress() const = 0;
  [[nodiscard]] virtual bool isBetweenEpochs() const = 0;
  // Writes what has been learned so far to the networks.
  virtual void store() const = 0;

 private:
  virtual void advancePiece() = 0;
  [[nodiscard]] virtual bool isDone() const = 0;
  [[nodiscard]] virtual std::size_t piecesOfEpoch() const = 0;
};

// The pass of some rows through a network and back.
template <class Scalar>
class Propagation {
 public:
  explicit Propagation(const NetworkShape& shape);

  // The outputs of rows `rows` of the inputs, one column a row.
  const Matrix<Scalar>& forward(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                                std::span<const std::uint32_t> rows);
  // After forward(): adds to `gradient` the gradient of the loss against `targets`, where the loss
  // of one row is divided by `rowsOfBatch`. Returns the loss. With `rowWeights`, one for each row
  // of the inputs, a row's loss is multiplied by its own, and `rowsOfBatch` is the sum of those of
  // the batch; where that is 0, so are loss and gradient.
  double backward(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                  std::span<const std::uint32_t> rows, const Table<Scalar>& targets, Loss loss,
                  double rowsOfBatch, Vector<Scalar>& gradient,
                  std::span<const double> rowWeights = {});

 private:
  void gather(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
              std::span<const std::uint32_t> rows);
  void scatter(const Inputs<Scalar>& inputs, std::span<const std::uint32_t> rows,
               Vector<Scalar>& gradient);

  double lossAndError(Loss loss, double rowsOfBatch);

  Activation last_;
  std::vector<Matrix<Scalar>> values_;  // inputs, then the output of every layer
  Matrix<Scalar> logits_;               // of the last layer, before its activation
  Matrix<Scalar> error_;                // gradient at the output of the layer at hand
  Matrix<Scalar> nextError_;
  Matrix<Scalar> targets_;
  Eigen::Array<Scalar, 1, Eigen::Dynamic> weights_;  // of the rows at hand; empty: 1 each
};

// All rows there are, in their order.
std::vector<std::uint32_t> everyRow(std::size_t rows);

// Trains one network on rows of any kind. The network and the data must outlive it.
template <class Scalar>
class Trainer : public Training {
 public:
  // Learns from all rows, or from those in `rows`. A batch's loss is then the mean over its rows,
  // with weightBy() the weighted one. Throws kShapeMismatch where rows, widths and targets do not
  // fit, kInvalidArgument for no rows.
  Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
          const TrainingOptions& options, std::shared_ptr<Draws> draws);
  Trainer(Network<Scalar>& network, const Inputs<Scalar>& inputs, const Table<Scalar>& targets,
          const TrainingOptions& options, std::shared_ptr<Draws> draws,
          std::vector<std::uint32_t> rows);

  // Before the first piece of work: what each row counts. A row of weight k in a batch is k rows in
  // it. Throws what requireWeights() throws, and kInvalidArgument where all weights are 0.
  void weightBy(std::vector<double> weights);

  [[nodiscard]] TrainingProgress progress() const override { return progress_; }
  [[nodiscard]] bool isBetweenEpochs() const override { return next_ == 0; }
  void store() const override {}  // the network itself learns
  [[nodiscard]] double lastBatchLoss() const { return batchLoss_; }
  // Whether that loss is of a whole batch, and its step done.
  [[nodiscard]] bool isBetweenBatches() const { return next_ % options_.batchSize == 0; }
  // The mean loss of every epoch done.
  [[nodiscard]] const std::vector<double>& losses() const { return losses_; }

 private:
  void advancePiece() override;
  [[nodiscard]] bool isDone() const override { return done_; }
  [[nodiscard]] std::size_t piecesOfEpoch() const override;
  void beginEpoch();
  void finishEpoch();
  // What the rows at these places of order_ count together.
  [[nodiscard]] double weightBetween(std::size_t begin, std::size_t end) const;

  Network<Scalar>& network_;
  const Inputs<Scalar>& inputs_;
  const Table<Scalar>& targets_;
  TrainingOptions options_;
  std::shared_ptr<Draws> draws_;
  Propagation<Scalar> propagation_;
  Stepper<Scalar> stepper_;
  Vector<Scalar> gradient_;
  std::vector<double> weights_;  // empty: 1 each
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;  // the next row of order_
  double batchLoss_ = 0;
  double epochLoss_ = 0;
  std::vector<double> losses_;
  double lowestLoss_;
  std::size_t epochsSinceLowest_ = 0;
  TrainingProgress progress_;
  bool done_;
};

// A row's loss ends the training where it is NaN or infinite: throws kInvalidState.
void requireFinite(double loss, std::size_t epoch, double learningRate);

// The outputs of a network for all rows or for some of them, one column each.
template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs);
template <class Scalar>
Matrix<Scalar> predict(const Network<Scalar>& network, const Inputs<Scalar>& inputs,
                       std::span<const std::uint32_t> rows);

extern template class Stepper<float>;
extern template class Stepper<double>;
extern template class Propagation<float>;
extern template class Propagation<double>;
extern template class Trainer<float>;
extern template class Trainer<double>;

}  // namespace fairwasm::predictability
