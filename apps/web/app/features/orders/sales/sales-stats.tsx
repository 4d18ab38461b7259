import { PRODUCT_GRAMS, PRODUCT_GRAMS_SOURCE } from '@wopack/domain';
import { Stat } from '@wopack/ui/display/stat.tsx';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../lib/format/use-format.ts';
import { countDays, getSellThroughRate } from './periods.ts';
import type { SalesStatistics } from './sales.api.ts';
import { useSalesFormat } from './sales.api.ts';

/** Four figures of the range, each with its basis. */
export function SalesStats({ sales }: { sales: SalesStatistics }) {
  const { t } = useTranslation(['sales', 'common']);
  const { formatMoney } = useFormat();
  const salesFormat = useSalesFormat();
  const { totals, before } = sales;
  const sellThroughRate = getSellThroughRate(totals);
  const difference = totals.sold - before.totals.sold;
  const hasComparison = before.totals.offered + before.totals.sold > 0;
  const parts = {
    price: formatMoney(totals.price_cents),
    back: formatMoney(totals.refunded_cents),
    commission: formatMoney(totals.commission_cents),
  };
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-5">
      <Stat
        name={t('sold')}
        note={
          sellThroughRate === null
            ? t('nothingOffered')
            : t('soldNote', { share: salesFormat.percent(sellThroughRate) })
        }
      >
        {t('soldOf', { sold: totals.sold, offered: totals.offered })}
      </Stat>
      <Stat
        name={t('earned')}
        note={
          totals.sold === 0 ? t('noSales') : t(totals.refunded_cents ? 'earnedSumBack' : 'earnedSum', parts)
        }
      >
        {formatMoney(totals.earning_cents)}
      </Stat>
      <Stat
        name={t(countDays(sales.from, sales.to) > 7 ? 'against' : 'againstOne')}
        note={t(hasComparison ? 'againstNote' : 'againstNothing', {
          before: before.totals.sold,
          days: salesFormat.dateRange(before.from, before.to),
        })}
      >
        {!hasComparison
          ? '–'
          : difference === 0
            ? t('same')
            : difference > 0
              ? t('more', { count: difference })
              : `−${-difference}`}
      </Stat>
      <Stat
        name={t('waste')}
        note={
          <>
            {t('wasteNote', { perPack: salesFormat.kilos(PRODUCT_GRAMS) })}{' '}
            <a href={PRODUCT_GRAMS_SOURCE} target="_blank" rel="noreferrer" className="link print:hidden">
              {t('wasteSource')}
              <span className="sr-only"> ({t('common:newTab')})</span>
            </a>
          </>
        }
      >
        {t('wasteKg', { kg: salesFormat.kilos(sales.waste_avoided_grams) })}
      </Stat>
    </dl>
  );
}
