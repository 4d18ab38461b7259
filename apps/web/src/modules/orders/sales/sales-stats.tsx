import { PRODUCT_GRAMS, PRODUCT_GRAMS_SOURCE } from '@wopack/rules';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/use-format.ts';
import { Stat } from '../../../ui/stat.tsx';
import { daysIn, sellThrough } from './periods.ts';
import type { Sales } from './sales.api.ts';
import { useDays } from './use-days.ts';

/** The range in four figures, each with the sum, the comparison or the assumption behind it. */
export function SalesStats({ sales }: { sales: Sales }) {
  const { t } = useTranslation(['sales', 'common']);
  const { money } = useFormat();
  const days = useDays();
  const { totals, before } = sales;
  const share = sellThrough(totals);
  const change = totals.sold - before.totals.sold;
  const parts = {
    price: money(totals.price_cents),
    back: money(totals.refunded_cents),
    commission: money(totals.commission_cents),
  };
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      <Stat
        name={t('sold')}
        note={share === null ? t('nothingOffered') : t('soldNote', { share: days.percent(share) })}
      >
        {t('soldOf', { sold: totals.sold, offered: totals.offered })}
      </Stat>
      <Stat
        name={t('earned')}
        note={
          totals.sold === 0 ? t('noSales') : t(totals.refunded_cents ? 'earnedSumBack' : 'earnedSum', parts)
        }
      >
        {money(totals.earning_cents)}
      </Stat>
      <Stat
        name={t(daysIn(sales.from, sales.to) > 7 ? 'against' : 'againstOne')}
        note={t('againstNote', { before: before.totals.sold, days: days.span(before.from, before.to) })}
      >
        {change === 0 ? t('same') : change > 0 ? t('more', { count: change }) : `−${-change}`}
      </Stat>
      <Stat
        name={t('waste')}
        note={
          <>
            {t('wasteNote', { perPack: days.kilos(PRODUCT_GRAMS) })}{' '}
            <a href={PRODUCT_GRAMS_SOURCE} target="_blank" rel="noreferrer" className="link print:hidden">
              {t('wasteSource')}
              <span className="sr-only"> ({t('common:newTab')})</span>
            </a>
          </>
        }
      >
        {t('wasteKg', { kg: days.kilos(sales.waste_avoided_grams) })}
      </Stat>
    </dl>
  );
}
