import { useTranslation } from 'react-i18next';
import { BusinessForm } from '../../modules/identity/business-form.tsx';
import { VerifyEmail } from '../../modules/identity/verify-email.tsx';
import { PayoutForm } from '../../modules/ledger/payout-form.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SubPage } from './parts/sub-page.tsx';
import { WithMe } from './parts/with-me.tsx';

export default function Payout() {
  const { t } = useTranslation(['money', 'account']);
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.payout')}</PageTitle>
      <WithMe title={t('titles.payout')}>
        {(me) => (
          <SubPage title={t('titles.payout')}>
            <div className="grid gap-6">
              <VerifyEmail me={me} />
              <PayoutForm />
              <section className="grid gap-3.5">
                <h2 className="h2">{t('account:business.title')}</h2>
                <BusinessForm />
              </section>
            </div>
          </SubPage>
        )}
      </WithMe>
    </div>
  );
}
