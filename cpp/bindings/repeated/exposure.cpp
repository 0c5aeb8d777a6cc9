// SPDX-License-Identifier: Apache-2.0
//
// Bindings of rates per exposure.
#include "fairwasm/exposure/exposure.hpp"

#include "../support/bind.hpp"

namespace fairwasm::bindings {

template <>
inline constexpr bool kIsFlat<exposure::GroupRate> = true;

namespace {

// `cluster` can be empty.
std::vector<exposure::GroupRate> computeGroupRates(std::size_t groups,
                                                   const std::vector<std::uint32_t>& group,
                                                   const std::vector<double>& events,
                                                   const std::vector<double>& exposure,
                                                   const std::vector<std::uint32_t>& cluster,
                                                   std::size_t reference, double confidence) {
  return exposure::groupRates({groups, group, events, exposure, cluster}, reference, confidence);
}

}  // namespace

EMSCRIPTEN_BINDINGS(exposure) { function<&computeGroupRates>("groupRates"); }

}  // namespace fairwasm::bindings
