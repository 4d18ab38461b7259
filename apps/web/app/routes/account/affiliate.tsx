import { useQuery } from '@tanstack/react-query';
import { PARTNER_PERCENT } from '@wopack/domain';
import { QueryState } from '@wopack/ui/feedback/query-state.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useTranslation } from 'react-i18next';
import { type AffiliateOverview, overviewQuery } from '../../features/affiliates/affiliates.api.ts';
import { MonthsCard, PartnerStats, ReferralFunnel } from '../../features/affiliates/months-card.tsx';
import { ReferralLinkCard, ShareMessageList } from '../../features/affiliates/referral-link.tsx';
import {
  ReferredUserPreview,
  ReferredUserPreviewSwitch,
} from '../../features/affiliates/referred-user-table.tsx';
import { PartnerRoleSwitch } from '../../features/identity/account/account-settings.tsx';
import { VerifyEmail } from '../../features/identity/account/email-address.tsx';
import { queryClient } from '../../lib/api/query-client.ts';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { type Me, startUserQueries } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { PolicyLink } from '../../ui/links.tsx';
import { AccountSubPage, WithCurrentUser } from './account-sub-page.tsx';

const AffiliateSkeleton = () => (
  <Loading className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
    <Skeleton className="h-9 w-72 max-w-full" />
    <div className="grid gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-5">
      <Skeleton className="h-[220px] rounded-lg" />
      <div className="grid grid-cols-2 gap-3 lg:gap-5">
        {[1, 2, 3, 4].map((card) => (
          <Skeleton key={card} className="h-[104px] rounded-lg" />
        ))}
      </div>
    </div>
    <Skeleton className="h-[320px] rounded-lg" />
  </Loading>
);

export const loader = () => startUserQueries(() => [queryClient.query(overviewQuery)]);

/** The partner programme: how it works and the switch; for partners their link and earnings. */
export function Component() {
  const { t } = useTranslation();
  return (
    <div className="gutter py-6 [--color-panel:var(--color-surface)] lg:py-7">
      <PageTitle>{t('titles.affiliate')}</PageTitle>
      <WithCurrentUser title={t('titles.affiliate')}>{(me) => <AffiliateContent me={me} />}</WithCurrentUser>
    </div>
  );
}

function AffiliateContent({ me }: { me: Me }) {
  const { t } = useTranslation('partner');
  const query = useQuery(overviewQuery);
  return (
    <QueryState
      query={query}
      heading={<h1 className={query.error ? 'd2' : 'sr-only'}>{t('title')}</h1>}
      loading={<AffiliateSkeleton />}
      reassurance={t('safe')}
    >
      {(overview) =>
        // Past earnings stay visible when the programme is disabled.
        me.is_partner || overview.clients + overview.sellers > 0 ? (
          <PartnerView me={me} overview={overview} />
        ) : (
          <ProgramInvitation me={me} />
        )
      }
    </QueryState>
  );
}

/** For users who are not partners. */
function ProgramInvitation({ me }: { me: Me }) {
  const { t } = useTranslation(['partner', 'common']);
  const { formatPercent } = useFormat();
  return (
    <AccountSubPage title={t('common:titles.affiliate')}>
      <p className="mb-4 text-pretty text-muted">{t('lead', { percent: formatPercent(PARTNER_PERCENT) })}</p>
      <ol className="mb-5 grid gap-3">
        {(['link', 'share', 'credit'] as const).map((step, i) => (
          <li key={step} className="flex items-start gap-3">
            <span
              aria-hidden="true"
              className="on-brand grid size-8 shrink-0 place-items-center rounded-full bg-brand font-bold text-on-brand"
            >
              {i + 1}
            </span>
            <span className="min-w-0 pt-1">{t(`steps.${step}`)}</span>
          </li>
        ))}
      </ol>
      <div className="rounded-lg bg-panel px-4">
        <PartnerRoleSwitch me={me} />
      </div>
      <p className="mt-3 text-sm">
        <PolicyLink policy="affiliate" className="link inline-flex min-h-11 items-center">
          {t('common:footer.affiliate')}
        </PolicyLink>
      </p>
    </AccountSubPage>
  );
}

function PartnerView({ me, overview }: { me: Me; overview: AffiliateOverview }) {
  const { t } = useTranslation(['partner', 'common']);
  const { formatPercent } = useFormat();
  const isPartner = me.is_partner;
  const isWide = useIsWideScreen();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
      <header>
        <h1 className="d2">{t(isPartner ? 'title' : 'offTitle')}</h1>
        <p className="mt-1 max-w-[70ch] text-pretty text-muted">
          {t(isPartner ? 'lead' : 'offLead', { percent: formatPercent(PARTNER_PERCENT) })}
        </p>
      </header>
      <VerifyEmail me={me} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-5">
        {isPartner ? <ReferralLinkCard link={overview.link} /> : null}
        <PartnerStats overview={overview} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:gap-5">
        <MonthsCard />
        {isWide ? <ReferredUserPreview side="sellers" /> : <ReferredUserPreviewSwitch overview={overview} />}
      </div>
      {isWide ? <ReferredUserPreview side="buyers" /> : null}
      <ReferralFunnel overview={overview} />
      {isPartner ? <ShareMessageList link={overview.link} /> : null}
      <section aria-label={t('common:titles.affiliate')} className="rounded-lg bg-surface px-4 py-1 sm:px-6">
        <PartnerRoleSwitch me={me} />
        <p className="text-sm">
          <PolicyLink policy="affiliate" className="link inline-flex min-h-11 items-center">
            {t('common:footer.affiliate')}
          </PolicyLink>
        </p>
      </section>
    </div>
  );
}
