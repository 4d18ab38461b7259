import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface Props {
  /** A change retries a failed part: the path, for parts of the layout. */
  resetKey?: string;
  children: ReactNode;
}

/** A part of the layout: when it throws, the rest of the page stays. */
export const OptionalBoundary = ({ resetKey, children }: Props) => (
  <ErrorBoundary fallback={null} resetKeys={[resetKey]} onError={console.error}>
    {children}
  </ErrorBoundary>
);
