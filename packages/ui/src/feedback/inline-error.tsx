import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAlertTriangle } from '#icons';
import { getErrorMessage } from '../errors.ts';

/** An error of a field or of a whole form. */
export function FieldError({ children, ...paragraph }: ComponentProps<'p'>) {
  return (
    <p
      {...paragraph}
      role="alert"
      className="flex items-center gap-1.5 text-[.8125rem] font-semibold leading-5 text-danger"
    >
      <IconAlertTriangle className="size-[18px] shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}

/** A part of a page that did not load: message and retry button on one line. */
export function InlineError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation('errors');
  return (
    <div className="flex flex-wrap items-center gap-x-4">
      <FieldError>{getErrorMessage(error)}</FieldError>
      <button type="button" onClick={onRetry} className="link min-h-11 text-sm">
        {t('retry')}
      </button>
    </div>
  );
}
