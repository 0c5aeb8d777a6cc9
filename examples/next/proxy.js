// Next.js writes inline scripts with the nonce in the request's policy.

import { NextResponse } from 'next/server';

/** @param {Request} request */
export function proxy(request) {
  const policy = `script-src 'self' 'wasm-unsafe-eval' 'nonce-${crypto.randomUUID()}'`;
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('Content-Security-Policy', policy);
  return response;
}
