import type { ReactNode } from 'react';
import { ErrorState } from './states.tsx';

/** What is needed of a query of TanStack Query. */
interface Query<T> {
  data: T | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

interface Props<T> {
  query: Query<T>;
  /** Shown until it has answered. */
  loading: ReactNode;
  /** What is not lost when it fails. */
  reassurance?: string;
  children: (data: T) => ReactNode;
}

/** What a query answered, even if it was long ago; else what went wrong, with a way to try again. */
export function QueryState<T>({ query, loading, reassurance, children }: Props<T>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  return error ? (
    <ErrorState
      error={error}
      reassurance={reassurance}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  ) : (
    loading
  );
}
