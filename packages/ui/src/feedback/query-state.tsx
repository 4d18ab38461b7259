import type { ReactNode } from 'react';
import { type FailedQuery, InlineError, isMissing } from './inline-error.tsx';
import { ErrorState } from './states.tsx';

interface Props<T> {
  query: FailedQuery & { data: T | undefined };
  /** Shown until it has answered. */
  loading: ReactNode;
  /** What is not lost when it fails. */
  reassurance?: string;
  /** A part of a page, whose failure takes one line. */
  isInline?: boolean;
  /** Shown when there is no such thing, or its id is none, for which the query is disabled. */
  missing?: ReactNode;
  /** Above all of these, where what was answered has its own. */
  heading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What a query answered, even if it was long ago; else what went wrong, with a way to try again. */
export function QueryState<T>({
  query,
  loading,
  reassurance,
  isInline,
  missing,
  heading,
  children,
}: Props<T>) {
  const { data, error, isFetching } = query;
  if (data !== undefined) return children(data);
  return (
    <>
      {heading}
      {missing && (error ? isMissing(error) : !isFetching) ? (
        missing
      ) : !error ? (
        loading
      ) : isInline ? (
        <InlineError query={query} />
      ) : (
        <ErrorState query={query} reassurance={reassurance} />
      )}
    </>
  );
}

type Queries = Record<string, FailedQuery & { data: unknown }>;

/** Queries that a page needs together, as one for `QueryState`: what they answered by name, and the first error. */
export function combineQueries<Q extends Queries>(queries: Q) {
  const all = Object.values(queries);
  const answers = Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data]));
  return {
    data: all.some(({ data }) => data === undefined)
      ? undefined
      : (answers as { [N in keyof Q]: Exclude<Q[N]['data'], undefined> }),
    error: all.find(({ error }) => error)?.error ?? null,
    isFetching: all.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(all.map(({ refetch }) => refetch())),
  };
}
