import type { TSchema } from 'typebox';
import type { ErrorName } from './error-codes.ts';

/** Who may call: anybody, anybody (a token is used if there is one), a signed-in person, a seller. */
export type Auth = 'public' | 'optional' | 'user' | 'owner';

/** One call of the API. The server validates and serialises by it, the client is typed by it, OpenAPI describes it. */
export interface Endpoint {
  method: 'GET' | 'POST';
  /** Absolute on the API host; parameters in braces: `/api/v1/products/{id}`. */
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
  /** Name of the server-sent events it answers, without an end; `reply` is the data of each. */
  stream?: string;
  /** Further events of the same stream, by name, with the data of each. */
  events?: Readonly<Record<string, TSchema>>;
  /** Type of the file it answers instead of JSON, e.g. 'text/csv'; `reply` is then `FileReply`. */
  produces?: string;
  /** Error codes it can answer besides `ourFault` and `serviceDown`, and `notSignedIn` / `notAllowed` that follow from `auth`. */
  errors: readonly ErrorName[];
}

export const endpoint = <const E extends Endpoint>(declaration: E): E => declaration;
