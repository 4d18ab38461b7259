import { createContext } from 'react';

/** After this the app has loaded its first page, and the prefetched response is stale. */
const PREFETCH_MAX_AGE_MS = 15_000;

const originalFetch = globalThis.fetch;

/** `fetch` that reuses a request made before the app started. */
export function fetchWithPrefetch(url: string, init: RequestInit): Promise<Response> {
  const prefetched = window.prefetched;
  if (prefetched?.url !== url || performance.now() > PREFETCH_MAX_AGE_MS) return originalFetch(url, init);
  window.prefetched = undefined;
  return prefetched.response;
}

/** Data of an offer that the server puts into the prerendered page. */
export interface OfferPreview {
  name: string;
  photo: { path: string; srcset: string } | null;
}

/** Set only while prerendering: the app itself fetches the whole offer. */
export const OfferPreviewContext = createContext<OfferPreview | null>(null);
