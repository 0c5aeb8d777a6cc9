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
struct Fields<NetworkShape> : List<Field<"widths", &NetworkShape::widths>,
                                   Field<"activations", &NetworkShape::activations>> {};

template <>
struct Fields<TrainingOptions>
    : List<Field<"loss", &TrainingOptions::loss>, Field<"optimizer", &TrainingOptions::optimizer>,
           Field<"learningRate", &TrainingOptions::learningRate>,
           Field<"epochs", &TrainingOptions::epochs>,
           Field<"batchSize", &TrainingOptions::batchSize>,
           Field<"weightDecay", &TrainingOptions::weightDecay>,
           Field<"patience", &TrainingOptions::patience>> {};

template <class Number>
struct Fields<GivenTable<Number>> : List<Field<"distinct", &GivenTable<Number>::distinct>,
                                         Field<"columns", &GivenTable<Number>::columns>,
                                         Field<"rows", &GivenTable<Number>::rows>> {};

template <class Number>
struct Fields<GivenRows<Number>>
    : List<Field<"feature", &GivenRows<Number>::feature>, Field<"label", &GivenRows<Number>::label>,
           Field<"prediction", &GivenRows<Number>::prediction>,
           Field<"attribute", &GivenRows<Number>::attribute>> {};

template <class Number>
struct Fields<GivenAnswers<Number>> : List<Field<"outputs", &GivenAnswers<Number>::outputs>,
                                           Field<"classes", &GivenAnswers<Number>::classes>,
                                           Field<"oneHot", &GivenAnswers<Number>::oneHot>,
                                           Field<"columns", &GivenAnswers<Number>::columns>,
                                           Field<"metric", &GivenAnswers<Number>::metric>,
                                           Field<"threshold", &GivenAnswers<Number>::threshold>> {};

}  // namespace fairwasm::bindings
