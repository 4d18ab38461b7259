import { createClient } from '@wopack/contract/client';
import { fetchOnce } from './asked-early.ts';
import { currentLanguage } from './language.ts';
import { read } from './storage.ts';

/** The address of the API; empty: the one that served this page. */
export const apiHost: string = import.meta.env.VITE_API_HOST ?? '';

/** Calls an endpoint by name, typed: `await call('showProduct', { params: { id: 7 } })`. Throws `ApiError`. */
export const call = createClient({
  host: apiHost,
  token: () => read('token'),
  language: currentLanguage,
  fetch: fetchOnce,
});

/** The address of a file the API names by a relative path (`path`, `avatar_path`, `logo`). */
export const mediaUrl = (path: string): string => (apiHost ? apiHost + path : path);

/** The same for a ready `srcset`. */
export const mediaSrcset = (srcset: string): string =>
  apiHost
    ? srcset
        .split(',')
        .map((part) => apiHost + part.trim())
        .join(', ')
    : srcset;
