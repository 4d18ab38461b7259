import type { ComponentType } from 'react';
import { stillFramed } from '../lib/framed.ts';
import { i18n } from '../lib/i18n.ts';
import { inTime } from '../lib/in-time.ts';
import type { Namespace } from './namespaces.ts';

/** How long what the server drew waits for an answer; then the page says that it is loading. */
const MOST_MS = 3000;

/** `prepare`: asks for what the page shows in the place of what the server drew beforehand; its promise is waited for. */
type Load = () => Promise<{ default: ComponentType; prepare?: () => unknown }>;

/** A page as a chunk of its own, fetched together with the styles and texts it needs. */
export const lazyPage = (load: Load, ...namespaces: Namespace[]) =>
  firstPage(async () => (await Promise.all([load(), import('../styles/pages.css')]))[0], ...namespaces);

/** The same for a page whose styles are in the first sheet. */
export function firstPage(load: Load, ...namespaces: Namespace[]) {
  return async () => {
    const [{ default: Component, prepare }] = await inTime(
      Promise.all([load(), i18n.loadNamespaces(namespaces)]),
    );
    if (stillFramed()) await Promise.race([prepare?.(), new Promise((go) => setTimeout(go, MOST_MS))]);
    return { Component };
  };
}
