// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/predictability/network.hpp"

#include <array>
#include <cmath>

#include "attackers.hpp"
#include "support.hpp"

namespace fairwasm::predictability {
namespace {

using testing::expectError;

TEST(SimpleDenseWidths, DoubleThenHalve) {
  using ::testing::ElementsAre;
  EXPECT_THAT(simpleDenseWidths(1, 1, 1, 16), ElementsAre(1, 1));
  EXPECT_THAT(simpleDenseWidths(1, 1, 2, 4), ElementsAre(1, 4, 1));
  EXPECT_THAT(simpleDenseWidths(4, 2, 7, 8), ElementsAre(4, 8, 16, 32, 16, 8, 4, 2));
  EXPECT_THAT(simpleDenseWidths(4, 2, 5, 1), ElementsAre(4, 1, 2, 1, 0, 2));
}

TEST(SimpleDenseActivations, ArePaddedInFrontAndTruncatedAtTheEnd) {
  using enum Activation;
  EXPECT_THAT(simpleDenseActivations({kSigmoid}, 3),
              ::testing::ElementsAre(kIdentity, kIdentity, kSigmoid));
  EXPECT_THAT(simpleDenseActivations({kRelu, kTanh, kSigmoid}, 2),
              ::testing::ElementsAre(kRelu, kTanh));
}

TEST(Network, InitialWeightsAreUniformWithinTheLayersBound) {
  Network<double> network(NetworkShape{0, {100, 50, 4}, {Activation::kRelu, Activation::kSigmoid}});
  uncertainty::RandomStream random(1);
  network.initialize(random);
  const std::array bounds{1 / std::sqrt(100.0), 1 / std::sqrt(50.0)};
  for (std::size_t layer = 0; layer < 2; ++layer) {
    const auto& place = network.places()[layer];
    const double bound = bounds.at(layer);
    const auto values =
        network.parameters().segment(place.weights, place.biases + place.outputs - place.weights);
    EXPECT_LE(values.array().abs().maxCoeff(), bound);
    EXPECT_GT(values.array().abs().maxCoeff(), 0.95 * bound);
    const double variance = values.squaredNorm() / static_cast<double>(values.size());
    EXPECT_NEAR(variance, bound * bound / 3, 0.2 * bound * bound / 3);
  }
}

TEST(Network, ALayerWithoutInputsHasBiasZero) {
  Network<float> network(NetworkShape{0, {1, 0, 2}, {Activation::kRelu, Activation::kIdentity}});
  uncertainty::RandomStream random(1);
  network.initialize(random);
  EXPECT_EQ(network.parameters().size(), 2);
  EXPECT_EQ(network.parameters()[0], 0);
}

TEST(Network, ExportsWeightsInTorchsOrder) {
  Network<double> network(NetworkShape{0, {2, 3}, {Activation::kIdentity}});
  network.importWeights(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9});
  // The third output is 5 x + 6 y + 9.
  const Inputs<double> inputs = testing::buildTable<double>({10, 100}, 1, 2);
  EXPECT_EQ(predict(network, inputs)(2, 0), 5 * 10 + 6 * 100 + 9);
  EXPECT_THAT(network.exportWeights(), ::testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
  expectError([&] { network.importWeights(std::vector<double>(8)); }, ErrorCode::kShapeMismatch,
              "weights");
}

TEST(Network, BagsAreMeansOfTheirWords) {
  Network<double> network(NetworkShape{3, {2, 1}, {Activation::kIdentity}});
  network.importWeights(std::vector<double>{1, 2, 3, 4, 5, 6, /* weights */ 1, 10, /* bias */ 0.5});
  const Inputs<double> inputs = Bags{{0, 2, 1, 1}, {0, 2, 4, 4}};
  const auto outputs = predict(network, inputs);
  EXPECT_EQ(outputs(0, 0), (1 + 5) / 2.0 + 10 * (2 + 6) / 2.0 + 0.5);
  EXPECT_EQ(outputs(0, 1), 3 + 40 + 0.5);
  EXPECT_EQ(outputs(0, 2), 0.5);  // no words
}

TEST(Network, RejectsInvalidShapes) {
  expectError([] { Network<float>(NetworkShape{0, {3}, {}}); }, ErrorCode::kInvalidArgument,
              "layers");
  expectError([] { Network<float>(NetworkShape{0, {3, 1}, {}}); }, ErrorCode::kInvalidArgument,
              "layers");
  expectError([] { Network<float>(NetworkShape{0, {1U << 20U, 1U << 20U}, {Activation::kRelu}}); },
              ErrorCode::kTooLarge, "layers");
  expectError([] { valueNamed<Activation>("swish"); }, ErrorCode::kInvalidArgument, "activations");
}

}  // namespace
}  // namespace fairwasm::predictability
