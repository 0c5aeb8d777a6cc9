// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/network.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"

namespace fairwasm::predictability {
namespace {

constexpr std::size_t kMaxParameters = std::size_t{1} << 26U;

using Eigen::Index;

}  // namespace

std::size_t NetworkShape::parameters() const {
  // Uses 64 bits, because products of large layers would overflow a 32-bit size.
  std::uint64_t count = std::uint64_t{vocabulary} * inputs();
  for (std::size_t i = 0; i < layers(); ++i) {
    count += (std::uint64_t{widths[i]} + 1) * widths[i + 1];
  }
  constexpr std::uint64_t kMaxSize = std::numeric_limits<std::size_t>::max();
  return static_cast<std::size_t>(std::min(count, kMaxSize));
}

void validate(const NetworkShape& shape) {
  if (shape.layers() == 0 || shape.widths.size() != shape.layers() + 1) {
    throw Error(ErrorCode::kInvalidArgument,
                {"layers",
                 "at least one layer, and one activation per layer",
                 std::to_string(shape.activations.size()) + " activations for " +
                     std::to_string(shape.widths.size()) + " widths",
                 {}});
  }
  std::size_t largest = shape.vocabulary;
  for (const std::size_t width : shape.widths) largest = std::max(largest, width);
  if (largest > kMaxParameters || shape.parameters() > kMaxParameters) {
    throw Error(ErrorCode::kTooLarge,
                {"layers", "at most 2^26 parameters", "a layer of " + std::to_string(largest), {}});
  }
}

std::vector<std::size_t> simpleDenseWidths(std::size_t inputs, std::size_t outputs,
                                           std::size_t layers, std::size_t firstWidth) {
  std::vector<std::size_t> widths{inputs};
  std::size_t width = layers == 1 ? outputs : firstWidth;
  for (std::size_t layer = 1; layer <= layers; ++layer) {
    widths.push_back(width);
    if (layer + 1 == layers) {
      width = outputs;
    } else {
      width = layer >= layers / 2 ? width / 2 : 2 * width;
    }
  }
  return widths;
}

std::vector<Activation> simpleDenseActivations(const std::vector<Activation>& given,
                                               std::size_t layers) {
  std::vector<Activation> activations(layers, Activation::kIdentity);
  const std::size_t used = std::min(given.size(), layers);
  std::copy_n(given.begin(), used, activations.end() - static_cast<std::ptrdiff_t>(used));
  return activations;
}

NetworkShape simpleDenseShape(std::size_t inputs, std::size_t outputs, std::size_t layers,
                              std::size_t firstWidth, const std::vector<Activation>& given) {
  if (layers < 1 || layers > 1000) {
    throw Error(ErrorCode::kInvalidArgument,
                {"layers", "from 1 to 1000", std::to_string(layers), {}});
  }
  return {0, simpleDenseWidths(inputs, outputs, layers, firstWidth),
          simpleDenseActivations(given, layers)};
}

std::vector<LayerPlace> layerPlaces(const NetworkShape& shape) {
  std::vector<LayerPlace> places;
  Index next = index(shape.vocabulary * shape.inputs());
  for (std::size_t i = 0; i < shape.layers(); ++i) {
    const Index inputs = index(shape.widths[i]);
    const Index outputs = index(shape.widths[i + 1]);
    places.push_back({inputs, outputs, next, next + inputs * outputs});
    next += (inputs + 1) * outputs;
  }
  return places;
}

template <class Scalar>
Network<Scalar>::Network(NetworkShape shape) : shape_(std::move(shape)) {
  validate(shape_);
  places_ = layerPlaces(shape_);
  parameters_ = Vector<Scalar>::Zero(index(shape_.parameters()));
}

template <class Scalar>
void Network<Scalar>::initialize(uncertainty::RandomStream& random) {
  const Index wordNumbers = index(shape_.vocabulary * shape_.inputs());
  for (Index i = 0; i < wordNumbers; ++i) parameters_[i] = static_cast<Scalar>(random.normal());
  for (const auto& place : places_) {
    const double bound = place.inputs > 0 ? 1 / std::sqrt(static_cast<double>(place.inputs)) : 0.0;
    for (Index i = place.weights; i < place.biases + place.outputs; ++i) {
      parameters_[i] = static_cast<Scalar>(random.uniform(-bound, bound));
    }
  }
}

namespace {

// Calls visit(position in torch's order, position in this order) for every parameter.
template <class Visit>
void forEachWeight(const NetworkShape& shape, const std::vector<LayerPlace>& places, Visit visit) {
  Index next = 0;
  for (; next < index(shape.vocabulary * shape.inputs()); ++next) visit(next, next);
  for (const auto& place : places) {
    for (Index out = 0; out < place.outputs; ++out) {
      for (Index in = 0; in < place.inputs; ++in) {
        visit(next++, place.weights + out + in * place.outputs);
      }
    }
    for (Index out = 0; out < place.outputs; ++out) visit(next++, place.biases + out);
  }
}

}  // namespace

template <class Scalar>
std::vector<double> Network<Scalar>::exportWeights() const {
  std::vector<double> weights(static_cast<std::size_t>(parameters_.size()));
  forEachWeight(shape_, places_, [&](Index theirs, Index ours) {
    weights[static_cast<std::size_t>(theirs)] = static_cast<double>(parameters_[ours]);
  });
  return weights;
}

template <class Scalar>
void Network<Scalar>::importWeights(std::span<const double> weights) {
  if (weights.size() != shape_.parameters()) {
    throw Error(ErrorCode::kShapeMismatch, {"weights",
                                            std::to_string(shape_.parameters()) + " of them",
                                            std::to_string(weights.size()),
                                            {}});
  }
  forEachWeight(shape_, places_, [&](Index theirs, Index ours) {
    parameters_[ours] = static_cast<Scalar>(weights[static_cast<std::size_t>(theirs)]);
  });
}

template class Network<float>;
template class Network<double>;

}  // namespace fairwasm::predictability
