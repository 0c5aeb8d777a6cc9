// SPDX-License-Identifier: Apache-2.0
//
// The spectral norm of a convolution, from above and without building its matrix.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "fairwasm/core/names.hpp"

namespace fairwasm::robustness {

enum class Padding {
  kZeros,     // any amount of zeros around the input, none included
  kCircular,  // the input goes on periodically; before striding there are as many outputs as inputs
};
constexpr auto namesOf(Padding) {
  return makeNames<Padding>("padding",
                            {{"zeros", Padding::kZeros}, {"circular", Padding::kCircular}});
}

// A two-dimensional convolution (as networks mean it: a correlation). One dimension: a height of 1.
struct Convolution {
  std::size_t outputs = 0;  // channels
  std::size_t inputs = 0;   // channels
  std::array<std::size_t, 2> kernel{1, 1};
  std::array<std::size_t, 2> stride{1, 1};
  Padding padding = Padding::kZeros;
  // Height and width of the input; left out: the bound holds for all sizes.
  std::optional<std::array<std::size_t, 2>> inputSize;
  // Row-major (outputs, inputs, kernel height, kernel width), as in PyTorch.
  std::vector<double> weights;
};

// At least the spectral norm of the convolution as a linear map, from its kernel's symbol f: the
// Fourier transform, an outputs x inputs matrix for each pair of frequencies, whose norm
// gramBound() bounds. Weights must be finite.
//
// Circular padding: max ||f|| over the frequencies of the input size; exact.
//
// Zero padding: the matrix is a part of that of the circular convolution of (size + kernel - 1), so
// that its frequencies bound the norm, whatever the amount of padding.
//
// Size unknown, or so large that fewer frequencies will do: sup ||f|| over all frequencies, from
// samples. u* f v is a trigonometric polynomial of degree d = floor(kernel / 2) up to a phase, and
// by Riesz's theorem (Ehlich and Zeller 1964) its maximum exceeds that over N samples by a factor
// of at most 1 / cos(pi d / N): 0.12 % an axis here.
//
// Strides: the input split into its phases makes it a convolution without strides of more channels
// (polyphase), which is exact; where a circular input's size is no multiple of the stride, the
// bound without strides is used, since outputs left out cannot increase a norm.
double convolutionNormBound(const Convolution& convolution);

}  // namespace fairwasm::robustness
