interface Page<T> {
  data: readonly T[];
}

/** The rows of all pages, each once: a row that moved to the next page between two fetches would appear twice. */
export function flattenPages<T extends { id: number }>(pages: readonly Page<T>[] = []): T[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()];
}
