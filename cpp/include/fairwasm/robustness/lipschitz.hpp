// SPDX-License-Identifier: Apache-2.0
//
// A bound on the Lipschitz constant of a network, for the Euclidean norm: the number that
// certificates need and that deel-lip leaves to its user. It is a bound, not an estimate: rounding
// errors are accounted for.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "fairwasm/core/names.hpp"
#include "fairwasm/robustness/convolution.hpp"

namespace fairwasm::robustness {

// What follows a linear layer. `slope` is its Lipschitz constant.
struct LayerActivation {
  enum class Kind {
    kIdentity,   // nothing: the layer and the next are one linear map
    kMonotone,   // entry by entry, and every difference quotient lies in [0, slope]
    kLipschitz,  // any map with that Lipschitz constant: sorting, pooling of maxima, absolute
                 // values
  };

  std::string_view name;
  Kind kind;
  double slope;
};

// Activations by name. "lipschitz" stands for every other one of constant 1.
inline constexpr std::array kActivations = std::to_array<LayerActivation>({
    {"identity", LayerActivation::Kind::kIdentity, 1},
    {"relu", LayerActivation::Kind::kMonotone, 1},
    {"leakyRelu", LayerActivation::Kind::kMonotone, 1},  // negative slope in [0, 1]
    {"elu", LayerActivation::Kind::kMonotone, 1},        // alpha in [0, 1]
    {"softplus", LayerActivation::Kind::kMonotone, 1},
    {"tanh", LayerActivation::Kind::kMonotone, 1},
    {"sigmoid", LayerActivation::Kind::kMonotone, 0.25},
    {"hardtanh", LayerActivation::Kind::kMonotone, 1},
    {"lipschitz", LayerActivation::Kind::kLipschitz, 1},
});

// Throws kInvalidArgument and lists the names.
const LayerActivation& activationOf(std::string_view name);

// A dense layer is its matrix, outputs x inputs; biases do not matter.
struct Layer {
  std::variant<Eigen::MatrixXd, Convolution> weights;
  LayerActivation activation;  // what comes after; of the last layer it is ignored
};

struct LipschitzBound {
  // Of the vector of outputs: no greater than `product`.
  double value;
  // Of each output by itself: the greatest. Equal to `value` where the last layer is a convolution.
  double perOutput;
  // The product of the layers' norms and the activations' slopes.
  double product;
  // Bounds on the spectral norm of each layer.
  std::vector<double> layers;
};

// Checks what cannot be bounded: throws kInvalidArgument for weights that are not finite,
// kShapeMismatch for a layer without weights, or whose kernel, stride or input size is 0, or whose
// weights do not fill its shape. Errors name layers[index].
void validate(const Layer& layer, std::size_t index);

// Consecutive dense layers with monotone activations are bounded together, after Combettes and
// Pesquet (Lipschitz Certificates for Layered Network Structures Driven by Averaged LayerActivation
// Operators, 2020, arXiv 1903.01014): such an activation is slope * (Id + N) / 2 with a
// nonexpansive N, so that
//   L(W s V) <= slope / 2 * (||W V|| + ||W|| ||V||),
// and so on for more layers; and again with every hidden neuron rescaled by a power of two, which
// changes nothing about the network but its layers' norms, where that is better. docs/decisions
// says why this bound. Everything else is a product of norms. Throws what validate() throws, and
// kShapeMismatch where a dense layer's inputs are not the outputs of the dense layer before it;
// kInvalidState without layers; kInvalidArgument where the norms are too large for any product.
LipschitzBound lipschitzBound(const std::vector<Layer>& layers);

// A network that is put together layer by layer, each checked as it comes. Both throw what
// validate() throws, and kInvalidArgument for an activation of no known name.
class LayeredNetwork {
 public:
  // Weights row by row: a row an output.
  void addDense(std::span<const double> weights, std::size_t outputs, std::size_t inputs,
                std::string_view activation);
  void addConvolution(Convolution convolution, std::string_view activation);
  [[nodiscard]] LipschitzBound bound() const { return lipschitzBound(layers_); }

 private:
  void add(Layer layer);

  std::vector<Layer> layers_;
};

}  // namespace fairwasm::robustness
