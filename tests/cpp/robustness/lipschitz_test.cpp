// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/lipschitz.hpp"

#include <Eigen/SVD>
#include <cmath>
#include <limits>

#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::robustness {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using testing::expectError;

MatrixXd randomMatrix(uncertainty::RandomStream& random, Eigen::Index rows, Eigen::Index columns) {
  return MatrixXd::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

double largestSingularValue(const MatrixXd& matrix) {
  return Eigen::JacobiSVD<MatrixXd>(matrix).singularValues()(0);
}

Layer dense(MatrixXd matrix, std::string_view activation = "relu") {
  return {std::move(matrix), getActivation(activation)};
}

std::vector<Layer> randomNetwork(uncertainty::RandomStream& random,
                                 const std::vector<Eigen::Index>& widths,
                                 std::string_view activation) {
  std::vector<Layer> layers;
  for (std::size_t i = 1; i < widths.size(); ++i) {
    layers.push_back(dense(randomMatrix(random, widths[i], widths[i - 1]), activation));
  }
  return layers;
}

// Returns the largest norm over all patterns of slopes 0 and 1. For ReLU, these are a superset of
// its Jacobians, and every bound that ignores the domain of the inputs must cover them.
double largestJacobian(const std::vector<Layer>& layers) {
  const auto matrix = [&](std::size_t i) { return std::get<MatrixXd>(layers[i].weights); };
  Eigen::Index hidden = 0;
  for (std::size_t i = 0; i + 1 < layers.size(); ++i) hidden += matrix(i).rows();
  double largest = 0;
  for (std::uint32_t pattern = 0; pattern < (1U << static_cast<unsigned>(hidden)); ++pattern) {
    MatrixXd product = matrix(0);
    std::uint32_t bits = pattern;
    for (std::size_t i = 1; i < layers.size(); ++i) {
      for (Eigen::Index neuron = 0; neuron < product.rows(); ++neuron, bits >>= 1U) {
        if ((bits & 1U) == 0) product.row(neuron).setZero();
      }
      product = matrix(i) * product;
    }
    largest = std::max(largest, largestSingularValue(product));
  }
  return largest;
}

class LipschitzBoundOf : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(LipschitzBoundOf, ReluCoversEveryPatternAndIsBelowTheProduct) {
  uncertainty::RandomStream random(1, GetParam());
  for (const auto& widths : {std::vector<Eigen::Index>{3, 6, 2}, {4, 4, 4, 3}, {2, 3, 3, 3, 1}}) {
    const auto layers = randomNetwork(random, widths, "relu");
    const auto bound = lipschitzBound(layers);
    EXPECT_GE(bound.value, largestJacobian(layers));
    EXPECT_LT(bound.value, 0.98 * bound.product);
    EXPECT_LE(bound.perOutput, bound.value);
    // Each output by itself is a network with a single row in the last layer.
    auto single = layers;
    auto& last = std::get<MatrixXd>(single.back().weights);
    for (Eigen::Index row = 0; row < last.rows(); ++row) {
      auto alone = single;
      std::get<MatrixXd>(alone.back().weights) = MatrixXd(last.row(row));
      EXPECT_GE(bound.perOutput, largestJacobian(alone));
    }
  }
}

// Neurons of very different scale, as in trained networks; after rescaling, their scales do not
// matter.
TEST_P(LipschitzBoundOf, ReluDoesNotDependOnTheScaleOfNeurons) {
  uncertainty::RandomStream random(2, GetParam());
  auto layers = randomNetwork(random, {4, 6, 5, 3}, "relu");
  const double before = lipschitzBound(layers).value;
  auto& first = std::get<MatrixXd>(layers[0].weights);
  auto& second = std::get<MatrixXd>(layers[1].weights);
  for (Eigen::Index neuron = 0; neuron < first.rows(); ++neuron) {
    const double scale = std::exp2(random.uniform(-6, 6));
    first.row(neuron) *= scale;
    second.col(neuron) /= scale;
  }
  const auto after = lipschitzBound(layers);
  EXPECT_GE(after.value, largestJacobian(layers));
  EXPECT_LT(after.value, 1.5 * before);
  EXPECT_GT(after.product, 3 * before);
}

INSTANTIATE_TEST_SUITE_P(Seeds, LipschitzBoundOf, ::testing::Range<std::uint64_t>(0, 6));

// Two layers by hand: (|| W V || + || W || || V ||) / 2 = (0 + 1) / 2 for orthogonal directions.
TEST(LipschitzBound, EqualsThatOfCombettesAndPesquet) {
  const auto bound =
      lipschitzBound({dense(MatrixXd{{1, 0}, {0, 0}}), dense(MatrixXd{{0, 0}, {0, 1}})});
  EXPECT_NEAR(bound.value, 0.5, 1e-12);
  EXPECT_NEAR(bound.product, 1, 1e-12);
  EXPECT_GE(bound.product, 1);
}

TEST(LipschitzBound, OfLinearNetworksIsTheNormOfTheirProduct) {
  uncertainty::RandomStream random(3);
  const auto layers = randomNetwork(random, {5, 7, 4, 3}, "identity");
  MatrixXd product = MatrixXd::Identity(5, 5);
  for (const auto& layer : layers) product = std::get<MatrixXd>(layer.weights) * product;
  const double norm = largestSingularValue(product);
  const auto bound = lipschitzBound(layers);
  EXPECT_GE(bound.value, norm * (1 - 1e-15));
  EXPECT_LE(bound.value, norm * (1 + 1e-11));
  EXPECT_NEAR(bound.perOutput, product.rowwise().norm().maxCoeff(), 1e-10);
}

// Absolute values can prevent cancellation: W |V x| with W = (1 1), V = (1, -1)' has constant
// sqrt(2) * sqrt(2), although W V = 0.
TEST(LipschitzBound, OfOtherActivationsIsTheProduct) {
  const std::vector<Layer> layers{dense(MatrixXd{{1}, {-1}}, "lipschitz"), dense(MatrixXd{{1, 1}})};
  EXPECT_GE(lipschitzBound(layers).value, 2);
  EXPECT_NEAR(lipschitzBound(layers).value, 2, 1e-12);
}

TEST(LipschitzBound, UsesTheSlopeOfSigmoids) {
  const auto with = [](std::string_view activation) {
    return lipschitzBound(
        {dense(MatrixXd::Identity(2, 2), activation), dense(MatrixXd::Identity(2, 2))});
  };
  EXPECT_NEAR(with("sigmoid").value, 0.25, 1e-12);
  EXPECT_NEAR(with("tanh").value, 1, 1e-12);
}

TEST(LipschitzBound, MultipliesConvolutionsAndDenseRuns) {
  const Convolution difference{1,        1,      {1, 2}, {1, 1}, Padding::kCircular,
                               {{1, 4}}, {1, -1}};  // norm 2
  const Layer convolution{difference, getActivation("sigmoid")};
  const auto bound = lipschitzBound({convolution, convolution, dense(3 * MatrixXd::Identity(4, 4)),
                                     dense(MatrixXd::Identity(4, 4)), convolution});
  ASSERT_EQ(bound.layers.size(), 5U);
  EXPECT_NEAR(bound.layers[0], 2, 1e-8);
  EXPECT_NEAR(bound.value, 0.25 * 2 * 2 * 0.25 * 3 * 2, 1e-7);
  EXPECT_EQ(bound.perOutput, bound.value);
}

// Lipschitz constants also hold for pairs of points: outputs must not diverge faster.
TEST(LipschitzBound, HoldsBetweenPoints) {
  uncertainty::RandomStream random(4);
  const auto layers = randomNetwork(random, {3, 16, 16, 4}, "tanh");
  const auto network = [&](VectorXd x) {
    for (std::size_t i = 0; i < layers.size(); ++i) {
      x = std::get<MatrixXd>(layers[i].weights) * x;
      if (i + 1 < layers.size()) x = x.array().tanh();
    }
    return x;
  };
  const double bound = lipschitzBound(layers).value;
  for (int i = 0; i < 2000; ++i) {
    const VectorXd x = 0.1 * randomMatrix(random, 3, 1);
    const VectorXd y = x + 1e-3 * randomMatrix(random, 3, 1);
    EXPECT_LE((network(x) - network(y)).norm(), bound * (x - y).norm());
  }
}

TEST(LipschitzBound, OfZeroWeightsIsZero) {
  EXPECT_EQ(lipschitzBound({dense(MatrixXd::Zero(2, 2)), dense(MatrixXd::Ones(1, 2))}).value, 0);
}

TEST(LipschitzBound, RejectsLayersThatCannotBeBounded) {
  expectError([] { lipschitzBound({}); }, ErrorCode::kInvalidState, "layers");
  expectError([] { getActivation("gelu"); }, ErrorCode::kInvalidArgument, "activation");
  expectError([] { lipschitzBound({dense(MatrixXd(0, 3))}); }, ErrorCode::kShapeMismatch,
              "layers[0]");
  expectError([] { lipschitzBound({dense(MatrixXd::Ones(2, 3)), dense(MatrixXd::Ones(2, 3))}); },
              ErrorCode::kShapeMismatch, "layers[1]");
  const double infinity = std::numeric_limits<double>::infinity();
  expectError([&] { lipschitzBound({dense(MatrixXd::Constant(1, 1, infinity))}); },
              ErrorCode::kInvalidArgument, "layers[0]");
  // Every weight is finite, but the product of norms overflows.
  const auto huge = dense(MatrixXd::Constant(1, 1, 1e300));
  expectError([&] { lipschitzBound({huge, huge}); }, ErrorCode::kInvalidArgument, "layers");
  const auto expectMismatch = [](const Convolution& convolution) {
    expectError([&] { lipschitzBound({{convolution, getActivation("relu")}}); },
                ErrorCode::kShapeMismatch, "layers[0]");
  };
  expectMismatch({2, 1, {2, 2}, {1, 1}, Padding::kZeros, {}, {1, 2, 3}});
  expectMismatch({1, 1, {1, 1}, {1, 1}, Padding::kZeros, {}, {1, 2, 3}});
  expectMismatch({1, 1, {1, 1}, {0, 1}, Padding::kZeros, {}, {1}});
  expectMismatch({1, 1, {1, 1}, {1, 1}, Padding::kZeros, {{0, 3}}, {1}});
  expectMismatch(
      {std::size_t{1} << 16U, std::size_t{1} << 16U, {1, 1}, {1, 1}, Padding::kZeros, {}, {1}});
}

}  // namespace
}  // namespace fairwasm::robustness
