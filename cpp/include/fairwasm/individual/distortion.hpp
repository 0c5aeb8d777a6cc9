// SPDX-License-Identifier: Apache-2.0
//
// How far each individual was moved by a transformation of its features: the distance between row i
// of one matrix and row i of another. As in AIF360's SampleDistortionMetric, whose sums, means,
// maxima and comparisons of groups are taken of these distances.
#pragma once

#include <vector>

#include "fairwasm/individual/matrix.hpp"

namespace fairwasm::individual {

// All three throw kShapeMismatch where the matrices differ in shape, and kInvalidArgument with the
// row for a value that is not finite. One distance a row, each >= 0.

// sqrt(sum (x - x')^2).
std::vector<double> euclideanDistances(const Matrix& original, const Matrix& distorted);

// sum |x - x'|.
std::vector<double> manhattanDistances(const Matrix& original, const Matrix& distorted);

// sqrt((x - x')' S^-1 (x - x')), where S is the sample covariance (divided by 2 n - 1, unweighted)
// of the rows of both matrices together. Throws kInvalidArgument where S cannot be inverted: a
// feature is constant, or a linear function of others, or there are too few rows. Source:
// Mahalanobis 1936.
std::vector<double> mahalanobisDistances(const Matrix& original, const Matrix& distorted);

}  // namespace fairwasm::individual
