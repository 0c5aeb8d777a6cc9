// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/convolution.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <ranges>
#include <utility>

#include "fairwasm/robustness/spectral_norm.hpp"
#include "rounding.hpp"

namespace fairwasm::robustness {
namespace {

using Eigen::MatrixXd;
using internal::kUnitRoundoff;
using internal::roundedUp;

// A kernel without stride: one row-major (outputs x inputs) matrix per tap.
struct Kernel {
  std::array<std::size_t, 2> size;
  std::vector<MatrixXd> taps;
};

// Frequencies of one axis, 2 pi t / count, and the factor by which a symbol's norm can exceed its
// maximum over them.
struct Samples {
  std::size_t count;
  double excess;
};

constexpr std::size_t kSamplesPerDegree = 64;

// Returns true if outputs `stride` apart equal a convolution of the input's phases.
bool splitsIntoPhases(const Convolution& convolution, std::size_t axis) {
  return convolution.padding == Padding::kZeros ||
         (convolution.inputSize &&
          convolution.inputSize->at(axis) % convolution.stride.at(axis) == 0);
}

// Weights are multiplied by 2^-exponent.
Kernel polyphase(const Convolution& convolution, const std::array<std::size_t, 2>& phases,
                 int exponent) {
  const auto [height, width] = convolution.kernel;
  const auto size = [&](std::size_t axis) {
    return (convolution.kernel.at(axis) + phases.at(axis) - 1) / phases.at(axis);
  };
  Kernel kernel{{size(0), size(1)}, {}};
  const auto columns = static_cast<Eigen::Index>(convolution.inputs * phases[0] * phases[1]);
  kernel.taps.assign(kernel.size[0] * kernel.size[1],
                     MatrixXd::Zero(static_cast<Eigen::Index>(convolution.outputs), columns));
  std::size_t weight = 0;
  for (std::size_t output = 0; output < convolution.outputs; ++output) {
    for (std::size_t input = 0; input < convolution.inputs; ++input) {
      for (std::size_t i = 0; i < height; ++i) {
        for (std::size_t j = 0; j < width; ++j) {
          const std::size_t phase = (i % phases[0]) * phases[1] + j % phases[1];
          const std::size_t tap = (i / phases[0]) * kernel.size[1] + j / phases[1];
          kernel.taps[tap](static_cast<Eigen::Index>(output),
                           static_cast<Eigen::Index>(phase * convolution.inputs + input)) =
              std::ldexp(convolution.weights[weight++], -exponent);
        }
      }
    }
  }
  return kernel;
}

Samples computeSamples(const Convolution& convolution, std::size_t axis, std::size_t phases,
                       std::size_t taps) {
  const std::size_t degree = taps / 2;
  const std::size_t enough = std::max<std::size_t>(1, kSamplesPerDegree * degree);
  const Samples all{enough, roundedUp(1 / std::cos(std::numbers::pi * static_cast<double>(degree) /
                                                   static_cast<double>(enough)))};
  if (!convolution.inputSize) return all;
  const std::size_t size = convolution.inputSize->at(axis);
  if (convolution.padding == Padding::kCircular) {
    const std::size_t frequencies = size / phases;
    return frequencies <= enough ? Samples{frequencies, 1} : all;
  }
  // Returns the maximum number of a phase's positions within the input, for any offset.
  const std::size_t places = (size - 1 + phases - 1) / phases + 1;
  const std::size_t embedded = (phases == 1 ? size : places) + taps - 1;
  return embedded <= enough ? Samples{embedded, 1} : all;
}

// Returns cos and sin of 2 pi t / count.
struct Circle {
  std::vector<double> cosine;
  std::vector<double> sine;

  explicit Circle(std::size_t count) {
    for (std::size_t t = 0; t < count; ++t) {
      const double angle =
          2 * std::numbers::pi * static_cast<double>(t) / static_cast<double>(count);
      cosine.push_back(std::cos(angle));
      sine.push_back(std::sin(angle));
    }
  }
};

// The symbol at pairs of frequencies: sum over taps (i, j) of W_ij exp(-2 pi I (u i / N + v j /
// M)).
class Symbol {
 public:
  Symbol(const Kernel& kernel, std::size_t rowSamples, std::size_t columnSamples)
      : kernel_(kernel), rows_(rowSamples), columns_(columnSamples) {}

  // Returns the sums over j for one v and each i.
  [[nodiscard]] std::vector<ComplexMatrix> alongRows(std::size_t v) const {
    const auto [height, width] = kernel_.size;
    std::vector<ComplexMatrix> sums;
    for (std::size_t i = 0; i < height; ++i) {
      ComplexMatrix sum = zero();
      for (std::size_t j = 0; j < width; ++j) {
        const std::size_t t = v * j % columns_.cosine.size();
        const MatrixXd& tap = kernel_.taps[i * width + j];
        sum.real += columns_.cosine[t] * tap;
        sum.imaginary -= columns_.sine[t] * tap;
      }
      sums.push_back(std::move(sum));
    }
    return sums;
  }

  [[nodiscard]] ComplexMatrix at(std::size_t u, const std::vector<ComplexMatrix>& sums) const {
    ComplexMatrix symbol = zero();
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::size_t t = u * i % rows_.cosine.size();
      symbol.real += rows_.cosine[t] * sums[i].real + rows_.sine[t] * sums[i].imaginary;
      symbol.imaginary += rows_.cosine[t] * sums[i].imaginary - rows_.sine[t] * sums[i].real;
    }
    return symbol;
  }

  // Returns a bound on the norm of computed - exact at every frequency. Cosines and sines have an
  // error below 32 u (19 u from angles, one or two units in the last place from the functions),
  // which changes a term with two factors by at most 92 u of its modulus. Sums add 4 u for each row
  // and column of the kernel.
  [[nodiscard]] double error() const {
    MatrixXd moduli = MatrixXd::Zero(kernel_.taps[0].rows(), kernel_.taps[0].cols());
    for (const MatrixXd& tap : kernel_.taps) moduli += tap.cwiseAbs();
    const auto steps = static_cast<double>(kernel_.size[0] + kernel_.size[1]);
    return roundedUp((160 + 4 * steps) * kUnitRoundoff * 2 * moduli.norm());
  }

 private:
  [[nodiscard]] ComplexMatrix zero() const {
    const MatrixXd nothing = MatrixXd::Zero(kernel_.taps[0].rows(), kernel_.taps[0].cols());
    return {nothing, nothing};
  }

  const Kernel& kernel_;
  Circle rows_;
  Circle columns_;
};

struct Frequency {
  double size;  // Frobenius norm of the symbol; large ones are tried first
  std::size_t u;
  std::size_t v;
};

// Returns the frequencies up to conjugation, largest symbol first.
std::vector<Frequency> frequencies(const Symbol& symbol, std::size_t rows, std::size_t columns) {
  std::vector<Frequency> result;
  for (std::size_t v = 0; v <= columns / 2; ++v) {
    const auto sums = symbol.alongRows(v);
    for (std::size_t u = 0; u < rows; ++u) {
      const ComplexMatrix value = symbol.at(u, sums);
      result.push_back({std::hypot(value.real.norm(), value.imaginary.norm()), u, v});
    }
  }
  std::ranges::sort(result, std::ranges::greater{}, &Frequency::size);
  return result;
}

}  // namespace

double convolutionNormBound(const Convolution& convolution) {
  // A power of two scales the largest weight to [1/2, 1), which avoids overflow and underflow.
  const auto modulus = [](double weight) { return std::abs(weight); };
  const double largestWeight =
      std::ranges::max(convolution.weights | std::views::transform(modulus));
  if (largestWeight == 0) return 0;
  int exponent = 0;
  std::frexp(largestWeight, &exponent);
  std::array<std::size_t, 2> phases{1, 1};
  for (std::size_t axis = 0; axis < 2; ++axis) {
    if (splitsIntoPhases(convolution, axis)) phases.at(axis) = convolution.stride.at(axis);
  }
  const Kernel kernel = polyphase(convolution, phases, exponent);
  const Samples rows = computeSamples(convolution, 0, phases[0], kernel.size[0]);
  const Samples columns = computeSamples(convolution, 1, phases[1], kernel.size[1]);
  const Symbol symbol(kernel, rows.count, columns.count);
  // Most frequencies are abandoned after a few steps, as soon as they are known to be below the
  // largest norm so far.
  double largest = 0;
  for (const auto& [size, u, v] : frequencies(symbol, rows.count, columns.count)) {
    largest = std::max(largest, gramBound(symbol.at(u, symbol.alongRows(v)), largest));
  }
  return std::ldexp(roundedUp((largest + symbol.error()) * rows.excess * columns.excess), exponent);
}

}  // namespace fairwasm::robustness
