// SPDX-License-Identifier: Apache-2.0
#include "fairwasm/robustness/lipschitz.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "fairwasm/core/error.hpp"
#include "fairwasm/core/number_text.hpp"
#include "fairwasm/robustness/spectral_norm.hpp"
#include "rounding.hpp"

namespace fairwasm::robustness {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using internal::gamma;
using internal::roundedUp;
using Kind = LayerActivation::Kind;

double frobeniusBound(const MatrixXd& matrix) {
  return roundedUp(matrix.stableNorm() * (1 + gamma(static_cast<std::size_t>(matrix.size()) + 8)));
}

// A matrix with an error of at most `error` in spectral norm.
struct Approximate {
  MatrixXd matrix;
  double error = 0;

  [[nodiscard]] double normBound() const { return roundedUp(spectralNormBound(matrix) + error); }

  // Returns a bound on the norm of the longest row.
  [[nodiscard]] double rowBound() const {
    double max = 0;
    for (Index row = 0; row < matrix.rows(); ++row) {
      max = std::max(max, frobeniusBound(matrix.row(row)));
    }
    return roundedUp(max + error);
  }

  Approximate operator*(const Approximate& other) const {
    const double leftNorm = frobeniusBound(matrix);
    const double rightNorm = frobeniusBound(other.matrix);
    const double rounding =
        gamma(static_cast<std::size_t>(matrix.cols()) + 2) * leftNorm * rightNorm;
    return {matrix * other.matrix, roundedUp(roundedUp(rounding + leftNorm * other.error) +
                                             roundedUp(error * rightNorm + error * other.error))};
  }
};

// Consecutive dense layers with the activations between them.
struct Run {
  std::vector<Approximate> layers;
  std::vector<LayerActivation> between;

  void append(Approximate layer, const LayerActivation& before) {
    if (before.kind == Kind::kIdentity) {
      layers.back() = layer * layers.back();
      return;
    }
    between.push_back(before);
    layers.push_back(std::move(layer));
  }
};

struct Norms {
  double whole;
  double perOutput;

  [[nodiscard]] Norms operator*(double factor) const {
    return {roundedUp(whole * factor), roundedUp(perOutput * factor)};
  }
  [[nodiscard]] Norms operator+(const Norms& other) const {
    return {roundedUp(whole + other.whole), roundedUp(perOutput + other.perOutput)};
  }
};

Norms computeNorms(const Approximate& matrix) { return {matrix.normBound(), matrix.rowBound()}; }

// Returns bounds on the composition of the first 1, 2, … layers. With T(i) for i of them and P for
// a product that ends before layer i, L(P s f) <= slope / 2 * (L(P f) + ||P|| T) for a monotone s
// and f with constant T, and L(P s f) <= slope * ||P|| T for any other s.
Norms averagedBound(const Run& run) {
  std::vector<Norms> bounds{computeNorms(run.layers.front())};
  for (std::size_t last = 1; last < run.layers.size(); ++last) {
    Approximate product = run.layers[last];
    Norms sum{0, 0};
    double share = 1;
    for (std::size_t i = last; i-- > 0 && share > 0;) {
      const auto& [name, kind, slope] = run.between[i];
      const double half = kind == Kind::kMonotone ? slope / 2 : slope;
      sum = sum + computeNorms(product) * roundedUp(share * half * bounds[i].whole);
      share = kind == Kind::kMonotone ? share * half : 0;
      if (share > 0) product = product * run.layers[i];
    }
    if (share > 0) sum = sum + computeNorms(product) * share;
    bounds.push_back(sum);
  }
  return bounds.back();
}

// Returns true if scaling rows of this norm by powers of two is practically exact.
bool isOrdinary(double norm) { return norm > 1e-100 && norm < 1e100; }

// Rescales hidden neurons so that their input and output weights have similar norms. A factor d > 0
// on a row before an elementwise activation, and 1 / d on the column after it, give the same
// network with an activation d s(x / d) that has the same slopes. Powers of two make this exact.
Run balanced(Run run) {
  constexpr int kSweeps = 4;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = 0; i < run.between.size(); ++i) {
      if (run.between[i].kind != Kind::kMonotone) continue;
      MatrixXd& into = run.layers[i].matrix;
      MatrixXd& from = run.layers[i + 1].matrix;
      if (run.layers[i].error > 0 || run.layers[i + 1].error > 0) continue;
      for (Index neuron = 0; neuron < into.rows(); ++neuron) {
        const double entering = into.row(neuron).stableNorm();
        const double leaving = from.col(neuron).stableNorm();
        if (!isOrdinary(entering) || !isOrdinary(leaving)) continue;
        const int exponent = static_cast<int>(std::lround(std::log2(leaving / entering) / 2));
        into.row(neuron) *= std::ldexp(1.0, exponent);
        from.col(neuron) *= std::ldexp(1.0, -exponent);
      }
    }
  }
  return run;
}

Norms runBound(const Run& run) {
  const Norms plain = averagedBound(run);
  if (run.between.empty()) return plain;
  const Norms rescaled = averagedBound(balanced(run));
  return {std::min(plain.whole, rescaled.whole), std::min(plain.perOutput, rescaled.perOutput)};
}

std::string layerName(std::size_t index) { return "layers[" + std::to_string(index) + "]"; }

[[noreturn]] void mismatch(std::size_t index, std::string expected, std::string actual) {
  throw Error(ErrorCode::kShapeMismatch,
              {layerName(index), std::move(expected), std::move(actual), {}});
}

std::span<const double> getValues(const Layer& layer) {
  if (const auto* matrix = std::get_if<MatrixXd>(&layer.weights)) {
    return {matrix->data(), static_cast<std::size_t>(matrix->size())};
  }
  return std::get<Convolution>(layer.weights).weights;
}

void validateShape(const Convolution& convolution, std::size_t index) {
  const auto [height, width] = convolution.kernel;
  const std::array sizes{convolution.outputs, convolution.inputs, height, width};
  std::size_t count = 1;
  for (const std::size_t size : sizes) {
    // Divides instead of multiplying, so that no shape can match by overflow.
    if (size == 0 || convolution.weights.size() / count < size) {
      mismatch(index, "weights that fill its shape", std::to_string(convolution.weights.size()));
    }
    count *= size;
  }
  if (count != convolution.weights.size()) {
    mismatch(index, std::to_string(count) + " weights", std::to_string(convolution.weights.size()));
  }
  const auto isZero = [](std::size_t size) { return size == 0; };
  if (std::ranges::any_of(convolution.stride, isZero))
    mismatch(index, "a stride of 1 or more", "0");
  if (convolution.inputSize && std::ranges::any_of(*convolution.inputSize, isZero)) {
    mismatch(index, "an input size of 1 or more", "0");
  }
}

}  // namespace

const LayerActivation& getActivation(std::string_view name) {
  return entryNamed(kActivations, name, "activation");
}

void validate(const Layer& layer, std::size_t index) {
  const auto values = getValues(layer);
  if (values.empty()) mismatch(index, "weights", "none");
  if (const auto* convolution = std::get_if<Convolution>(&layer.weights)) {
    validateShape(*convolution, index);
  }
  const auto bad = std::ranges::find_if(values, [](double x) { return !std::isfinite(x); });
  if (bad == values.end()) return;
  throw Error(ErrorCode::kInvalidArgument, {layerName(index), "finite weights", shown(*bad), {}});
}

LipschitzBound lipschitzBound(const std::vector<Layer>& layers) {
  if (layers.empty()) {
    throw Error(ErrorCode::kInvalidState, {"layers", "at least one layer", "none", {}});
  }
  LipschitzBound bound{1, 1, 1, {}};
  std::optional<Run> run;  // of dense layers, up to the previous one
  const auto endRun = [&] {
    if (!run) return;
    const Norms norms = runBound(*run);
    bound.perOutput = roundedUp(bound.value * norms.perOutput);
    bound.value = roundedUp(bound.value * norms.whole);
    run.reset();
  };
  for (std::size_t i = 0; i < layers.size(); ++i) {
    validate(layers[i], i);
    const LayerActivation before = i == 0 ? kActivations.front() : layers[i - 1].activation;
    double norm = 0;
    if (const auto* matrix = std::get_if<MatrixXd>(&layers[i].weights)) {
      norm = spectralNormBound(*matrix);
      if (run && run->layers.back().matrix.rows() != matrix->cols()) {
        mismatch(i, std::to_string(run->layers.back().matrix.rows()) + " inputs",
                 std::to_string(matrix->cols()));
      }
      if (run) {
        run->append({*matrix, 0}, before);
      } else {
        bound.value = roundedUp(bound.value * before.slope);
        run = Run{{{*matrix, 0}}, {}};
      }
    } else {
      endRun();
      norm = convolutionNormBound(std::get<Convolution>(layers[i].weights));
      bound.value = bound.perOutput = roundedUp(bound.value * roundedUp(before.slope * norm));
    }
    bound.layers.push_back(norm);
    bound.product = roundedUp(bound.product * roundedUp(before.slope * norm));
  }
  endRun();
  if (!std::isfinite(bound.product)) {
    throw Error(ErrorCode::kInvalidArgument,
                {"layers", "weights whose norms have a finite product", "an infinite product", {}});
  }
  // Without improvement, both are equal in exact arithmetic. Rounding may go either way, and
  // overflow gives NaN, which std::min ignores.
  bound.value = std::min(bound.product, bound.value);
  bound.perOutput = std::min(bound.value, bound.perOutput);
  return bound;
}

void LayeredNetwork::add(Layer layer) {
  validate(layer, layers_.size());
  layers_.push_back(std::move(layer));
}

void LayeredNetwork::addDense(std::span<const double> weights, std::size_t outputs,
                              std::size_t inputs, std::string_view activation) {
  using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  add({Eigen::MatrixXd(Eigen::Map<const RowMajor>(
           weights.data(), static_cast<Eigen::Index>(outputs), static_cast<Eigen::Index>(inputs))),
       getActivation(activation)});
}

void LayeredNetwork::addConvolution(Convolution convolution, std::string_view activation) {
  add({std::move(convolution), getActivation(activation)});
}

}  // namespace fairwasm::robustness
