// SPDX-License-Identifier: Apache-2.0
//
// Attackers' rows, shapes and options, as both modules that train attackers take them.
#pragma once

#include "../support/bind.hpp"
#include "fairwasm/predictability/given.hpp"

namespace fairwasm::bindings {

using namespace predictability;

template <>
inline constexpr bool kAnyString<Activation> = true;
template <>
inline constexpr bool kAnyString<Loss> = true;
template <>
inline constexpr bool kAnyString<Optimizer> = true;
template <>
inline constexpr bool kAnyString<Metric> = true;
template <>
inline constexpr bool kAnyString<Guess> = true;

template <>
struct Fields<NetworkShape> : List<&NetworkShape::widths, &NetworkShape::activations> {};

template <>
struct Fields<TrainingOptions>
    : List<&TrainingOptions::loss, &TrainingOptions::optimizer, &TrainingOptions::learningRate,
           &TrainingOptions::epochs, &TrainingOptions::batchSize, &TrainingOptions::weightDecay,
           &TrainingOptions::patience> {};

template <class Number>
struct Fields<GivenTable<Number>>
    : List<&GivenTable<Number>::distinct, &GivenTable<Number>::columns, &GivenTable<Number>::rows> {
};

template <class Number>
struct Fields<GivenRows<Number>>
    : List<&GivenRows<Number>::feature, &GivenRows<Number>::label, &GivenRows<Number>::prediction,
           &GivenRows<Number>::attribute> {};

template <class Number>
struct Fields<GivenAnswers<Number>>
    : List<&GivenAnswers<Number>::outputs, &GivenAnswers<Number>::classes,
           &GivenAnswers<Number>::oneHot, &GivenAnswers<Number>::columns,
           &GivenAnswers<Number>::metric, &GivenAnswers<Number>::threshold> {};

}  // namespace fairwasm::bindings
