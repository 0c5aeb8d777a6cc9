// SPDX-License-Identifier: Apache-2.0
//
// The core's exceptions become FairwasmErrors in JavaScript.

import { amplificationModule } from '../../../dist/amplification/module.js';
import { instantiate } from '../../../dist/core/module.js';
import { misuse } from '../../misuse.mjs';
import { amplification, fair, getError, robustness } from '../support.mjs';

describe('exceptions of C++', () => {
  test('of the standard library become errors of the package', async () => {
    const wasm = await instantiate(amplificationModule);
    // More groups than a C++ vector can ever contain: std::length_error.
    expect(getError(() => new wasm.CaptionCounts(misuse({ length: 2 ** 31 })))).toMatchObject({
      code: 'tooLarge',
      argument: 'input',
    });
  });

  test('of JavaScript stay unchanged', async () => {
    const wasm = await instantiate(amplificationModule);
    const mine = new Error('mine');
    const values = {
      get length() {
        throw mine;
      },
    };
    expect(() => new wasm.CaptionCounts(misuse(values))).toThrow(mine);
  });
});

describe('text', () => {
  const half = 'a\ud800b';

  test('rejects text that is not valid Unicode instead of changing it', () => {
    const counts = amplification.cooccurrence();
    expect(getError(() => counts.update({ attribute: [half], task: ['t'] }))).toMatchObject({
      code: 'invalidArgument',
      actual: 'half of a surrogate pair',
    });
    expect(counts.attributes).toEqual([]);
    const captions = amplification.captionCounts();
    const caption = { tokens: ['man', half], tags: ['NN', 'NN'] };
    expect(getError(() => captions.update([caption])).actual).toBe('half of a surrogate pair');
    expect(captions.objects).toEqual([]);
    const tally = fair.tally({ groups: ['g'], label: true });
    expect(getError(() => tally.update({ groups: { g: [half] }, label: [1] })).code).toBe('invalidArgument');
    const certificates = robustness.certificates({ lipConst: 1, groups: ['g'] });
    const row = { label: [1], score: [1], groups: { g: [half] } };
    expect(getError(() => certificates.update(row)).code).toBe('invalidArgument');
  });

  test.each(['a\0b', '\0', '\ud83d\ude00', 'ẞ'.repeat(40), `${'x'.repeat(40)}\0y`, 'e\u0301'])(
    '%j comes back from bytes as it was',
    (name) => {
      const counts = amplification.cooccurrence();
      counts.update({ attribute: [name], task: ['t'] });
      expect(amplification.cooccurrenceFromBytes(counts.toBytes()).attributes).toEqual(counts.attributes);
      const captions = amplification.captionCounts();
      captions.update([{ tokens: ['man', name], tags: ['NN', 'NN'] }]);
      const restored = amplification.captionCountsFromBytes(captions.toBytes());
      expect(restored.bias()).toEqual(captions.bias());
      const certificates = robustness.certificates({ lipConst: 1, groups: ['g'] });
      certificates.update({ label: [1], score: [1], groups: { g: [name] } });
      const again = robustness.certificatesFromBytes(certificates.toBytes());
      expect(again.groups).toEqual(certificates.groups);
    },
  );
});
