import type { ComponentType } from 'react';
import { i18n } from '../lib/i18n.ts';
import type { Namespace } from './namespaces.ts';

/** Source: specification, section 8. */
const CHUNK_TIMEOUT_MS = 120_000;

type Load = () => Promise<{ default: ComponentType }>;

/** A page as a chunk of its own, fetched together with the styles and texts it needs. */
export const lazyPage = (load: Load, ...namespaces: Namespace[]) =>
  firstPage(async () => (await Promise.all([load(), import('../styles/pages.css')]))[0], ...namespaces);

/** The same for a page whose styles are in the first sheet. */
export function firstPage(load: Load, ...namespaces: Namespace[]) {
  return async () => {
    const { promise: tooLong, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error('The page took too long to load')), CHUNK_TIMEOUT_MS);
    const page = Promise.all([load(), i18n.loadNamespaces(namespaces)]);
    const [{ default: Component }] = await Promise.race([page, tooLong]).finally(() => clearTimeout(timer));
    return { Component };
  };
}
