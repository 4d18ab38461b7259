import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';

interface Props {
  /** When it changes, what failed is tried again: the path, for parts that stand around every page. */
  resetKey?: string;
  children: ReactNode;
}

/** A part of the frame: when it throws, the rest of the screen stays. */
export const OptionalBoundary = ({ resetKey, children }: Props) => (
  <ErrorBoundary fallback={null} resetKeys={[resetKey]} onError={console.error}>
    {children}
  </ErrorBoundary>
);
