// SPDX-License-Identifier: Apache-2.0
//
// Distortion of individuals by a transformation of their features: the distance between row i of
// two matrices. Like AIF360's SampleDistortionMetric, whose sums, means, maxima, and group
// comparisons are computed from these distances.
#pragma once

#include <vector>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual {

// All three functions return one nonnegative distance per row. They throw kShapeMismatch if the
// matrices differ in shape, and kInvalidArgument with the row for a value that is not finite.

// sqrt(sum (x - x')^2).
std::vector<double> euclideanDistances(const Matrix& original, const Matrix& distorted);

// sum |x - x'|.
std::vector<double> manhattanDistances(const Matrix& original, const Matrix& distorted);

// sqrt((x - x')' S^-1 (x - x')), where S is the sample covariance (divided by 2 n - 1, unweighted)
// of the rows of both matrices together. Throws kInvalidArgument if S is singular: a feature is
// constant or a linear function of others, or there are too few rows. Source: Mahalanobis 1936.
std::vector<double> mahalanobisDistances(const Matrix& original, const Matrix& distorted);

}  // namespace fairwasm::individual
