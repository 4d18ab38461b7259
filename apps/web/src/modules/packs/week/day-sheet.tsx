import { defaultSchedule } from '@wopack/rules';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { notify, notifyProblem } from '../../../ui/toast.ts';
import { KeptWindow, useHours, useSold } from './day-facts.tsx';
import { HoursForm } from './hours-form.tsx';
import { KeptNote } from './kept-note.tsx';
import { StockStepper } from './stock-stepper.tsx';
import { useStock } from './use-stock.ts';
import { type Kept, useSetDate } from './week.api.ts';
import { isOpen, type PackDay, type WeekPack } from './week-cache.ts';
import { longDay } from './week-dates.ts';

interface Props {
  pack: WeekPack;
  day: PackDay;
  timeZone: string;
  onClose: () => void;
}

/** Everything that can be said about one day of a pack. */
export function DaySheet({ pack, day, timeZone, onClose }: Props) {
  const { t, i18n } = useTranslation('week');
  const save = useSetDate();
  const { sellOut } = useStock();
  const [asking, setAsking] = useState(false);
  const [kept, setKept] = useState<Kept[]>([]);
  const hours = useHours();
  const sold = useSold()(day);
  const date = longDay(day.date, i18n.language);
  const taken = day.slot ? day.slot.sold + day.slot.held : 0;

  function saved(stay: Kept[]) {
    notify(t('saved', { name: pack.name, date }));
    setAsking(false);
    setKept(stay);
    if (stay.length === 0) onClose();
  }
  const plan = (wish: 'closed' | 'usual') =>
    save
      .mutateAsync({ id: pack.id, date: day.date, plan: wish })
      .then(saved)
      .catch((error: unknown) => {
        setAsking(false);
        notifyProblem(error);
      });

  if (asking) {
    return (
      <ConfirmDialog
        open
        danger
        onClose={() => setAsking(false)}
        title={t('close.title', { date })}
        description={t('close.text', { count: taken })}
        confirm={t('close.confirm')}
        loading={save.isPending}
        onConfirm={() => void plan('closed')}
      />
    );
  }
  return (
    <Sheet open onClose={onClose} title={pack.name} description={date}>
      <KeptNote kept={kept} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="font-bold tabular-nums">{hours(day)}</p>
          <p className="text-sm text-2">{[t(`by.${day.by}`), sold].filter(Boolean).join(' · ')}</p>
          <KeptWindow day={day} timeZone={timeZone} />
        </div>
        {isOpen(day.slot, new Date()) ? <StockStepper slot={day.slot} name={pack.name} /> : null}
      </div>
      {isOpen(day.slot, new Date()) && day.slot.left > 0 ? (
        <Button
          look="ghost"
          onClick={() => {
            if (day.slot) sellOut(day.slot, pack.name);
            onClose();
          }}
        >
          {t('sellOut')}
        </Button>
      ) : null}
      <HoursForm productId={pack.id} date={day.date} window={hoursToStart(pack, day)} onSaved={saved} />
      {day.by === 'date' ? (
        <Button look="soft" loading={save.isPending} onClick={() => void plan('usual')}>
          {t('usual')}
        </Button>
      ) : null}
      {day.time_start ? (
        <Button
          look="danger"
          loading={save.isPending}
          onClick={() => (taken ? setAsking(true) : void plan('closed'))}
        >
          {t('close.confirm')}
        </Button>
      ) : null}
    </Sheet>
  );
}

/** The day's hours; of a closed one the first there are in the week. */
function hoursToStart({ schedule }: WeekPack, { time_start, time_end }: PackDay) {
  if (time_start && time_end) return { time_start, time_end };
  return Object.values(schedule)[0] ?? defaultSchedule.mon!;
}
