/** Everything a response depends on, apart from the user. */
export function cacheKeyOf(requestUrl: URL, language: string): string {
  const url = new URL(requestUrl);
  url.searchParams.set('language', language);
  return url.href;
}

export const getRequestLanguage = ({ headers }: Request): string => headers.get('accept-language') ?? '';
