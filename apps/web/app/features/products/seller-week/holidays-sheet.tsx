import { IconPlus, IconX } from '@tabler/icons-react';
import { ApiError } from '@wopack/contract/client';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { InlineError } from '../../../ui/form/inline-error.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Sheet } from '../../../ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '../../../ui/overlay/toast.ts';
import { HolidayForm } from './holiday-form.tsx';
import { type UnchangedSlot, useDeleteHoliday, useHolidays, useSaveHoliday } from './seller-week.api.ts';
import { UnchangedSlotsNote } from './unchanged-slots-note.tsx';
import { formatDateRange } from './week-dates.ts';

interface Props {
  salePlace: { id: number; name: string };
  today: string;
  onClose: () => void;
}

/** Days on which a venue is closed: its own, and public ones to choose from. */
export function HolidaysSheet({ salePlace, today, onClose }: Props) {
  const { t, i18n } = useTranslation('week');
  const holidaysQuery = useHolidays(salePlace.id);
  const saveHoliday = useSaveHoliday(salePlace.id);
  const deleteHoliday = useDeleteHoliday();
  const [unchangedSlots, setUnchangedSlots] = useState<UnchangedSlot[]>([]);
  const formatDates = ({ date_from, date_to }: { date_from: string; date_to: string }) =>
    formatDateRange(date_from, date_to, i18n.language);
  const handleSaved = (slots: UnchangedSlot[]) => {
    setUnchangedSlots(slots);
    showToast(t('holidays.saved'));
  };
  return (
    <Sheet open onClose={onClose} title={t('holidays.title')} description={t('holidays.lead', salePlace)}>
      <UnchangedSlotsNote unchangedSlots={unchangedSlots} />
      {holidaysQuery.error ? (
        <InlineError error={holidaysQuery.error} onRetry={() => void holidaysQuery.refetch()} />
      ) : null}
      {holidaysQuery.data ? (
        <>
          {holidaysQuery.data.data.length ? (
            <ul className="divide-y divide-line">
              {holidaysQuery.data.data.map((holiday) => (
                <li key={holiday.id} className="flex min-h-14 items-center gap-3 py-1">
                  <span className="min-w-0 flex-1">
                    <b className="block break-words">{formatDates(holiday)}</b>
                    <span className="text-sm text-muted">{holiday.name}</span>
                  </span>
                  <IconButton
                    variant="plain"
                    label={t('holidays.remove', { date: formatDates(holiday) })}
                    onClick={() =>
                      deleteHoliday.mutate(holiday.id, {
                        onSuccess: () => showToast(t('holidays.removed')),
                        // Gone already is as good.
                        onError: (error) =>
                          error instanceof ApiError && error.code === 4
                            ? void holidaysQuery.refetch()
                            : showErrorToast(error),
                      })
                    }
                  >
                    <IconX aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">{t('holidays.none')}</p>
          )}
          <HolidayForm salePlaceId={salePlace.id} today={today} onSaved={handleSaved} />
          {holidaysQuery.data.suggestions.length ? (
            <div className="grid gap-2">
              <h3 className="h3">{t('holidays.public')}</h3>
              <ul className="flex flex-wrap gap-2">
                {holidaysQuery.data.suggestions.map((suggestion) => (
                  <li key={`${suggestion.date_from} ${suggestion.name}`} className="min-w-0">
                    <button
                      type="button"
                      disabled={saveHoliday.isPending}
                      onClick={() =>
                        saveHoliday.mutate(suggestion, { onSuccess: handleSaved, onError: showErrorToast })
                      }
                      className="flex min-h-11 items-center gap-2 rounded-full bg-quiet px-4 py-2 text-left text-sm leading-5 font-semibold [&_svg]:size-4 [&_svg]:shrink-0"
                    >
                      <IconPlus aria-hidden="true" />
                      <span className="min-w-0">
                        {formatDates(suggestion)}{' '}
                        <span className="font-normal text-muted">{suggestion.name}</span>
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
        </>
      ) : holidaysQuery.error ? null : (
        <Loading className="grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Sheet>
  );
}
