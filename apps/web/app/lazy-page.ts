import type { ComponentType } from 'react';
import { withTimeout } from './lib/api/with-timeout.ts';
import { i18n } from './lib/i18n/i18n.ts';
import type { Namespace } from './namespaces.ts';
import { isPrerenderedShellShown } from './performance/prerendered-shell.ts';

/** How long what the server drew waits for an answer; then the page says that it is loading. */
const MAX_PREPARE_MS = 3000;

/** `prepare`: asks for what the page shows in the place of what the server drew beforehand; its promise is waited for. */
type LoadPage = () => Promise<{ default: ComponentType; prepare?: () => unknown }>;

/** A page as a chunk of its own, fetched together with the styles and texts it needs. */
export const lazyPage = (load: LoadPage, ...namespaces: Namespace[]) =>
  lazyPageWithBaseStyles(
    async () => (await Promise.all([load(), import('./styles/pages.css')]))[0],
    ...namespaces,
  );

/** The same for a page whose styles are in the first sheet. */
export function lazyPageWithBaseStyles(load: LoadPage, ...namespaces: Namespace[]) {
  return async () => {
    const [{ default: Component, prepare }] = await withTimeout(
      Promise.all([load(), i18n.loadNamespaces(namespaces)]),
    );
    if (isPrerenderedShellShown())
      await Promise.race([prepare?.(), new Promise((resolve) => setTimeout(resolve, MAX_PREPARE_MS))]);
    return { Component };
  };
}
