// SPDX-License-Identifier: Apache-2.0
//
// Checks after each test file that Object.prototype is unchanged.
import { changesOfPrototype } from './prototype.mjs';

afterAll(() => expect(changesOfPrototype()).toEqual([]));
