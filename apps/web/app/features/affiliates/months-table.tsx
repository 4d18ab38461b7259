import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import type { AffiliateMonth } from './affiliates.api.ts';
import { CsvDownloadButton } from './csv-download-button.tsx';
import { ShareList } from './share-list.tsx';
import { useShareFormat } from './use-share-format.ts';

interface Props {
  rows: readonly AffiliateMonth[];
  onLoadMore?: () => void;
  loading: boolean;
}

/** The months in numbers; each leads to its lines. */
export function MonthsTable({ rows, onLoadMore, loading }: Props) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const [openMonth, setOpenMonth] = useState<string | null>(null);
  return (
    <div className="grid gap-3">
      <table className="w-full border-collapse text-[.9375rem]">
        <caption className="sr-only">{t('months.title')}</caption>
        <thead>
          <tr className="border-b border-line text-left text-[.8125rem] text-muted *:pb-2 *:font-semibold">
            <th scope="col">{t('months.month')}</th>
            <th scope="col" className="px-2 text-right">
              {t('months.shares')}
            </th>
            <th scope="col" className="text-right">
              {t('months.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ month, shares, amount_cents, state }) => (
            <tr key={month} className="border-b border-line *:py-2">
              <th scope="row" className="text-left font-semibold">
                <button type="button" onClick={() => setOpenMonth(month)} className="link min-h-11 text-left">
                  {format.month(month)}
                </button>
                <span className="block text-xs font-normal text-muted">{t(`months.state.${state}`)}</span>
              </th>
              <td className="px-2 text-right tabular-nums">{shares}</td>
              <td className="text-right font-bold whitespace-nowrap tabular-nums">
                {format.money(amount_cents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="flex flex-wrap gap-2">
        {onLoadMore ? (
          <Button variant="soft" size="small" loading={loading} onClick={onLoadMore}>
            {t('more')}
          </Button>
        ) : null}
        <CsvDownloadButton list="months" />
      </div>
      <p className="text-xs text-muted">{t('months.rounded')}</p>
      <Sheet
        open={openMonth !== null}
        onClose={() => setOpenMonth(null)}
        title={openMonth ? format.month(openMonth) : ''}
      >
        {openMonth ? <ShareList filter={{ month: openMonth }} showUser /> : null}
      </Sheet>
    </div>
  );
}
