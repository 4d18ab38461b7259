interface Page<T> {
  data: readonly T[];
}

/** The rows of all pages of a list, each once: one that moved to the next page while it was fetched would come twice. */
export function flattenPages<T extends { id: number }>(pages: readonly Page<T>[] = []): T[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((row) => [row.id, row])).values()];
}
