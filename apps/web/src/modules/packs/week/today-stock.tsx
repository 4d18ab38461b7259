import { IconCalendarWeek } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useHours, useSold } from './day-facts.tsx';
import { StockStepper } from './stock-stepper.tsx';
import { useLiveWeek } from './use-live-week.ts';
import { useStock } from './use-stock.ts';
import { useWeek } from './week.api.ts';
import { isOpen, type PackDay, type WeekPack } from './week-cache.ts';

/** Today's packs of a venue: one more, one fewer, sold out. Nothing to show, nothing shown. */
export function TodayStock({ placeId }: { placeId: number }) {
  const { t } = useTranslation('week');
  const { data: week } = useWeek(placeId, null);
  useLiveWeek(week);
  const packs = (week?.packs ?? []).filter(({ days }) => isOpen(days[0]?.slot ?? null, new Date()));
  if (packs.length === 0) return null;
  return (
    <section className="rounded-lg bg-surface p-4 sm:p-6">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h2 className="h2">{t('onSaleToday')}</h2>
        <ButtonLink look="soft" small icon={<IconCalendarWeek aria-hidden="true" />} to={paths.sellerWeek}>
          {t('title')}
        </ButtonLink>
      </div>
      <ul>
        {packs.map((pack) => (
          <Line key={pack.id} pack={pack} day={pack.days[0]!} />
        ))}
      </ul>
    </section>
  );
}

function Line({ pack, day }: { pack: WeekPack; day: PackDay }) {
  const { t } = useTranslation('week');
  const hours = useHours();
  const sold = useSold()(day);
  const { sellOut } = useStock();
  const slot = day.slot!;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 last:border-0 last:pb-0">
      <span className="min-w-0 flex-1 basis-40 leading-5">
        <b className="block break-words">{pack.name}</b>
        <span className="text-sm text-2">{[hours(day), sold].filter(Boolean).join(' · ')}</span>
      </span>
      <span className="ml-auto flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <Button
          look="ghost"
          small
          disabled={slot.left === 0}
          aria-label={t('sellOutOf', { name: pack.name })}
          onClick={() => sellOut(slot, pack.name)}
        >
          {t('soldOut')}
        </Button>
        <StockStepper slot={slot} name={pack.name} />
      </span>
    </li>
  );
}
