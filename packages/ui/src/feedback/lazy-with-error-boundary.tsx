import { type ComponentType, lazy, type ReactNode, useState } from 'react';
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { TextButton } from '../button.tsx';

type LoadComponent<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * `lazy` for an optional part: when its code does not load, or it throws, `Fallback` replaces it and the page stays. A
 * rejected `lazy` never retries, so each retry creates a new one.
 */
export function lazyWithErrorBoundary<P extends object>(
  load: LoadComponent<P>,
  Fallback: ComponentType<P & FallbackProps> = LoadErrorMessage,
): ComponentType<P> {
  const createLazy = (loadPart = load) => lazy(loadPart) as unknown as ComponentType<P>;
  let latest = createLazy();
  const loadOrReload: LoadComponent<P> = () => load().catch(reloadPage);
  return function Part(props: P) {
    const [Current, setCurrent] = useState(() => latest);
    return (
      <ErrorBoundary
        fallbackRender={(fallbackProps) => <Fallback {...props} {...fallbackProps} />}
        onError={(error) => {
          console.error(error);
          latest = createLazy();
        }}
        onReset={() => {
          const next = createLazy(loadOrReload);
          setCurrent(() => next);
        }}
      >
        <Current {...props} />
      </ErrorBoundary>
    );
  };
}

/**
 * Browsers may keep the failure of a module until the page is left (https://github.com/whatwg/html/issues/6768), so
 * that a retry fails without a request. Offline a reload would bring less than the page that is shown.
 */
function reloadPage(cause: unknown): never {
  if (navigator.onLine) location.reload();
  throw cause;
}

/** Stands for a part whose absence needs no message. */
export const EmptyFallback = () => null;

/** Centred in a box with a height, across all columns of a grid; elsewhere on its own line. */
export function LoadErrorMessage({ resetErrorBoundary }: FallbackProps) {
  const { t } = useTranslation('errors');
  return (
    <div
      role="alert"
      className="relative z-1 col-span-full flex min-h-full flex-wrap content-center items-center justify-center gap-x-4 px-4 text-center text-sm"
    >
      <p className="font-semibold">{t('failedTitle')}</p>
      <TextButton onClick={resetErrorBoundary}>{t('retry')}</TextButton>
    </div>
  );
}

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
