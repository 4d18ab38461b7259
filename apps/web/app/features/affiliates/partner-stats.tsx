import { centsFromHundredths } from '@wopack/domain';
import { useTranslation } from 'react-i18next';
import { Stat } from '../../ui/display/stat.tsx';
import type { AffiliateOverview } from './affiliates.api.ts';
import { getPayoutNote } from './payout-note.ts';
import { useShareFormat } from './use-share-format.ts';

/** This month and all before, each with what comes next. */
export function PartnerStats({ overview }: { overview: AffiliateOverview }) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const { pending_hundredths: pending, approved_hundredths: approved } = overview;
  const note = getPayoutNote(overview);
  return (
    <dl className="grid grid-cols-2 gap-3 lg:gap-5">
      <Stat
        name={t('stats.month', { month: format.monthName(overview.month) })}
        note={
          pending + approved === 0
            ? t('stats.nextCredit', { day: format.day(overview.next_credit) })
            : t('stats.monthNote', {
                approved: format.roundedShares(approved),
                pending: format.money(
                  centsFromHundredths(pending + approved) - centsFromHundredths(approved),
                ),
                day: format.day(overview.next_credit),
              })
        }
      >
        {format.roundedShares(pending + approved)}
      </Stat>
      <Stat
        name={t('stats.credited')}
        note={t(`stats.payout.${note}`, {
          owed: format.money(overview.owed_cents),
          minimum: format.money(overview.payout_minimum_cents),
          day: format.day(overview.next_payout),
        })}
      >
        {format.money(overview.credited_cents)}
      </Stat>
      <Stat name={t('stats.clients')} note={t('stats.signUps', { count: overview.sign_ups.month })}>
        {overview.clients}
      </Stat>
      <Stat name={t('stats.sellers')} note={t('stats.orders', { count: overview.orders.month })}>
        {overview.sellers}
      </Stat>
    </dl>
  );
}
