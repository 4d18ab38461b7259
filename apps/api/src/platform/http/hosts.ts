import { endpoints } from '@wopack/contract';
import type { FastifyRequest } from 'fastify';

const ABSOLUTE_TARGET = /^https?:\/\/([^/?#]*)/i;
const HOST = /^(\[[\d:a-f.]+\]|[\w.-]+)(:\d{1,5})?$/i;

/**
 * Whether a request names one host, and in one way: of two, a proxy may choose the first and we the last. A client of
 * HTTP/1.0 may name none.
 */
export function hasOneHost({ rawHeaders, httpVersion, url = '' }: FastifyRequest['raw']): boolean {
  const hosts: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.toLowerCase() === 'host') hosts.push(rawHeaders[index + 1]!);
  if (hosts.length !== 1) return hosts.length === 0 && httpVersion === '1.0';
  const target = ABSOLUTE_TARGET.exec(url)?.[1];
  const [host] = hosts as [string];
  return HOST.test(host) && (target === undefined || target.toLowerCase() === host.toLowerCase());
}

/**
 * The path of a request in its simplest form, for deciding what it is about. It is read more leniently than the router
 * reads it, so that no spelling of a path escapes a rule about it.
 */
export function simplifyPath(target: string): string {
  const path = target.replace(ABSOLUTE_TARGET, '').split(/[?#]/, 1)[0]!;
  const decoded = path.replace(/%([\da-f]{2})/gi, (_code, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  const parts: string[] = [];
  for (const part of decoded.split(/[/\\]+/)) {
    if (part === '..') parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** Pages and calls of the operator console, and their description. */
export const isConsolePath = (target: string): boolean =>
  /^\/(admin|api\/v1\/admin|openapi-admin\.json)(\/|$)/i.test(simplifyPath(target));

/** What the console uses besides its own: signing in, choices of a form, photos; and what load balancers ask for. */
const SHARED_WITH_CONSOLE = new Set<string>([
  ...(['login', 'sendCode', 'getMe', 'listSalePlaceTypes'] as const).map((name) => endpoints[name].path),
  '/logo-mark.svg',
  '/health',
  '/ready',
]);

/** Whether this path is served on the console's own host. */
export const isOnConsoleHost = (target: string): boolean =>
  isConsolePath(target) ||
  SHARED_WITH_CONSOLE.has(simplifyPath(target)) ||
  simplifyPath(target).startsWith('/media/');

/** The app has no such page, and says so. */
const NO_PAGE = '/404';

const isPageForBrowser = ({ method, headers, url }: FastifyRequest): boolean =>
  method === 'GET' &&
  headers.accept?.includes('text/html') === true &&
  !/^\/(api|assets|media)\//.test(simplifyPath(url));

/** Decides by host and path what a request may see. Without an address of its own the console is on every host. */
export function createHostRules(consoleUrl: string | null) {
  const consoleHost = consoleUrl && new URL(consoleUrl).hostname;
  const isConsoleHost = ({ hostname }: FastifyRequest): boolean =>
    consoleHost !== null && hostname.toLowerCase().replace(/\.$/, '') === consoleHost;
  return {
    isConsoleHost,
    isServed(request: FastifyRequest): boolean {
      if (consoleHost === null) return true;
      return isConsoleHost(request) ? isOnConsoleHost(request.url) : !isConsolePath(request.url);
    },
    /** Where a browser goes that opens a page of the other host; null for whatever else is not served. */
    getPageInstead(request: FastifyRequest): string | null {
      if (!isPageForBrowser(request)) return null;
      return isConsoleHost(request) ? '/admin/' : NO_PAGE;
    },
  };
}
