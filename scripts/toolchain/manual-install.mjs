// Instructions for machines on which the private toolchain cannot be created.

export const byHand = `
The C++ toolchain can be installed by hand instead; it is then used as it is:
  Emscripten >= 4       emsdk (with its environment set), or: brew install emscripten
  Eigen >= 5, xtensor >= 0.26, xtl, xsimd, Random123
                        brew install eigen xtensor xsimd; or their headers in CPATH
  GoogleTest's sources  a checkout, named by the variable GOOGLETEST_SOURCE_DIR
  CMake >= 3.25, Ninja, a C++20 compiler
On Debian or Ubuntu the packages mmdebstrap, bubblewrap and uidmap are enough, with a Debian mirror
in apt's sources and user namespaces allowed: then all the others come by themselves.`;
