import { useQuery } from '@tanstack/react-query';
import { IconCheck, IconChevronRight } from '@wopack/ui/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useNamedBusiness } from '../../lib/data/shared-queries.ts';
import { paths } from '../../lib/paths.ts';
import { payoutDetailsQuery } from './ledger.api.ts';
import { PayoutAccountNotice } from './payout-account-notice.tsx';

const PARTS = [
  ['email', paths.payout],
  ['business', paths.business],
  ['iban', paths.payout],
] as const;

/** What it takes to be paid, part by part; nothing once all of it is there. Selling is possible before. */
export function MissingForPayout() {
  const { t } = useTranslation('seller');
  const businessId = useNamedBusiness();
  const { missing = [], way } = useQuery(payoutDetailsQuery(businessId)).data ?? {};
  if (way) return <PayoutAccountNotice businessId={businessId} />;
  if (missing.length === 0) return null;
  return (
    <section
      aria-labelledby="missing-for-payout"
      className="grid gap-2 rounded-lg bg-brand-soft px-4 py-3.5 sm:px-6"
    >
      <h2 id="missing-for-payout" className="font-bold">
        {t('toBePaid.title')}
      </h2>
      <p className="text-sm text-pretty">{t('toBePaid.text')}</p>
      <ol className="flex flex-wrap gap-x-6 sm:gap-x-10">
        {PARTS.map(([part, path]) =>
          missing.includes(part) ? (
            <li key={part}>
              <Link
                to={businessId ? paths.businessPayout : path}
                className="link flex min-h-11 items-center gap-1 font-semibold"
              >
                {t(`toBePaid.${part}`)}
                <IconChevronRight className="size-5 shrink-0" />
              </Link>
            </li>
          ) : (
            <li key={part} className="flex min-h-11 items-center gap-1.5 text-muted">
              <IconCheck className="size-5 shrink-0" />
              {t(`toBePaid.${part}`)}
              <span className="sr-only">{t('toBePaid.done')}</span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}
