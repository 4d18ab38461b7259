/** By then the app has asked for its first page; what was asked before it is old. */
const PREFETCH_MAX_AGE_MS = 15_000;

const originalFetch = globalThis.fetch;

/** `fetch`, but what was asked before the app was there is not asked again. */
export function fetchWithPrefetch(url: string, init: RequestInit): Promise<Response> {
  const prefetched = window.prefetched;
  if (prefetched?.url !== url || performance.now() > PREFETCH_MAX_AGE_MS) return originalFetch(url, init);
  window.prefetched = undefined;
  return prefetched.response;
}
