import type { TSchema } from 'typebox';
import type { OperatorRight } from './operator-rights.ts';

/**
 * The `code` of replies, with the HTTP status an error of that code is sent with.
 * Source: docs/specification.md, Errors.
 */
export const errorCodes = {
  success: { code: 0, status: 200 },
  /** An invalid field, also a wrong password or login code. `errors` names the fields. */
  validation: { code: 1, status: 422 },
  notSignedIn: { code: 2, status: 401 },
  notAllowed: { code: 3, status: 403 },
  notFound: { code: 4, status: 404 },
  /** E.g. sold out, too late or already done. */
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

/**
 * Who may call: anyone; anyone, with a valid token used if present; a guest without a token or a signed-in user; a
 * signed-in user; a seller; an operator with a session of the console and the `right` of the endpoint.
 */
export type Auth = 'public' | 'optional' | 'guest' | 'user' | 'owner' | 'operator';

/** At most `max` requests per `window`. */
export interface RateLimit {
  max: number;
  window: '1 minute' | '1 hour';
  /**
   * What requests are counted by: IP address (default), IP address of callers without a token, user, or the e-mail address
   * in the body.
   */
  by?: 'address' | 'guest' | 'user' | 'email';
  /** Counts only requests with this query parameter. */
  whenQueryHas?: string;
}

/** One call of the API. Source of server validation and serialisation, client types and OpenAPI. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** Absolute path; parameters in braces: `/api/v1/products/{id}`. */
  path: `/${string}`;
  module: string;
  auth: Auth;
  /** What an operator needs; with `auth: 'operator'`. */
  right?: OperatorRight;
  /** Money and roles: the second factor was confirmed within 5 minutes. Else `notAllowed` with `errors.step_up`. */
  stepUp?: true;
  summary: string;
  params?: TSchema;
  query?: TSchema;
  body?: TSchema;
  /** Name of the single file field of a multipart body; excludes `body`. */
  file?: string;
  reply: TSchema;
  /** Name of the event in an endless stream of server-sent events; `reply` is the data of each. */
  stream?: string;
  /** Further events of the same stream by name, with the data of each. */
  events?: Readonly<Record<string, TSchema>>;
  /** Content type of a file response, e.g. 'text/csv'; `reply` is then `FileReply`. */
  produces?: string;
  limits?: readonly RateLimit[];
  /**
   * A heavy or frequent read that a streaming replica may answer. A user who has just written is answered by the
   * primary until the replica has replayed the write.
   */
  readsReplica?: true;
  /**
   * Possible errors besides `ourFault` and `serviceDown`, and `notSignedIn` / `notAllowed`, which follow
   * from `auth`.
   */
  errors: readonly ErrorName[];
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;
