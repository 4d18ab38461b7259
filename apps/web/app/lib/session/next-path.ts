import { useSearchParams } from 'react-router';

/** The path of a `next` parameter if it stays on this origin; null otherwise. */
export function parseNextPath(value: string | null, origin: string = location.origin): string | null {
  if (!value?.startsWith('/')) return null;
  try {
    const url = new URL(value, origin);
    if (url.origin !== origin || url.pathname.startsWith('//')) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

/** `path` with the next path attached: `withNextPath('/auth', '/offers/7')`. */
export const withNextPath = (path: string, next: string | null): string =>
  next && next !== '/' ? `${path}?${new URLSearchParams({ next })}` : path;

/** The requested path, and a function that carries it along to the next sign-in page. */
export function useNextPath() {
  const [params] = useSearchParams();
  const next = parseNextPath(params.get('next'));
  return { next, keepNextPath: (path: string) => withNextPath(path, next) };
}
