// SPDX-License-Identifier: Apache-2.0
//
// The addresses of scripts that the page starts: its own and no others. Where browsers know trusted types, the page's
// policy (index.html) lets nothing else make such an address of a text; where they do not, the rule holds all the same.

interface Policy {
  createScriptURL(url: string): string;
}

const policy: Policy = {
  createScriptURL(url) {
    // A worker that starts another has a blob for its address.
    const base = location.protocol === 'blob:' ? location.origin : location.href;
    if (new URL(url, base).origin !== location.origin)
      throw new TypeError(`${url} is not of this page, and is not run`);
    return url;
  },
};

const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, policy: Policy): Policy };
};
const enforced = trustedTypes?.createPolicy('fairwasm', policy) ?? policy;

/** An address that {@link Worker} and service workers may be started from. */
export const scriptUrl = (url: string): string => enforced.createScriptURL(url);
