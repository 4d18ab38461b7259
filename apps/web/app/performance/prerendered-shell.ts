import { createContext } from 'react';

interface RouterLike {
  state: { initialized: boolean };
  subscribe: (listener: () => void) => () => void;
}

const root = globalThis.document?.getElementById('root');

const session = globalThis.document?.documentElement.dataset.session ?? 'guest';
const shell = root?.querySelector(`[data-prerendered="${session}"]`);

/**
 * Whether this page was sent prerendered; its markup stays until the app has rendered the same. Mirrors the rule of
 * the style sheet: reading the computed style would force layout during start-up.
 */
export const hasPrerenderedShell =
  shell != null && (!shell.hasAttribute('data-phones-only') || matchMedia('(width < 36rem)').matches);
let isShown = hasPrerenderedShell;

/** How long the prerendered page waits for a response; then the app's page shows its loading state. */
const MAX_LOAD_MS = 3000;

/** For loaders: while a prerendered page is shown, preloads data for the page that replaces it. */
export async function loadBehindShell(load: () => unknown): Promise<null> {
  if (isShown) await Promise.race([load(), new Promise((resolve) => setTimeout(resolve, MAX_LOAD_MS))]);
  return null;
}

/** Resolves when the first page can replace the prerendered one. */
export function waitForFirstPage(router: RouterLike): Promise<void> {
  root!.dataset.prerenderedShown = '';
  return new Promise((resolve) => {
    const checkRouter = () => {
      if (!router.state.initialized) return;
      isShown = false;
      resolve();
    };
    router.subscribe(checkRouter);
    checkRouter();
  });
}

/** After the first page: later pages fade in. */
export const clearPrerenderedMark = () => root?.removeAttribute('data-prerendered-shown');

/** Data of an offer that the server puts into the prerendered page. */
export interface OfferPreview {
  name: string;
  photo: { path: string; srcset: string } | null;
}

/** Set only while prerendering: the app itself fetches the whole offer. */
export const OfferPreviewContext = createContext<OfferPreview | null>(null);
