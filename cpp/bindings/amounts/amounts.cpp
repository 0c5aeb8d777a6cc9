// SPDX-License-Identifier: Apache-2.0
//
// Bindings of amounts by group, such as pay.
#include "fairwasm/amounts/amounts.hpp"

#include "../support/accumulator.hpp"
#include "fairwasm/amounts/adjusted.hpp"

namespace fairwasm::bindings {

// The columns of amounts::RegressionRows.
struct RegressionColumns {
  std::vector<double> outcome;
  std::vector<double> covariates;
  std::vector<amounts::Term> terms;
  std::vector<std::uint32_t> groups;
  std::size_t groupCount;
  std::size_t reference;
  std::vector<std::uint32_t> clusters;
};

namespace {

using amounts::Amounts;

// `clusters` has two numbers per row: the lower and the upper half of a key.
void update(Amounts& amounts, std::span<const std::uint32_t> groups, std::span<const double> values,
            std::span<const double> weights, std::span<const std::uint32_t> clusters) {
  std::vector<std::uint64_t> keys;
  keys.reserve(clusters.size() / 2);
  for (std::size_t i = 0; i + 1 < clusters.size(); i += 2) {
    keys.push_back(clusters[i] | (static_cast<std::uint64_t>(clusters[i + 1]) << 32U));
  }
  amounts.update({groups, values, weights, keys});
}

amounts::Summary summary(const Amounts& amounts, const std::string& reference,
                         std::span<const double> probabilities, double confidence, double joint) {
  return amounts.summary(reference, probabilities, {confidence, joint});
}

amounts::Adjusted adjust(const RegressionColumns& columns, double confidence, double joint) {
  const auto& [outcome, covariates, terms, groups, groupCount, reference, clusters] = columns;
  return amounts::adjust({outcome, covariates, terms, groups, groupCount, reference, clusters},
                         {confidence, joint});
}

}  // namespace

EMSCRIPTEN_BINDINGS(amounts) {
  function<&adjust>("adjust");
  Class<Amounts>("Amounts")
      .constructor<amounts::Options, std::vector<std::string>>()
      .method<&update>("update")
      .method<&merge<Amounts>>("merge")
      .method<&Amounts::reset>("reset")
      .method<&Amounts::toBytes>("toBytes")
      .classMethod<&fromBytes<Amounts>>("fromBytes")
      .method<&Amounts::options>("options")
      .method<&Amounts::groups>("groups")
      .method<&Amounts::rows>("rows")
      .method<&summary>("summary");
}

}  // namespace fairwasm::bindings
