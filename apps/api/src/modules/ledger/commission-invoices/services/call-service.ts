import {
  CredentialsRefusedError,
  LostAnswerError,
  RefusedError,
  UnavailableError,
} from './invoicing-service.ts';

export interface ServiceCall {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string;
  timeoutMs: number;
  /** Whether it changes something: without an answer it may have been done. */
  changes: boolean;
}

export interface ServiceReply {
  status: number;
  headers: Headers;
  body: unknown;
}

const MAX_WORDS = 400;
/** Answers that nobody can interpret are noted, but not at any length. */
export const shorten = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_WORDS);

/**
 * Calls a service that answers JSON. Addresses may have keys, so errors name the path alone, and never the cause, which
 * quotes the address.
 */
export async function callService(url: URL, call: ServiceCall): Promise<ServiceReply> {
  const { method = 'GET', headers = {}, body, timeoutMs, changes } = call;
  const what = `${method} ${url.pathname}`;
  const noAnswer = (why: string) =>
    changes ? new LostAnswerError(`${what}: ${why}`) : new UnavailableError(`${what}: ${why}`);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers },
      ...(body !== undefined && { body }),
      // Credentials go to the configured server only.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    text = await response.text();
  } catch (error) {
    throw noAnswer((error as Error).name === 'TimeoutError' ? 'no answer in time' : 'no answer');
  }
  const { status } = response;
  if (status >= 500) throw noAnswer(`status ${status}`);
  if (status === 429) throw new UnavailableError(`${what}: too many calls`);
  if (status === 401 || status === 403) throw new CredentialsRefusedError(`${what}: status ${status}`);
  let parsed: unknown = null;
  try {
    parsed = text.trim() === '' ? null : JSON.parse(text);
  } catch {
    if (status < 400) throw noAnswer('an answer that is no JSON');
  }
  if (status >= 400)
    throw new RefusedError(shorten(listWords(parsed).join('; ') || `${what}: status ${status}`));
  return { status, headers: response.headers, body: parsed };
}

/** All texts of an answer that says what is wrong, whatever its form, with the names of fields. */
export function listWords(value: unknown, name = ''): string[] {
  if (typeof value === 'string' || typeof value === 'number')
    return [
      name && !/^(\d+|errors?|message|detail|title|description)$/.test(name)
        ? `${name}: ${value}`
        : `${value}`,
    ];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    listWords(each, Array.isArray(value) && name ? name : key),
  );
}

const MAX_PDF_BYTES = 5_000_000;

/** A PDF from an address that the service answered; null: there is none yet. */
export async function fetchPdf(
  address: string,
  { timeoutMs, baseUrl }: { timeoutMs: number; baseUrl: string },
) {
  const url = URL.parse(address);
  // Tests have services without TLS.
  if (!url || (url.protocol !== 'https:' && url.protocol !== new URL(baseUrl).protocol))
    throw new UnavailableError('the address of the PDF is none');
  let content: Buffer;
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return null;
    content = Buffer.from(await response.arrayBuffer());
  } catch {
    throw new UnavailableError('the PDF was not sent');
  }
  return content.length <= MAX_PDF_BYTES && content.subarray(0, 5).toString('latin1') === '%PDF-'
    ? content
    : null;
}
