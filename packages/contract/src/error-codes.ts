/**
 * The `code` of every reply that carries one. Source: docs/specification.md, Errors.
 * `status` is the HTTP status an error of that code is sent with.
 */
export const errorCodes = {
  success: { code: 0, status: 200 },
  /** A field is wrong; also a wrong password or login code. `errors` names the fields. */
  validation: { code: 1, status: 422 },
  notSignedIn: { code: 2, status: 401 },
  notAllowed: { code: 3, status: 403 },
  notFound: { code: 4, status: 404 },
  /** Sold out, too late, already done. */
  conflict: { code: 5, status: 409 },
  paymentRefused: { code: 6, status: 402 },
  /** Comes with a `Retry-After` header in seconds. */
  tooMany: { code: 7, status: 429 },
  uploadRefused: { code: 8, status: 415 },
  uploadTooLarge: { code: 8, status: 413 },
  serviceDown: { code: 9, status: 503 },
  ourFault: { code: 10, status: 500 },
} as const;

export type ErrorName = Exclude<keyof typeof errorCodes, 'success'>;
