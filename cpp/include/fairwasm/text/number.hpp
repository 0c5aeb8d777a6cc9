// SPDX-License-Identifier: Apache-2.0
//
// Numbers as text, rounded to the nearest double.
#pragma once

#include <optional>

namespace fairwasm::text {

// The decimal number that the text from `begin` to `end` is: a sign, digits with or without a
// point, an exponent, with blanks around. Nothing for other text, `Infinity` and hexadecimal digits
// among them, and for no text.
std::optional<double> decimal(const char* begin, const char* end, char point);

}  // namespace fairwasm::text
