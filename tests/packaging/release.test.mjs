// SPDX-License-Identifier: Apache-2.0
//
// The required version for a change of the API report, and the bill of materials.

import { billOfMaterials } from '../../scripts/lib/sbom.mjs';
import { minStep, stepOf } from '../../scripts/release.mjs';

test('the bill of materials lists bundled and compiled-in packages with versions and licenses', async () => {
  const { bomFormat, metadata, components } = await billOfMaterials();
  expect({ bomFormat, name: metadata.component.name }).toEqual({
    bomFormat: 'CycloneDX',
    name: 'fairwasm',
  });
  const known = new Map(
    components.map((each) => [each['bom-ref']?.replace(/@[^@]*$/, '') ?? each.name, each]),
  );
  for (const name of ['papaparse', 'hyparquet', 'lit', 'eigen', 'xtensor', 'random123']) {
    expect({ name, ...known.get(name) }).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      licenses: [{ license: { id: expect.any(String) } }],
    });
  }
}, 60_000);

test.each([
  [{ lost: true, gained: true }, 'major'],
  [{ lost: false, gained: true }, 'minor'],
  [{ lost: false, gained: false }, 'patch'],
])('%o requires a %s version', (changed, least) => {
  expect(minStep(changed)).toBe(least);
});

test.each([
  ['1.2.3', '2.0.0', 'major'],
  ['1.2.3', '1.3.0', 'minor'],
  ['1.2.3', '1.2.4', 'patch'],
  ['1.2.3', '1.2.3', 'none'],
  ['0.1.0', '0.2.0', 'major'],
  ['0.1.0', '0.1.1', 'minor'],
  ['0.1.0', '1.0.0', 'major'],
])('from %s to %s: %s', (before, after, step) => {
  expect(stepOf(before, after)).toBe(step);
});
