// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/spectral_norm.hpp"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <cmath>

#include "fairwasm/robustness/convolution.hpp"
#include "fairwasm/uncertainty/random.hpp"
#include "support.hpp"

namespace fairwasm::robustness {
namespace {

using Eigen::MatrixXd;

MatrixXd randomMatrix(uncertainty::RandomStream& random, Eigen::Index rows, Eigen::Index columns) {
  return MatrixXd::NullaryExpr(rows, columns, [&] { return random.normal(); });
}

MatrixXd randomOrthogonal(uncertainty::RandomStream& random, Eigen::Index n) {
  return Eigen::HouseholderQR<MatrixXd>(randomMatrix(random, n, n)).householderQ();
}

double largestSingularValue(const MatrixXd& matrix) {
  return Eigen::JacobiSVD<MatrixXd>(matrix).singularValues()(0);
}

// Expects a bound that is never below the norm and barely above it. Jacobi's error is a few units
// in the last place.
void expectTight(double bound, double norm, double excess) {
  EXPECT_GE(bound, norm * (1 - 1e-15));
  EXPECT_LE(bound, norm * (1 + excess));
}

struct MatrixCase {
  std::string name;
  MatrixXd matrix;
};
void PrintTo(const MatrixCase& one, std::ostream* out) { *out << one.name; }

std::vector<MatrixCase> matrices() {
  uncertainty::RandomStream random(1);
  std::vector<MatrixCase> cases;
  const auto add = [&](const std::string& name, const MatrixXd& matrix) {
    cases.push_back({name, matrix});
  };
  add("one", MatrixXd::Constant(1, 1, -3));
  add("row", randomMatrix(random, 1, 40));
  add("column", randomMatrix(random, 40, 1));
  add("wide", randomMatrix(random, 10, 70));
  add("tall", randomMatrix(random, 90, 20));
  add("square", randomMatrix(random, 60, 60));
  add("orthogonal", randomOrthogonal(random, 30));
  add("identity", MatrixXd::Identity(25, 25));
  add("rank1", randomMatrix(random, 30, 1) * randomMatrix(random, 1, 30));
  add("ones", MatrixXd::Ones(20, 20));
  add("hadamard", MatrixXd{{1, 1, 1, 1}, {1, -1, 1, -1}, {1, 1, -1, -1}, {1, -1, -1, 1}});
  add("tiny", 1e-200 * randomMatrix(random, 12, 12));
  add("subnormal", 1e-310 * MatrixXd::Ones(2, 2));
  add("huge", 1e250 * randomMatrix(random, 12, 12));
  MatrixXd hilbert = MatrixXd::NullaryExpr(
      12, 12, [](Eigen::Index i, Eigen::Index j) { return 1.0 / static_cast<double>(i + j + 1); });
  add("hilbert", hilbert);
  MatrixXd graded = randomMatrix(random, 20, 20);
  for (Eigen::Index i = 0; i < 20; ++i) graded.row(i) *= std::pow(10.0, -static_cast<double>(i));
  add("graded", graded);
  // The two largest singular values differ only in the last digits.
  MatrixXd close = randomOrthogonal(random, 20);
  close.row(0) *= 1 + 1e-14;
  add("close", close);
  return cases;
}

class SpectralNorm : public ::testing::TestWithParam<MatrixCase> {};

TEST_P(SpectralNorm, IsBoundedTightlyByCholesky) {
  const auto& matrix = GetParam().matrix;
  const double excess = matrix.cwiseAbs().maxCoeff() < 1e-300 ? 1e-3 : 1e-11;
  expectTight(spectralNormBound(matrix), largestSingularValue(matrix), excess);
}

TEST_P(SpectralNorm, IsBoundedTightlyByGramIteration) {
  const auto& matrix = GetParam().matrix;
  const double excess = matrix.cwiseAbs().maxCoeff() < 1e-300 ? 1e-3 : 1e-8;
  const double norm = largestSingularValue(matrix);
  const MatrixXd zero = MatrixXd::Zero(matrix.rows(), matrix.cols());
  expectTight(gramBound({matrix, zero}), norm, excess);
  expectTight(gramBound({zero, matrix}), norm, excess);
  // (1 + i) A / sqrt(2) has the norm of A.
  expectTight(gramBound({matrix * std::sqrt(0.5), matrix * std::sqrt(0.5)}), norm, excess);
}

INSTANTIATE_TEST_SUITE_P(Matrices, SpectralNorm, ::testing::ValuesIn(matrices()),
                         [](const auto& test) { return test.param.name; });

TEST(SpectralNorm, OfAnEmptyMatrixIsZero) {
  EXPECT_EQ(spectralNormBound(MatrixXd::Zero(3, 4)), 0);
  EXPECT_EQ(gramBound({MatrixXd::Zero(3, 4), MatrixXd::Zero(3, 4)}), 0);
}

// A complex matrix acts on real vectors of twice the length.
TEST(GramBound, HoldsForComplexMatrices) {
  uncertainty::RandomStream random(2);
  for (const auto& [rows, columns] : {std::pair{5, 5}, {3, 9}, {12, 4}}) {
    const ComplexMatrix a{randomMatrix(random, rows, columns), randomMatrix(random, rows, columns)};
    MatrixXd doubled(2 * rows, 2 * columns);
    doubled << a.real, -a.imaginary, a.imaginary, a.real;
    expectTight(gramBound(a), largestSingularValue(doubled), 1e-8);
  }
}

// Every step of Gram iteration gives a bound, so stopping early is safe.
TEST(GramBound, IsABoundAfterEveryStep) {
  uncertainty::RandomStream random(3);
  const MatrixXd matrix = randomMatrix(random, 20, 20);
  const MatrixXd zero = MatrixXd::Zero(20, 20);
  const double norm = largestSingularValue(matrix);
  for (double enough = 6 * norm; enough > norm; enough = norm + 0.7 * (enough - norm) - 1e-9) {
    const double bound = gramBound({matrix, zero}, enough);
    EXPECT_GE(bound, norm);
    EXPECT_LE(bound, enough);
  }
}

// Convolutions compared with their matrices.

double& at(std::vector<double>& values, const std::array<std::size_t, 3>& shape,
           std::size_t channel, std::size_t y, std::size_t x) {
  return values[(channel * shape[1] + y) * shape[2] + x];
}

struct ConvolutionCase {
  std::string name;
  Convolution convolution;
  std::array<std::size_t, 2> pad{0, 0};  // zeros around the input for zero padding
  double excess;                         // permitted relative excess of the bound over the norm
};
void PrintTo(const ConvolutionCase& one, std::ostream* out) { *out << one.name; }

// Computes the matrix column by column: the result of the convolution for each unit input.
MatrixXd toMatrix(const ConvolutionCase& one) {
  const Convolution& c = one.convolution;
  const auto size = c.inputSize.value();
  const bool circular = c.padding == Padding::kCircular;
  std::array<std::size_t, 2> outputs{};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const std::size_t all =
        circular ? size.at(axis) : size.at(axis) + 2 * one.pad.at(axis) - c.kernel.at(axis) + 1;
    outputs.at(axis) = (all - 1) / c.stride.at(axis) + 1;
  }
  const std::array<std::size_t, 3> shape{c.inputs, size[0], size[1]};
  MatrixXd matrix(static_cast<Eigen::Index>(c.outputs * outputs[0] * outputs[1]),
                  static_cast<Eigen::Index>(c.inputs * size[0] * size[1]));
  for (Eigen::Index unit = 0; unit < matrix.cols(); ++unit) {
    std::vector<double> input(static_cast<std::size_t>(matrix.cols()));
    input[static_cast<std::size_t>(unit)] = 1;
    Eigen::Index row = 0;
    for (std::size_t o = 0; o < c.outputs; ++o) {
      for (std::size_t y = 0; y < outputs[0]; ++y) {
        for (std::size_t x = 0; x < outputs[1]; ++x) {
          double sum = 0;
          std::size_t weight = o * c.inputs * c.kernel[0] * c.kernel[1];
          for (std::size_t channel = 0; channel < c.inputs; ++channel) {
            for (std::size_t i = 0; i < c.kernel[0]; ++i) {
              for (std::size_t j = 0; j < c.kernel[1]; ++j, ++weight) {
                std::size_t fromY = y * c.stride[0] + i;
                std::size_t fromX = x * c.stride[1] + j;
                if (circular) {
                  fromY %= size[0];
                  fromX %= size[1];
                } else {
                  fromY -= one.pad[0];  // wraps around to a huge number before the beginning
                  fromX -= one.pad[1];
                  if (fromY >= size[0] || fromX >= size[1]) continue;
                }
                sum += c.weights[weight] * at(input, shape, channel, fromY, fromX);
              }
            }
          }
          matrix(row++, unit) = sum;
        }
      }
    }
  }
  return matrix;
}

Convolution randomConvolution(uncertainty::RandomStream& random, std::array<std::size_t, 4> shape,
                              std::array<std::size_t, 2> size, Padding padding,
                              std::array<std::size_t, 2> stride) {
  Convolution c{shape[0], shape[1], {shape[2], shape[3]}, stride, padding, size, {}};
  for (std::size_t i = 0; i < shape[0] * shape[1] * shape[2] * shape[3]; ++i) {
    c.weights.push_back(random.normal());
  }
  return c;
}

std::vector<ConvolutionCase> convolutions() {
  uncertainty::RandomStream random(4);
  std::vector<ConvolutionCase> cases;
  const auto circular = [&](const std::string& name, std::array<std::size_t, 4> shape,
                            std::array<std::size_t, 2> size, std::array<std::size_t, 2> stride,
                            double excess = 1e-8) {
    cases.push_back(
        {name, randomConvolution(random, shape, size, Padding::kCircular, stride), {}, excess});
  };
  const auto zeros = [&](const std::string& name, std::array<std::size_t, 4> shape,
                         std::array<std::size_t, 2> size, std::array<std::size_t, 2> pad,
                         std::array<std::size_t, 2> stride, double excess) {
    cases.push_back(
        {name, randomConvolution(random, shape, size, Padding::kZeros, stride), pad, excess});
  };
  // Circular padding is exact.
  circular("circular", {3, 2, 3, 3}, {6, 5}, {1, 1});
  circular("circularWide", {2, 5, 3, 2}, {4, 7}, {1, 1});
  circular("circularOneDimension", {3, 3, 1, 5}, {1, 12}, {1, 1});
  circular("circularKernelBeyondTheInput", {2, 2, 5, 4}, {3, 3}, {1, 1});
  circular("circularStride", {4, 2, 3, 3}, {6, 8}, {2, 2});
  circular("circularStrideThree", {2, 3, 3, 2}, {6, 3}, {3, 1});
  // A stride that does not divide the size gives the bound of stride 1.
  circular("circularOddStride", {2, 2, 3, 3}, {5, 6}, {2, 2}, 1.5);
  // Patches become a single tap after splitting into phases, which is exact for zero padding, too.
  zeros("patches", {5, 2, 2, 2}, {6, 6}, {0, 0}, {2, 2}, 1e-8);
  zeros("oneByOne", {4, 3, 1, 1}, {5, 5}, {0, 0}, {1, 1}, 1e-8);
  zeros("same", {3, 2, 3, 3}, {7, 6}, {1, 1}, {1, 1}, 0.1);
  zeros("valid", {3, 2, 3, 3}, {8, 8}, {0, 0}, {1, 1}, 0.15);
  zeros("full", {2, 2, 3, 2}, {6, 6}, {2, 1}, {1, 1}, 0.1);
  zeros("moreThanFull", {2, 2, 3, 2}, {4, 4}, {5, 5}, {1, 1}, 0.1);
  zeros("even", {2, 3, 4, 2}, {7, 7}, {1, 1}, {1, 1}, 0.2);
  zeros("stride", {4, 2, 3, 3}, {8, 8}, {1, 1}, {2, 2}, 0.25);
  zeros("strideOffset", {3, 2, 5, 5}, {9, 8}, {2, 2}, {2, 3}, 0.25);
  zeros("strideBeyondTheKernel", {3, 2, 2, 2}, {9, 9}, {1, 1}, {3, 4}, 0.25);
  zeros("oneDimension", {2, 2, 1, 3}, {1, 30}, {0, 1}, {1, 1}, 0.02);
  // Adversarial kernels: cancellation, one sign, a single tap in a corner, checkerboards, extreme
  // sizes.
  const auto with = [&](const std::string& name, ConvolutionCase one, const auto& weight,
                        double excess) {
    one.name = name;
    one.excess = excess;
    for (std::size_t i = 0; i < one.convolution.weights.size(); ++i) {
      one.convolution.weights[i] = weight(i);
    }
    cases.push_back(one);
  };
  const ConvolutionCase same = cases[9];
  with("ones", same, [](std::size_t) { return 1.0; }, 0.15);
  with("checkerboard", same, [](std::size_t i) { return i % 2 == 0 ? 1.0 : -1.0; }, 0.35);
  with("corner", same, [](std::size_t i) { return i % 9 == 8 ? 1.0 : 0.0; }, 1e-8);
  with("canceling", same, [](std::size_t i) { return (i % 9 == 4 ? 8.0 : -1.0) * 1e8; }, 0.1);
  with("tiny", same, [](std::size_t i) { return 1e-300 * static_cast<double>(i % 5); }, 0.15);
  with("huge", same, [](std::size_t i) { return 1e300 * static_cast<double>(i % 5); }, 0.15);
  with("nothing", same, [](std::size_t) { return 0.0; }, 0);
  return cases;
}

class ConvolutionNorm : public ::testing::TestWithParam<ConvolutionCase> {};

TEST_P(ConvolutionNorm, IsAtLeastTheNormOfItsMatrix) {
  const auto& one = GetParam();
  const MatrixXd matrix = toMatrix(one);
  const double largest = matrix.cwiseAbs().maxCoeff();
  const double norm = largest == 0 ? 0 : largest * largestSingularValue(matrix / largest);
  const double bound = convolutionNormBound(one.convolution);
  expectTight(bound, norm, one.excess);
  // Without a size, the bound holds for every size, including this one.
  Convolution anySize = one.convolution;
  anySize.inputSize.reset();
  EXPECT_GE(convolutionNormBound(anySize), norm * (1 - 1e-15));
}

INSTANTIATE_TEST_SUITE_P(Cases, ConvolutionNorm, ::testing::ValuesIn(convolutions()),
                         [](const auto& test) { return test.param.name; });

// Small random convolutions of every kind.
class RandomConvolutionNorm : public ::testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomConvolutionNorm, IsNeverTooSmall) {
  uncertainty::RandomStream random(5, GetParam());
  const auto pick = [&](std::uint32_t min, std::uint32_t max) {
    return std::size_t{min + random.below(max - min + 1)};
  };
  for (int i = 0; i < 25; ++i) {
    const std::array<std::size_t, 4> shape{pick(1, 3), pick(1, 3), pick(1, 4), pick(1, 4)};
    const std::array<std::size_t, 2> size{pick(4, 8), pick(4, 8)};
    const auto padding = random.below(2) == 0 ? Padding::kZeros : Padding::kCircular;
    ConvolutionCase one{"random",
                        randomConvolution(random, shape, size, padding, {pick(1, 3), pick(1, 3)}),
                        {pick(0, 4), pick(0, 4)},
                        0};
    const double norm = largestSingularValue(toMatrix(one));
    EXPECT_GE(convolutionNormBound(one.convolution), norm * (1 - 1e-15));
    one.convolution.inputSize.reset();
    EXPECT_GE(convolutionNormBound(one.convolution), norm * (1 - 1e-15));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomConvolutionNorm, ::testing::Range<std::uint64_t>(0, 8));

// For all sizes together, the bound is the supremum, which large inputs approach, here to within
// 0.5%.
TEST(ConvolutionNorm, OfUnknownSizeIsThatOfLargeInputs) {
  uncertainty::RandomStream random(6);
  auto c = randomConvolution(random, {1, 1, 1, 3}, {1, 400}, Padding::kZeros, {1, 1});
  const double norm = largestSingularValue(toMatrix({"", c, {0, 1}, 0}));
  c.inputSize.reset();
  expectTight(convolutionNormBound(c), norm, 5e-3);
}

}  // namespace
}  // namespace fairwasm::robustness
