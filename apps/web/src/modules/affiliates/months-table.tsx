import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import type { MonthRow } from './affiliates.api.ts';
import { FileButton } from './file-button.tsx';
import { ShareList } from './share-list.tsx';
import { useShareFormat } from './use-share-format.ts';

interface Props {
  rows: readonly MonthRow[];
  more?: () => void;
  loading: boolean;
}

/** The months in numbers; each leads to its lines. */
export function MonthsTable({ rows, more, loading }: Props) {
  const { t } = useTranslation('partner');
  const format = useShareFormat();
  const [open, setOpen] = useState<string | null>(null);
  return (
    <div className="grid gap-3">
      <table className="w-full border-collapse text-[.9375rem]">
        <caption className="sr-only">{t('months.title')}</caption>
        <thead>
          <tr className="border-b border-line text-left text-[.8125rem] text-2 *:pb-2 *:font-semibold">
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
                <button type="button" onClick={() => setOpen(month)} className="link min-h-11 text-left">
                  {format.month(month)}
                </button>
                <span className="block text-xs font-normal text-2">{t(`months.state.${state}`)}</span>
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
        {more ? (
          <Button look="soft" small loading={loading} onClick={more}>
            {t('more')}
          </Button>
        ) : null}
        <FileButton list="months" />
      </div>
      <p className="text-xs text-2">{t('months.rounded')}</p>
      <Sheet open={open !== null} onClose={() => setOpen(null)} title={open ? format.month(open) : ''}>
        {open ? <ShareList filter={{ month: open }} showPerson /> : null}
      </Sheet>
    </div>
  );
}
