import { PARTNER_PERCENT } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import type { AffiliateOverview } from '../../../features/affiliates/affiliates.api.ts';
import { MonthsCard } from '../../../features/affiliates/months-card.tsx';
import { PartnerStats, ReferralFunnel } from '../../../features/affiliates/partner-stats.tsx';
import { ReferralLinkCard, ShareMessageList } from '../../../features/affiliates/referral-link.tsx';
import {
  ReferredUserPreview,
  ReferredUserPreviewSwitch,
} from '../../../features/affiliates/referred-user-table.tsx';
import { PartnerRoleSwitch } from '../../../features/identity/account/role-switches.tsx';
import { VerifyEmail } from '../../../features/identity/account/verify-email.tsx';
import { useIsWideScreen } from '../../../lib/browser/use-media-query.ts';
import type { Me } from '../../../lib/data/shared-queries.ts';
import { PolicyLink } from '../../../ui/links.tsx';

export function PartnerView({ me, overview }: { me: Me; overview: AffiliateOverview }) {
  const { t } = useTranslation(['partner', 'common']);
  const isPartner = me.is_partner;
  const isWide = useIsWideScreen();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
      <header>
        <h1 className="d2">{t(isPartner ? 'title' : 'offTitle')}</h1>
        <p className="mt-1 max-w-[70ch] text-pretty text-muted">
          {t(isPartner ? 'lead' : 'offLead', { percent: PARTNER_PERCENT })}
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
      {isWide ? <ReferredUserPreview side="clients" /> : null}
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
