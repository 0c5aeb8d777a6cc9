// SPDX-License-Identifier: Apache-2.0
//
// The addresses of the scripts that the page starts: only its own. In browsers with Trusted Types, the page's policy
// (index.html) forbids other ways to create such an address from a string; in other browsers, the rule still applies.

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

/** An address from which a {@link Worker} or service worker may be started. */
export const scriptUrl = (url: string): string => enforced.createScriptURL(url);
