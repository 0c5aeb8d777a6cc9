// SPDX-License-Identifier: Apache-2.0
//
// Small dense networks: the attackers that try to predict one column from others. A network is a
// shape and one flat vector of parameters, so that an optimizer, a copy or a message to JavaScript
// need not know about layers. Templates over the scalar: float to use, double to check.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/uncertainty/random.hpp"

namespace fairwasm::predictability {

enum class Activation { kIdentity, kRelu, kSigmoid, kTanh };

// No name is the identity too, as in bias_amplification.
constexpr auto namesOf(Activation) {
  return makeNames<Activation>("activations", {{"identity", Activation::kIdentity},
                                               {"relu", Activation::kRelu},
                                               {"sigmoid", Activation::kSigmoid},
                                               {"tanh", Activation::kTanh},
                                               {"", Activation::kIdentity}});
}

struct NetworkShape {
  std::size_t vocabulary = 0;       // 0: rows are numbers; otherwise they are bags of words
  std::vector<std::size_t> widths;  // inputs (of a word's vector, if there are words), …, outputs
  std::vector<Activation> activations;  // one a layer, the last included

  [[nodiscard]] std::size_t layers() const { return activations.size(); }
  [[nodiscard]] std::size_t inputs() const { return widths.front(); }
  [[nodiscard]] std::size_t outputs() const { return widths.back(); }
  [[nodiscard]] std::size_t parameters() const;
};

// Throws kInvalidArgument unless there is a layer and an activation for each, and kTooLarge for
// more than 2^26 parameters.
void validate(const NetworkShape& shape);

// Widths by the rule of bias_amplification's simpleDenseModel: after the first hidden layer
// (firstWidth) widths double up to the middle, then halve (rounded down), and the last is
// `outputs`. One layer: straight from inputs to outputs.
std::vector<std::size_t> simpleDenseWidths(std::size_t inputs, std::size_t outputs,
                                           std::size_t layers, std::size_t firstWidth);

// As many activations as layers: identities are put in front of a shorter list, a longer list is
// cut.
std::vector<Activation> simpleDenseActivations(const std::vector<Activation>& given,
                                               std::size_t layers);

// Both. Throws kInvalidArgument unless there are 1 to 1000 layers.
NetworkShape simpleDenseShape(std::size_t inputs, std::size_t outputs, std::size_t layers,
                              std::size_t firstWidth, const std::vector<Activation>& given);

// A batch is a matrix with one column a row of data.
template <class Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

constexpr Eigen::Index index(std::size_t value) { return static_cast<Eigen::Index>(value); }
template <class Scalar>
using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

// Where a layer's numbers stand in the flat vector: weights (outputs x inputs, column by column),
// biases.
struct LayerPlace {
  Eigen::Index inputs;
  Eigen::Index outputs;
  Eigen::Index weights;
  Eigen::Index biases;
};
// Word vectors come first (inputs x vocabulary), then the layers in order.
std::vector<LayerPlace> layerPlaces(const NetworkShape& shape);

template <class Scalar>
class Network {
 public:
  explicit Network(NetworkShape shape);

  // torch's default: weights and biases uniform in +-1/sqrt(inputs of the layer); word vectors
  // normal.
  void initialize(uncertainty::RandomStream& random);

  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] const std::vector<LayerPlace>& places() const { return places_; }
  [[nodiscard]] Vector<Scalar>& parameters() { return parameters_; }
  [[nodiscard]] const Vector<Scalar>& parameters() const { return parameters_; }

  // The parameters as torch lists them: for each layer its weights row by row (one row an output),
  // then its biases; before them the vectors of the words, word by word.
  [[nodiscard]] std::vector<double> exportWeights() const;
  // Throws kShapeMismatch unless there are exactly as many.
  void importWeights(std::span<const double> weights);

 private:
  NetworkShape shape_;
  std::vector<LayerPlace> places_;
  Vector<Scalar> parameters_;
};

extern template class Network<float>;
extern template class Network<double>;

}  // namespace fairwasm::predictability
