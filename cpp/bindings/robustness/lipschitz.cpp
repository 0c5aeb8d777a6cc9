// SPDX-License-Identifier: Apache-2.0
//
// Bindings of Lipschitz bounds. A network is built layer by layer.
#include "fairwasm/robustness/lipschitz.hpp"

#include "../support/bind.hpp"

namespace fairwasm::bindings {

using namespace robustness;

EMSCRIPTEN_BINDINGS(lipschitz) {
  Class<LayeredNetwork>("LipschitzNetwork")
      .constructor()
      .method<&LayeredNetwork::addDense>("addDense")
      .method<&LayeredNetwork::addConvolution>("addConvolution")
      .method<&LayeredNetwork::bound>("bound");
  function<&names<kActivations>>("activationNames");
}

}  // namespace fairwasm::bindings
