import { useTranslation } from 'react-i18next';
import { PayoutSections } from '../account/money/payout.tsx';
import { MoneyPage } from './money-page.tsx';

/** What the business has earned, where it is paid, and its legal identity. */
export function Component() {
  const { t } = useTranslation('money');
  return (
    <MoneyPage title={t('titles.payout')}>
      {(businessId) => (
        <PayoutSections
          businessId={businessId}
          renderPanel={(sections) => <div className="rounded-lg bg-surface p-4 sm:p-6">{sections}</div>}
        />
      )}
    </MoneyPage>
  );
}
