// SPDX-License-Identifier: Apache-2.0
//
// An error that leaves WebAssembly passes functions that cannot tell their caller where its stack was: each would take some
// hundred bytes of it for ever, and after a hundred thousand refused calls there would be none left. So each call from
// JavaScript puts the stack back itself. In place of Embind's own function of this name, which gives what is called.

addToLibrary({
  $embind__requireFunction__deps: ['$getWasmTableEntry', '$stackSave', '$stackRestore'],
  $embind__requireFunction: (_signature, place) => {
    const called = getWasmTableEntry(place);
    return (...given) => {
      const stack = stackSave();
      try {
        return called(...given);
      } catch (error) {
        stackRestore(stack);
        throw error;
      }
    };
  },
});
