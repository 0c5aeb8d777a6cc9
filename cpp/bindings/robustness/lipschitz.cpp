// SPDX-License-Identifier: Apache-2.0
//
// Lipschitz bounds, for JavaScript: a network is filled layer by layer, with weights that lie in
// Wasm memory.
#include "fairwasm/robustness/lipschitz.hpp"

#include <utility>

#include "../support.hpp"

namespace fairwasm::bindings {

using namespace robustness;
namespace {

EMSCRIPTEN_DECLARE_VAL_TYPE(ConvolutionJs)
EMSCRIPTEN_DECLARE_VAL_TYPE(LipschitzBoundJs)

struct Network {
  std::vector<Layer> layers;

  void add(Layer layer) {
    validate(layer, layers.size());
    layers.push_back(std::move(layer));
  }
};

void addDense(Network& network, std::uintptr_t weights, std::size_t outputs, std::size_t inputs,
              const std::string& activation) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto values = memory<double>(weights, outputs * inputs);
  network.add(
      {Eigen::MatrixXd(Eigen::Map<const RowMajor>(values.data(), static_cast<Eigen::Index>(outputs),
                                                  static_cast<Eigen::Index>(inputs))),
       activationOf(activation)});
}

std::array<std::size_t, 2> toPair(const val& js) {
  return {js[0].as<std::size_t>(), js[1].as<std::size_t>()};
}

void addConvolution(Network& network, std::uintptr_t weights, std::size_t count,
                    const ConvolutionJs& js, const std::string& activation) {
  Convolution convolution;
  convolution.outputs = js["outputs"].as<std::size_t>();
  convolution.inputs = js["inputs"].as<std::size_t>();
  convolution.kernel = toPair(js["kernel"]);
  convolution.stride = toPair(js["stride"]);
  convolution.padding = js["circular"].as<bool>() ? Padding::kCircular : Padding::kZeros;
  if (!js["inputSize"].isUndefined()) convolution.inputSize = toPair(js["inputSize"]);
  const auto values = memory<double>(weights, count);
  convolution.weights.assign(values.begin(), values.end());
  network.add({std::move(convolution), activationOf(activation)});
}

LipschitzBoundJs boundOf(const Network& network) {
  const auto bound = lipschitzBound(network.layers);
  val js = val::object();
  js.set("value", bound.value);
  js.set("perOutput", bound.perOutput);
  js.set("product", bound.product);
  js.set("layers", copyToJs<double>(bound.layers));
  return LipschitzBoundJs(js);
}

StringArray activationNames() { return StringArray(namesOf(kActivations)); }

}  // namespace

EMSCRIPTEN_BINDINGS(lipschitz) {
  using namespace emscripten;
  register_type<ConvolutionJs>(
      "{ outputs: number; inputs: number; kernel: readonly number[]; stride: readonly number[]; "
      "circular: boolean; inputSize?: readonly number[] | undefined }");
  register_type<LipschitzBoundJs>(
      "{ value: number; perOutput: number; product: number; layers: Float64Array }");
  class_<Network>("LipschitzNetwork")
      .constructor<>()
      .function("addDense", guarded<&addDense>())
      .function("addConvolution", guarded<&addConvolution>())
      .function("bound", guarded<&boundOf>());
  function("activationNames", &activationNames);
}

}  // namespace fairwasm::bindings
