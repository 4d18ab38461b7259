import { useTranslation } from 'react-i18next';
import { getErrorMessage } from '../../lib/api/errors.ts';
import { FieldError } from './form-field.tsx';

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
