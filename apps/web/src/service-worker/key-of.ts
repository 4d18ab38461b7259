/** Answers differ by language. Where somebody stands changes all the time: the last list counts, wherever it was asked for. */
export function keyOf(asked: URL, language: string): string {
  const url = new URL(asked);
  for (const name of ['latitude', 'longitude', 'sort']) url.searchParams.delete(name);
  url.searchParams.set('language', language);
  return url.href;
}

export const languageOf = ({ headers }: Request): string => headers.get('accept-language') ?? '';
