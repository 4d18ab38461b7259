import type { ComponentType } from 'react';
import { i18n } from '../lib/i18n.ts';
import { inTime } from '../lib/in-time.ts';
import type { Namespace } from './namespaces.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** A page as a chunk of its own, fetched together with the styles and texts it needs. */
export const lazyPage = (load: Load, ...namespaces: Namespace[]) =>
  firstPage(async () => (await Promise.all([load(), import('../styles/pages.css')]))[0], ...namespaces);

/** The same for a page whose styles are in the first sheet. */
export function firstPage(load: Load, ...namespaces: Namespace[]) {
  return async () => {
    const [{ default: Component }] = await inTime(Promise.all([load(), i18n.loadNamespaces(namespaces)]));
    return { Component };
  };
}
