// SPDX-License-Identifier: Apache-2.0
//
// Numbers as messages show them. By hand, as std::to_string brings the whole of printf and a
// software arithmetic of 128 bits along, 12 kB in every WebAssembly module.
#pragma once

#include <string>

namespace fairwasm {

// "1.5" and "1000000", at most six places behind the point; "1.5e-08" below 0.0001 and from 1e15;
// "nan", "inf" and "-inf". For people: reading it again need not give the same number.
std::string shown(double number);

}  // namespace fairwasm
