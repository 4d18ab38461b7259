/** Whoever types is not to wait longer for somebody outside. */
const TIMEOUT_MS = 1_500;

/** An answer as JSON; throws when it does not come in time or is no success. */
export async function fetchJson<T>(
  base: string,
  path: string,
  query: Record<string, string | number | undefined>,
  init: RequestInit = {},
): Promise<T> {
  const url = new URL(base.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url.host} answers ${response.status}`);
  return (await response.json()) as T;
}

const DAY_MS = 86_400_000;
export const MONTH_MS = 30 * DAY_MS;
