// SPDX-License-Identifier: Apache-2.0
//
// The addresses of the scripts that the page starts: only its own. In browsers with Trusted Types, the page's policy
// (index.html) forbids other ways to create such an address from a string; in other browsers, the rule still applies.

interface Policy {
  createScriptURL(url: string): string;
}

const { fairwasmScript } = globalThis as { fairwasmScript?: (url: string) => string | undefined };

/** The address of a script that is part of the page's file (scripts/lib/single-file.mjs); undefined for others. */
export const partAddress = (url: string): string | undefined => fairwasmScript?.(url);

const policy: Policy = {
  createScriptURL(url) {
    const part = partAddress(url);
    if (part !== undefined) return part;
    // A worker that starts another has a blob for its address.
    const base = location.protocol === 'blob:' ? location.origin : location.href;
    if (new URL(url, base).origin !== location.origin)
      throw new TypeError(`${url} is not part of this page and was not run`);
    return url;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, policy: Policy): Policy } };
const enforced = trustedTypes?.createPolicy('fairwasm', policy) ?? policy;

/** An address from which a {@link Worker} or service worker may be started. */
export const scriptUrl = (url: string): string => enforced.createScriptURL(url);
