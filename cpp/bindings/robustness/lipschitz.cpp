// SPDX-License-Identifier: Apache-2.0
//
// Lipschitz bounds, for JavaScript: a network is filled layer by layer, with weights that lie in
// Wasm memory.
#include "fairwasm/robustness/lipschitz.hpp"

#include <utility>

#include "../support/bind.hpp"

namespace fairwasm::bindings {

using namespace robustness;

struct GivenConvolution {
  Convolution convolution;
  bool circular;
};

template <>
struct Fields<GivenConvolution>
    : List<kDeeper<&GivenConvolution::convolution, &Convolution::outputs>,
           kDeeper<&GivenConvolution::convolution, &Convolution::inputs>,
           kDeeper<&GivenConvolution::convolution, &Convolution::kernel>,
           kDeeper<&GivenConvolution::convolution, &Convolution::stride>,
           &GivenConvolution::circular,
           kDeeper<&GivenConvolution::convolution, &Convolution::inputSize>> {};

template <>
struct Fields<LipschitzBound> : List<&LipschitzBound::value, &LipschitzBound::perOutput,
                                     &LipschitzBound::product, &LipschitzBound::layers> {};

void addDense(LayeredNetwork& network, std::uintptr_t weights, std::size_t outputs,
              std::size_t inputs, const std::string& activation) {
  network.addDense(memory<double>(weights, outputs * inputs), outputs, inputs, activation);
}

void addConvolution(LayeredNetwork& network, std::uintptr_t weights, std::size_t count,
                    const GivenConvolution& given, const std::string& activation) {
  Convolution convolution = given.convolution;
  convolution.padding = given.circular ? Padding::kCircular : Padding::kZeros;
  const auto values = memory<double>(weights, count);
  convolution.weights.assign(values.begin(), values.end());
  network.addConvolution(std::move(convolution), activation);
}

EMSCRIPTEN_BINDINGS(lipschitz) {
  Class<LayeredNetwork>("LipschitzNetwork")
      .constructor()
      .method<&addDense>("addDense")
      .method<&addConvolution>("addConvolution")
      .method<&LayeredNetwork::bound>("bound");
  function<&names<kActivations>>("activationNames");
}

}  // namespace fairwasm::bindings
