import type { Static, TSchema } from 'typebox';
import type { Endpoint, ErrorName, errorCodes } from './endpoint.ts';
import type { EndpointName, endpoints } from './endpoints.ts';
import { routes } from './routes.gen.ts';

type EndpointTable = typeof endpoints;

type InputPart<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends TSchema
  ? { [P in K]: Static<E[K]> }
  : { [P in K]?: undefined };

/** Input of a call: `params` fill the path, `file` is the upload of a multipart request. */
export type Input<N extends EndpointName> = InputPart<EndpointTable[N], 'params'> &
  Partial<InputPart<EndpointTable[N], 'query'>> &
  InputPart<EndpointTable[N], 'body'> & { file?: Blob; signal?: AbortSignal };

/** Output of a call; a `Blob` for a file. */
export type Reply<N extends EndpointName> = EndpointTable[N] extends { produces: string }
  ? Blob
  : Static<EndpointTable[N]['reply']>;

/** An error response, or `code` 0 and `status` 0 when no response arrived. */
export class ApiError extends Error {
  readonly code: number;
  readonly status: number;
  readonly errors: Record<string, string[]>;
  readonly retryAfter: number | null;
  /** HTTP reason phrase; empty over HTTP/2 and when no response arrived. */
  readonly statusText: string;

  constructor(
    status: number,
    body: { code?: number; message?: string; errors?: Record<string, string[]> },
    retryAfter: number | null = null,
    statusText = '',
  ) {
    super(body.message ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.code ?? 0;
    this.errors = body.errors ?? {};
    this.retryAfter = retryAfter;
    this.statusText = statusText;
  }
}

/** The codes of `errorCodes`, which itself would bring the schema library into the first load. */
const codes: { [N in ErrorName]: (typeof errorCodes)[N]['code'] } = {
  validation: 1,
  notSignedIn: 2,
  notAllowed: 3,
  notFound: 4,
  conflict: 5,
  paymentRefused: 6,
  tooMany: 7,
  uploadRefused: 8,
  uploadTooLarge: 8,
  serviceDown: 9,
  ourFault: 10,
};

/** Whether the server refused with this error. The two of uploads have the same code. */
export const isApiError = (error: unknown, name: ErrorName): error is ApiError =>
  error instanceof ApiError && error.code === codes[name];

export interface ClientOptions {
  /** Scheme and host of the API without a trailing slash; empty for the same origin. */
  host: string;
  token: () => string | null;
  language: () => string;
  /** Its members' calls are refused where they would act for another one. */
  business?: () => number | null;
  fetch?: (address: string, init: RequestInit) => Promise<Response>;
}

export type Client = <N extends EndpointName>(
  name: N,
  ...input: Record<string, never> extends Input<N> ? [Input<N>?] : [Input<N>]
) => Promise<Reply<N>>;

/** A client for every endpoint of the table: `call('getOffer', { params: { id: 7 } })`. Throws `ApiError`. */
export function createClient({
  host,
  token,
  language,
  business = () => null,
  fetch = globalThis.fetch,
}: ClientOptions): Client {
  return async (name, ...[input]) => {
    const { method, path, file, produces } = initialRoutes[name] ?? (await loadDeferredRoute(name));
    const { params, query, body, file: uploadedFile, signal } = (input ?? {}) as UntypedInput;
    const headers = new Headers({ accept: produces ?? 'application/json', 'accept-language': language() });
    const bearerToken = token();
    if (bearerToken) headers.set('authorization', `Bearer ${bearerToken}`);
    const businessId = business();
    if (businessId !== null) headers.set('wopack-business', String(businessId));
    let payload: FormData | string | undefined;
    if (file && uploadedFile) {
      const form = new FormData();
      form.set(file, uploadedFile);
      payload = form;
    } else if (body !== undefined) {
      payload = JSON.stringify(body);
      headers.set('content-type', 'application/json');
    }
    const failWithoutAnswer = (cause: unknown): never => {
      if (signal?.aborted) throw cause;
      throw new ApiError(0, { message: 'network' });
    };
    const response = await fetch(host + fillPath(path, params) + queryString(query), {
      method,
      headers,
      body: payload,
      signal,
    }).catch(failWithoutAnswer);
    // A body that is aborted, e.g. by leaving the page, or is not JSON, counts as no response rather than
    // an empty one.
    if (response.ok)
      return (await (produces ? response.blob() : response.json()).catch(failWithoutAnswer)) as never;
    const reply: unknown = await response.json().catch(() => ({}));
    const retryAfter = Number(response.headers.get('retry-after')) || null;
    throw new ApiError(response.status, reply as object, retryAfter, response.statusText);
  };
}

interface Route {
  method: string;
  path: string;
  file?: string;
  produces?: string;
}

const initialRoutes: Partial<Record<EndpointName, Route>> = routes;

/** Routes that most users never call, and those of the console, are in chunks of their own, loaded on first use. */
async function loadDeferredRoute(name: EndpointName): Promise<Route> {
  const { deferredRoutes } = await import('./deferred-routes.gen.ts');
  const route = (deferredRoutes as Record<string, Route>)[name];
  if (route) return route;
  const { adminRoutes } = await import('./admin-routes.gen.ts');
  return (adminRoutes as Record<string, Route>)[name]!;
}

interface UntypedInput {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: Blob;
  signal?: AbortSignal;
}

function fillPath(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function queryString(query: Record<string, unknown> = {}): string {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  return entries.length ? `?${new URLSearchParams(entries.map(([key, value]) => [key, String(value)]))}` : '';
}
