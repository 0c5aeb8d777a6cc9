// SPDX-License-Identifier: Apache-2.0
//
// Bounds on networks of whatever layers: refused, or no smaller than what the network does to two
// inputs.
#include "fairwasm/robustness/lipschitz.hpp"

#include <algorithm>

#include "support.hpp"

namespace fairwasm::fuzz {
namespace {

using robustness::Convolution;
using robustness::kActivations;
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
  // Of inputs of any size a thousand frequencies are looked at: one of 64.
  if (bytes.ConsumeIntegralInRange<int>(0, 63) < 63) layer.inputSize = {small() * 2, small() * 2};
  layer.weights =
      weights(bytes, layer.outputs * layer.inputs * layer.kernel[0] * layer.kernel[1], isAny);
  return layer;
}

void compare(Bytes& bytes) {
  const bool isAny = bytes.ConsumeBool();
  LayeredNetwork network;
  const auto layers = bytes.ConsumeIntegralInRange<int>(0, 4);
  auto width = bytes.ConsumeIntegralInRange<std::size_t>(1, 4);
  double largest = 0;
  accepts([&] {
    for (int i = 0; i < layers; ++i) {
      const auto& activation =
          kActivations[bytes.ConsumeIntegralInRange<std::size_t>(0, kActivations.size() - 1)];
      if (bytes.ConsumeBool()) {
        network.addConvolution(convolution(bytes, isAny), activation.name);
        continue;
      }
      const auto outputs = bytes.ConsumeIntegralInRange<std::size_t>(1, 4);
      const auto matrix = weights(bytes, outputs * width, isAny);
      if (layers == 1) {
        for (const double each : matrix) largest = std::max(largest, std::abs(each));
      }
      network.addDense(matrix, outputs, width, activation.name);
      width = outputs;
    }
    const LipschitzBound bound = network.bound();
    require(bound.value >= 0 && bound.product >= 0, "a bound is no number below 0");
    require(bound.value <= bound.product * (1 + 1e-9), "the bound is no greater than the product");
    require(bound.value >= largest * (1 - 1e-9), "no entry of a matrix is above its norm");
  });
}

}  // namespace
}  // namespace fairwasm::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fairwasm::fuzz::Bytes bytes(data, size);
  fairwasm::fuzz::compare(bytes);
  return 0;
}
