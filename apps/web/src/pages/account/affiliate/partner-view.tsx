import { PARTNER_PERCENT } from '@wopack/rules';
import { useTranslation } from 'react-i18next';
import { useWide } from '../../../lib/use-media.ts';
import type { Overview } from '../../../modules/affiliates/affiliates.api.ts';
import { Funnel } from '../../../modules/affiliates/funnel.tsx';
import { LinkCard } from '../../../modules/affiliates/link-card.tsx';
import { MonthsCard } from '../../../modules/affiliates/months-card.tsx';
import { PartnerStats } from '../../../modules/affiliates/partner-stats.tsx';
import { PeoplePreview, PreviewChoice } from '../../../modules/affiliates/people-preview.tsx';
import { ShareTexts } from '../../../modules/affiliates/share-texts.tsx';
import type { Me } from '../../../modules/identity/identity.api.ts';
import { PartnerSwitch } from '../../../modules/identity/partner-switch.tsx';
import { VerifyEmail } from '../../../modules/identity/verify-email.tsx';
import { PolicyLink } from '../../../ui/policy-link.tsx';

/** The link, what it brings, whom it brought and how it comes about. */
export function PartnerView({ me, overview }: { me: Me; overview: Overview }) {
  const { t } = useTranslation(['partner', 'common']);
  const on = me.is_partner;
  const wide = useWide();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:gap-5">
      <header>
        <h1 className="d2">{t(on ? 'title' : 'offTitle')}</h1>
        <p className="mt-1 max-w-[70ch] text-pretty text-2">
          {t(on ? 'lead' : 'offLead', { percent: PARTNER_PERCENT })}
        </p>
      </header>
      <VerifyEmail me={me} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:gap-5">
        {on ? <LinkCard link={overview.link} /> : null}
        <PartnerStats overview={overview} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:gap-5">
        <MonthsCard />
        {wide ? <PeoplePreview side="sellers" /> : <PreviewChoice overview={overview} />}
      </div>
      {wide ? <PeoplePreview side="clients" /> : null}
      <Funnel overview={overview} />
      {on ? <ShareTexts link={overview.link} /> : null}
      <section aria-label={t('common:titles.affiliate')} className="rounded-lg bg-surface px-4 py-1 sm:px-6">
        <PartnerSwitch me={me} />
        <p className="text-sm">
          <PolicyLink policy="affiliate" className="link inline-flex min-h-11 items-center">
            {t('common:footer.affiliate')}
          </PolicyLink>
        </p>
      </section>
    </div>
  );
}
