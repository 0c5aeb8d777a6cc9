// SPDX-License-Identifier: Apache-2.0
//
// Upper bound on the spectral norm of a convolution, without building its matrix.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "fairwasm/core/names.hpp"

namespace fairwasm::robustness {

enum class Padding {
  kZeros,     // any number of zeros around the input, including none
  kCircular,  // periodic input; before striding, there are as many outputs as inputs
};
constexpr auto getNames(Padding) {
  return makeNames<Padding>("padding",
                            {{"zeros", Padding::kZeros}, {"circular", Padding::kCircular}});
}

// A two-dimensional convolution (a correlation, as in neural networks). For one dimension, use a
// height of 1.
struct Convolution {
  std::size_t outputs = 0;  // channels
  std::size_t inputs = 0;   // channels
  std::array<std::size_t, 2> kernel{1, 1};
  std::array<std::size_t, 2> stride{1, 1};
  Padding padding = Padding::kZeros;
  // Height and width of the input. If omitted, the bound holds for all sizes.
  std::optional<std::array<std::size_t, 2>> inputSize;
  // Row-major (outputs, inputs, kernel height, kernel width), like PyTorch.
  std::vector<double> weights;
};

// Returns an upper bound on the spectral norm of the convolution as a linear map, from the symbol f
// of its kernel. The symbol is the Fourier transform: an outputs x inputs matrix for each pair of
// frequencies, whose norm gramBound() bounds. Weights must be finite.
//
// Circular padding: max ||f|| over the frequencies of the input size, which is exact.
//
// Zero padding: the matrix is a part of that of the circular convolution with size + kernel - 1, so
// the frequencies of the latter bound the norm for any amount of padding.
//
// Unknown size, or so large that fewer frequencies are enough: sup ||f|| over all frequencies, from
// samples. u* f v is a trigonometric polynomial of degree d = floor(kernel / 2) up to a phase. By
// Riesz's theorem (Ehlich and Zeller 1964), its maximum exceeds that over N samples by a factor of
// at most 1 / cos(pi d / N), here 0.12% per axis.
//
// Strides: splitting the input into its phases gives a convolution without strides and with more
// channels (polyphase), which is exact. If the size of a circular input is not a multiple of the
// stride, the bound without strides is used, because omitting outputs cannot increase a norm.
double convolutionNormBound(const Convolution& convolution);

}  // namespace fairwasm::robustness
