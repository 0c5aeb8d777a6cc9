// SPDX-License-Identifier: Apache-2.0
//
// A JavaScript error that leaves WebAssembly skips the code that restores the stack pointer, so each error would leak some
// hundred bytes of stack, and after about 100,000 rejected calls the stack would be exhausted. This function replaces
// Embind's function of the same name, and restores the stack after each call from JavaScript.

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
