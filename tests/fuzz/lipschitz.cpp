// SPDX-License-Identifier: Apache-2.0
//
// Bounds on networks with random layers: the network is rejected, or the bound is at least the norm
// of a linear map that the network equals somewhere. For dense layers, activations have any
// permitted slopes; convolutions are expanded to a matrix.
#include "fairwasm/robustness/lipschitz.hpp"

#include <Eigen/SVD>
#include <algorithm>
#include <optional>

#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using robustness::Convolution;
using robustness::kActivations;
using robustness::LayerActivation;
using robustness::LayeredNetwork;
using robustness::LipschitzBound;
using robustness::Padding;

double weight(Bytes& bytes, bool isAny) {
  return isAny ? number(bytes) : static_cast<double>(bytes.ConsumeIntegralInRange<int>(-8, 8)) / 4;
}

std::vector<double> weights(Bytes& bytes, std::size_t count, bool isAny) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(weight(bytes, isAny));
  return values;
}

Convolution convolution(Bytes& bytes, bool isAny) {
  const auto small = [&] { return bytes.ConsumeIntegralInRange<std::size_t>(1, 3); };
  Convolution layer;
  layer.outputs = small();
  layer.inputs = small();
  layer.kernel = {small(), small()};
  layer.stride = {small(), small()};
  if (bytes.ConsumeBool()) layer.padding = Padding::kCircular;
  // For inputs of any size, a thousand frequencies are evaluated, so only one layer in 64 has no
  // size.
  if (bytes.ConsumeIntegralInRange<int>(0, 63) < 63) layer.inputSize = {small() * 2, small() * 2};
  layer.weights =
      weights(bytes, layer.outputs * layer.inputs * layer.kernel[0] * layer.kernel[1], isAny);
  return layer;
}

using Map =
    Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>;

double norm(const Eigen::MatrixXd& matrix) {
  return Eigen::JacobiSVD<Eigen::MatrixXd>(matrix).singularValues()[0];
}

// Returns possible slopes of an activation for each of its entries, or signs that it changes.
Eigen::VectorXd slopes(Bytes& bytes, const LayerActivation& activation, Eigen::Index count) {
  const bool isMonotone = activation.kind == LayerActivation::Kind::kMonotone;
  Eigen::VectorXd values = Eigen::VectorXd::Constant(count, activation.slope);
  if (activation.kind == LayerActivation::Kind::kIdentity) return values;
  for (double& value : values) {
    if (bytes.ConsumeBool()) value = isMonotone ? 0 : -value;
  }
  return values;
}

// Returns the matrix with one row per output and one column per input, with `margin` zeros around
// the input, or with circular padding.
Eigen::MatrixXd toMatrix(const Convolution& layer, std::array<std::size_t, 2> margin) {
  const auto& size = *layer.inputSize;
  const bool isCircular = layer.padding == Padding::kCircular;
  std::array<std::size_t, 2> places{};
  for (const std::size_t axis : {0, 1}) {
    const std::size_t room =
        isCircular ? size[axis] + layer.kernel[axis] - 1 : size[axis] + 2 * margin[axis];
    if (room < layer.kernel[axis]) return Eigen::MatrixXd::Zero(1, 1);
    places[axis] = (room - layer.kernel[axis]) / layer.stride[axis] + 1;
  }
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(layer.outputs * places[0] * places[1]),
                            static_cast<Eigen::Index>(layer.inputs * size[0] * size[1]));
  const auto inputAt = [&](std::size_t axis, std::size_t place, std::size_t offset) {
    const std::size_t at = place * layer.stride[axis] + offset;
    if (isCircular) return std::optional(at % size[axis]);
    const bool isInside = at >= margin[axis] && at - margin[axis] < size[axis];
    return isInside ? std::optional(at - margin[axis]) : std::nullopt;
  };
  Eigen::Index row = 0;
  for (std::size_t output = 0; output < layer.outputs; ++output) {
    for (std::size_t y = 0; y < places[0]; ++y) {
      for (std::size_t x = 0; x < places[1]; ++x, ++row) {
        std::size_t weight = output * layer.inputs * layer.kernel[0] * layer.kernel[1];
        for (std::size_t input = 0; input < layer.inputs; ++input) {
          for (std::size_t i = 0; i < layer.kernel[0]; ++i) {
            for (std::size_t j = 0; j < layer.kernel[1]; ++j, ++weight) {
              const auto [above, left] = std::pair(inputAt(0, y, i), inputAt(1, x, j));
              if (!above || !left) continue;
              const auto column = (input * size[0] + *above) * size[1] + *left;
              matrix(row, static_cast<Eigen::Index>(column)) += layer.weights[weight];
            }
          }
        }
      }
    }
  }
  return matrix;
}

// Returns the norm of a convolution with a margin of any width, or 0 for inputs of any size. Only
// one in 16 large convolutions is evaluated, because they take long.
double normOf(Bytes& bytes, const Convolution& layer) {
  if (!layer.inputSize) return 0;
  const auto margin = [&](std::size_t axis) {
    return bytes.ConsumeIntegralInRange<std::size_t>(0, layer.kernel[axis]);
  };
  const std::size_t inputs = layer.inputs * (*layer.inputSize)[0] * (*layer.inputSize)[1];
  if (inputs > 16 && bytes.ConsumeIntegralInRange<int>(0, 15) > 0) return 0;
  return norm(toMatrix(layer, {margin(0), margin(1)}));
}

// A linear map that the network equals somewhere; empty if it cannot be expanded here.
struct Somewhere {
  Eigen::MatrixXd matrix;
  double norm = 0;

  void follow(const Eigen::MatrixXd& weights, const Eigen::VectorXd& before) {
    if (matrix.size() == 0) {
      matrix = weights;
    } else {
      matrix = weights * before.asDiagonal() * matrix;
    }
    norm = fuzz::norm(matrix);
  }
};

void compare(Bytes& bytes) {
  const bool isAny = bytes.ConsumeIntegralInRange<int>(0, 7) == 0;
  LayeredNetwork network;
  const auto layers = bytes.ConsumeIntegralInRange<int>(0, 4);
  const bool isDense = layers != 1 && bytes.ConsumeBool();
  auto width = bytes.ConsumeIntegralInRange<std::size_t>(1, 4);
  Somewhere somewhere;
  Eigen::VectorXd before;
  accepts([&] {
    for (int i = 0; i < layers; ++i) {
      const auto& activation =
          kActivations[bytes.ConsumeIntegralInRange<std::size_t>(0, kActivations.size() - 1)];
      if (!isDense && bytes.ConsumeBool()) {
        const Convolution layer = convolution(bytes, isAny);
        network.addConvolution(layer, activation.name);
        somewhere.norm = layers == 1 && !isAny ? normOf(bytes, layer) : 0;
        continue;
      }
      const auto outputs = bytes.ConsumeIntegralInRange<std::size_t>(1, 4);
      const auto matrix = weights(bytes, outputs * width, isAny);
      network.addDense(matrix, outputs, width, activation.name);
      const auto [rows, columns] =
          std::pair(static_cast<Eigen::Index>(outputs), static_cast<Eigen::Index>(width));
      if ((isDense || layers == 1) && !isAny) {
        somewhere.follow(Map(matrix.data(), rows, columns), before);
        before = slopes(bytes, activation, rows);
      }
      width = outputs;
    }
    const LipschitzBound bound = network.bound();
    require(bound.value >= 0 && bound.product >= 0, "a bound is nonnegative");
    require(bound.value <= bound.product * (1 + 1e-9), "the bound is at most the product");
    require(bound.value >= somewhere.norm * (1 - 1e-9),
            "no linear map of the network exceeds the bound");
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
