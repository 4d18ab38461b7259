import { IconPlus, IconX } from '@tabler/icons-react';
import { ApiError } from '@wopack/contract/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RetryLine } from '../../../ui/retry-line.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Loading, Skeleton } from '../../../ui/skeleton.tsx';
import { notify, notifyProblem } from '../../../ui/toast.ts';
import { HolidayForm } from './holiday-form.tsx';
import { KeptNote } from './kept-note.tsx';
import { type Kept, useHolidays, useRemoveHoliday, useSaveHoliday } from './week.api.ts';
import { span } from './week-dates.ts';

interface Props {
  place: { id: number; name: string };
  today: string;
  onClose: () => void;
}

/** Days on which a venue is closed: its own, and public ones to choose from. */
export function HolidaysSheet({ place, today, onClose }: Props) {
  const { t, i18n } = useTranslation('week');
  const list = useHolidays(place.id);
  const save = useSaveHoliday(place.id);
  const remove = useRemoveHoliday();
  const [kept, setKept] = useState<Kept[]>([]);
  const dates = ({ date_from, date_to }: { date_from: string; date_to: string }) =>
    span(date_from, date_to, i18n.language);
  const saved = (stay: Kept[]) => {
    setKept(stay);
    notify(t('holidays.saved'));
  };
  return (
    <Sheet open onClose={onClose} title={t('holidays.title')} description={t('holidays.lead', place)}>
      <KeptNote kept={kept} />
      {list.error ? <RetryLine error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.data ? (
        <>
          {list.data.data.length ? (
            <ul className="divide-y divide-line">
              {list.data.data.map((one) => (
                <li key={one.id} className="flex min-h-14 items-center gap-3 py-1">
                  <span className="min-w-0 flex-1">
                    <b className="block break-words">{dates(one)}</b>
                    <span className="text-sm text-2">{one.name}</span>
                  </span>
                  <IconButton
                    look="plain"
                    label={t('holidays.remove', { date: dates(one) })}
                    onClick={() =>
                      remove.mutate(one.id, {
                        onSuccess: () => notify(t('holidays.removed')),
                        // Gone already is as good.
                        onError: (error) =>
                          error instanceof ApiError && error.code === 4
                            ? void list.refetch()
                            : notifyProblem(error),
                      })
                    }
                  >
                    <IconX aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-2">{t('holidays.none')}</p>
          )}
          <HolidayForm placeId={place.id} today={today} onSaved={saved} />
          {list.data.suggestions.length ? (
            <div className="grid gap-2">
              <h3 className="h3">{t('holidays.public')}</h3>
              <ul className="flex flex-wrap gap-2">
                {list.data.suggestions.map((one) => (
                  <li key={`${one.date_from} ${one.name}`} className="min-w-0">
                    <button
                      type="button"
                      disabled={save.isPending}
                      onClick={() => save.mutate(one, { onSuccess: saved, onError: notifyProblem })}
                      className="flex min-h-11 items-center gap-2 rounded-full bg-quiet px-4 py-2 text-left text-sm leading-5 font-semibold [&_svg]:size-4 [&_svg]:shrink-0"
                    >
                      <IconPlus aria-hidden="true" />
                      <span className="min-w-0">
                        {dates(one)} <span className="font-normal text-2">{one.name}</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </>
      ) : list.error ? null : (
        <Loading className="grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Sheet>
  );
}
