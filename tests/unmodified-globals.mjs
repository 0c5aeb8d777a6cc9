// SPDX-License-Identifier: Apache-2.0
//
// After each file of tests: whatever names it gave, every object has what it had before.
import { changesOfPrototype } from './prototype.mjs';

afterAll(() => expect(changesOfPrototype()).toEqual([]));
