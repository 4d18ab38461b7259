import { useSearchParams } from 'react-router';

/** The path of a `next` parameter, only when it stays on this origin; null otherwise. */
export function safeNext(value: string | null, origin: string = location.origin): string | null {
  if (!value?.startsWith('/')) return null;
  try {
    const url = new URL(value, origin);
    if (url.origin !== origin || url.pathname.startsWith('//')) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

/** `path` with the way back attached: `withNext('/auth', '/offers/7')`. */
export const withNext = (path: string, next: string | null): string =>
  next && next !== '/' ? `${path}?${new URLSearchParams({ next })}` : path;

/** Where the person was going, and a way to carry it along to the next sign-in page. */
export function useNext() {
  const [params] = useSearchParams();
  const next = safeNext(params.get('next'));
  return { next, carry: (path: string) => withNext(path, next) };
}
