import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@wopack/ui/button.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { paths } from '../../lib/paths.ts';
import { payoutAccountQuery } from './payout-account.api.ts';

/** On the seller's pages, while packs are off sale for want of an account, or will be. */
export function PayoutAccountNotice({ businessId }: { businessId: number | null }) {
  const { t } = useTranslation('payoutNotice');
  const format = useFormat();
  const account = useQuery(payoutAccountQuery(businessId)).data;
  if (!account || account.way === 'bank_file' || account.state === 'verified') return null;
  const { deadline, may_sell: maySell } = account;
  return (
    <section
      aria-labelledby="payout-account-notice"
      className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-brand-soft px-4 py-3.5 sm:px-6"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <h2 id="payout-account-notice" className="font-bold">
          {t(maySell ? 'title' : 'offSale')}
        </h2>
        <p className="text-sm text-pretty">
          {maySell && deadline
            ? t('until', { day: format.formatDayOfMonth(deadline) })
            : t(maySell ? 'goesOn' : `${account.state}`)}
        </p>
      </div>
      <ButtonLink size="small" to={businessId ? paths.businessPayout : paths.payout}>
        {t('open')}
      </ButtonLink>
    </section>
  );
}
