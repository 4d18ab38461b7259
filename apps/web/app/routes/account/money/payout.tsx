import { useQuery } from '@tanstack/react-query';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { businessQuery } from '../../../features/identity/account/account.api.ts';
import { BusinessForm } from '../../../features/identity/account/business-form.tsx';
import { VerifyEmail } from '../../../features/identity/account/verify-email.tsx';
import { ReauthenticationFields } from '../../../features/identity/password/reauthentication-fields.tsx';
import { payoutDetailsQuery } from '../../../features/ledger/ledger.api.ts';
import { PayoutForm } from '../../../features/ledger/payout-form.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { startUserQueries } from '../../../lib/data/shared-queries.ts';
import { AccountSubPage, WithCurrentUser } from '../parts/account-sub-page.tsx';

export const loader = () =>
  startUserQueries(() => [queryClient.query(payoutDetailsQuery), queryClient.query(businessQuery)]);

/** Its sections are stacked, so nothing shows before all have loaded or failed. */
export function Component() {
  const { t } = useTranslation(['money', 'account']);
  const payout = useQuery(payoutDetailsQuery);
  const business = useQuery(businessQuery);
  return (
    <div className="gutter py-6 lg:py-7">
      <PageTitle>{t('titles.payout')}</PageTitle>
      <AccountSubPage title={t('titles.payout')}>
        <WithCurrentUser fallback={<PayoutSkeleton />}>
          {(me) =>
            !payout.isFetched || !business.isFetched ? (
              <PayoutSkeleton />
            ) : (
              <div className="grid gap-6">
                <VerifyEmail me={me} />
                <PayoutForm
                  hasPassword={me.has_password}
                  renderReauthentication={(reauthentication) => (
                    <ReauthenticationFields me={me} {...reauthentication} />
                  )}
                />
                <section className="grid gap-3.5">
                  <h2 className="h2">{t('account:business.title')}</h2>
                  <BusinessForm />
                </section>
              </div>
            )
          }
        </WithCurrentUser>
      </AccountSubPage>
    </div>
  );
}

const PayoutSkeleton = () => (
  <Loading className="grid gap-6">
    <Skeleton className="h-36 rounded-lg" />
    <Skeleton className="h-72 rounded-lg" />
    <Skeleton className="h-[460px] rounded-lg" />
  </Loading>
);
