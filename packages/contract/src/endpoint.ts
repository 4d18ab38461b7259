import type { TSchema } from 'typebox';
import type { ErrorName } from './error-codes.ts';

/** Who may call: anybody; anybody, with a token used if present; a signed-in user; a seller. */
export type Auth = 'public' | 'optional' | 'user' | 'owner';

/** One call of the API. Source of server validation and serialisation, client types and OpenAPI. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** Absolute path; parameters in braces: `/api/v1/products/{id}`. */
  path: `/${string}`;
  module: string;
  auth: Auth;
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
  /**
   * Possible errors besides `ourFault` and `serviceDown`, and `notSignedIn` / `notAllowed`, which follow
   * from `auth`.
   */
  errors: readonly ErrorName[];
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;
