import { IconFileInvoice } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useBusiness } from './business.api.ts';

/** Asks a seller who they are by law, until they say; selling does not wait for it. */
export function BusinessNote({ className = '' }: { className?: string }) {
  const { t } = useTranslation('seller');
  const { data } = useBusiness();
  if (data !== null) return null;
  return (
    <section
      aria-label={t('business.title')}
      className={`flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg bg-brand-soft px-4 py-3.5 sm:px-6 ${className}`}
    >
      <IconFileInvoice className="size-6 shrink-0" aria-hidden="true" />
      <p className="min-w-0 flex-1 basis-56">
        <b className="block">{t('business.title')}</b>
        <span className="text-sm">{t('business.text')}</span>
      </p>
      <ButtonLink size="small" variant="ghost" to={paths.business}>
        {t('business.fill')}
      </ButtonLink>
    </section>
  );
}
