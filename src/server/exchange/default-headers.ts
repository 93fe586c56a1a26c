// What every answer carries, also to what is no request. Strict-Transport-Security is for the proxy that speaks TLS: over plain HTTP
// browsers ignore it, and only the proxy knows whether the whole host is meant.

/** Headers of every answer; an answer's own stand above them. */
export const defaultHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'private, no-store',
  Vary: 'Authorization, Accept',
};
