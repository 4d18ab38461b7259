/** Everything that an answer hangs on, apart from who asks. */
export function keyOf(asked: URL, language: string): string {
  const url = new URL(asked);
  url.searchParams.set('language', language);
  return url.href;
}

export const languageOf = ({ headers }: Request): string => headers.get('accept-language') ?? '';
