// SPDX-License-Identifier: Apache-2.0
//
// Small dense networks for attackers, which predict one column from others. A network is a shape
// and a flat vector of parameters, so optimizers, copies, and messages to JavaScript are
// independent of layers. The scalar type is float for users and double for tests.
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

// An empty name also means the identity, as in bias_amplification.
constexpr auto getNames(Activation) {
  return makeNames<Activation>("activations", {{"identity", Activation::kIdentity},
                                               {"relu", Activation::kRelu},
                                               {"sigmoid", Activation::kSigmoid},
                                               {"tanh", Activation::kTanh},
                                               {"", Activation::kIdentity}});
}

struct NetworkShape {
  std::size_t vocabulary = 0;           // 0: rows are numbers; otherwise, rows are bags of words
  std::vector<std::size_t> widths;      // inputs (or dimension of word vectors), …, outputs
  std::vector<Activation> activations;  // one per layer, including the last

  [[nodiscard]] std::size_t layers() const { return activations.size(); }
  [[nodiscard]] std::size_t inputs() const { return widths.front(); }
  [[nodiscard]] std::size_t outputs() const { return widths.back(); }
  [[nodiscard]] std::size_t parameters() const;
};

// Throws kInvalidArgument unless there is at least one layer with one activation each, and
// kTooLarge for more than 2^26 parameters.
void validate(const NetworkShape& shape);

// Returns the widths of bias_amplification's simpleDenseModel: they double from the first hidden
// layer (firstWidth) to the middle, then halve (rounded down), and end with `outputs`. A single
// layer connects inputs to outputs directly.
std::vector<std::size_t> simpleDenseWidths(std::size_t inputs, std::size_t outputs,
                                           std::size_t layers, std::size_t firstWidth);

// Returns one activation per layer: a short list is padded with identities in front, a long list is
// truncated.
std::vector<Activation> simpleDenseActivations(const std::vector<Activation>& given,
                                               std::size_t layers);

// Returns these widths and activations. Throws kInvalidArgument unless there are 1 to 1000 layers.
NetworkShape simpleDenseShape(std::size_t inputs, std::size_t outputs, std::size_t layers,
                              std::size_t firstWidth, const std::vector<Activation>& given);

// A batch is a matrix with one column per data row.
template <class Scalar>
using Matrix = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

constexpr Eigen::Index index(std::size_t value) { return static_cast<Eigen::Index>(value); }
template <class Scalar>
using Vector = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;

// Positions of a layer's parameters in the flat vector: weights (outputs x inputs, column-major),
// then biases.
struct LayerPlace {
  Eigen::Index inputs;
  Eigen::Index outputs;
  Eigen::Index weights;
  Eigen::Index biases;
};
// Returns the positions of all layers. Word vectors (inputs x vocabulary) precede them in the flat
// vector.
std::vector<LayerPlace> layerPlaces(const NetworkShape& shape);

template <class Scalar>
class Network {
 public:
  explicit Network(NetworkShape shape);

  // Initializes like torch: weights and biases uniform in +-1/sqrt(inputs of the layer), word
  // vectors normal.
  void initialize(uncertainty::RandomStream& random);

  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] const std::vector<LayerPlace>& places() const { return places_; }
  [[nodiscard]] Vector<Scalar>& parameters() { return parameters_; }
  [[nodiscard]] const Vector<Scalar>& parameters() const { return parameters_; }

  // Returns the parameters in torch's order: for each layer its weights in row-major order (one row
  // per output), then its biases. The vectors of the words come first.
  [[nodiscard]] std::vector<double> exportWeights() const;
  // Throws kShapeMismatch for another number of parameters.
  void importWeights(std::span<const double> weights);

 private:
  NetworkShape shape_;
  std::vector<LayerPlace> places_;
  Vector<Scalar> parameters_;
};

extern template class Network<float>;
extern template class Network<double>;

}  // namespace fairwasm::predictability
