import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';

export function PaymentTitle() {
  const { t } = useTranslation('payment');
  const isWide = useIsWideScreen();
  if (isWide) return <h3 className="h3">{t('byCard')}</h3>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <h2 className="h2">{t('title')}</h2>
      <p className="flex items-center gap-1 text-sm text-muted">
        <IconLock className="size-[18px]" aria-hidden="true" />
        {t('secure')}
      </p>
    </div>
  );
}
