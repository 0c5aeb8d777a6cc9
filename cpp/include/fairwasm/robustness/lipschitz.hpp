// SPDX-License-Identifier: Apache-2.0
//
// Upper bound on the Lipschitz constant of a network for the Euclidean norm. Certificates need this
// number, which deel-lip leaves to the user. The bound includes rounding errors.
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

// Activation after a linear layer. `slope` is its Lipschitz constant.
struct LayerActivation {
  enum class Kind {
    kIdentity,   // none: the layer and the next one form a single linear map
    kMonotone,   // elementwise, with all difference quotients in [0, slope]
    kLipschitz,  // any map with this Lipschitz constant: sorting, max pooling, absolute values
  };

  std::string_view name;
  Kind kind;
  double slope;
};

// Activations by name. "lipschitz" means any other activation with constant 1.
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

// Returns the activation with this name. Throws kInvalidArgument with the known names.
const LayerActivation& getActivation(std::string_view name);

// A dense layer is represented by its matrix, outputs x inputs; biases are irrelevant.
struct Layer {
  std::variant<Eigen::MatrixXd, Convolution> weights;
  LayerActivation activation;  // follows the layer; ignored for the last layer
};

struct LipschitzBound {
  // For the vector of outputs; at most `product`.
  double value;
  // For each output by itself, the maximum. Equal to `value` if the last layer is a convolution.
  double perOutput;
  // Product of the layers' norms and the activations' slopes.
  double product;
  // Bounds on the spectral norm of each layer.
  std::vector<double> layers;
};

// Throws kInvalidArgument for weights that are not finite, and kShapeMismatch for a layer without
// weights, with a kernel, stride, or input size of 0, or with weights that do not fill its shape.
// Errors name layers[index].
void validate(const Layer& layer, std::size_t index);

// Bounds consecutive dense layers with monotone activations together, by the method of Combettes
// and Pesquet (Lipschitz Certificates for Layered Network Structures Driven by Averaged Activation
// Operators, 2020, arXiv 1903.01014): such an activation is slope * (Id + N) / 2 with a
// nonexpansive N, so
//   L(W s V) <= slope / 2 * (||W V|| + ||W|| ||V||),
// and likewise for more layers. A second bound is computed after every hidden neuron has been
// rescaled by a power of two, which changes the layers' norms but not the network, and the smaller
// bound is used (see docs/decisions). All other layers contribute the product of their norms.
// Throws like validate(); kShapeMismatch if a dense layer's inputs do not match the outputs of the
// preceding dense layer; kInvalidState without layers; kInvalidArgument if the product of norms
// overflows.
LipschitzBound lipschitzBound(const std::vector<Layer>& layers);

// A network that is built layer by layer, with each layer validated when it is added. Both
// functions throw like validate(), and kInvalidArgument for an unknown activation.
class LayeredNetwork {
 public:
  // Weights are row-major, with one row per output.
  void addDense(std::span<const double> weights, std::size_t outputs, std::size_t inputs,
                std::string_view activation);
  void addConvolution(Convolution convolution, std::string_view activation);
  [[nodiscard]] LipschitzBound bound() const { return lipschitzBound(layers_); }

 private:
  void add(Layer layer);

  std::vector<Layer> layers_;
};

}  // namespace fairwasm::robustness
