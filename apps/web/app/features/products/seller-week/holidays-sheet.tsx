import { useQuery } from '@tanstack/react-query';
import { ApiError, isApiError } from '@wopack/contract/client';
import { toLocative } from '@wopack/domain';
import { Button, IconButton } from '@wopack/ui/button.tsx';
import { InlineError } from '@wopack/ui/feedback/inline-error.tsx';
import { Loading, Skeleton } from '@wopack/ui/feedback/skeleton.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconInfoCircle, IconX } from '@wopack/ui/icons';
import { Sheet } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useFormat } from '../../../lib/format/use-format.ts';
import { paths } from '../../../lib/paths.ts';
import {
  formatDateRange,
  formatLongDay,
  type Holidays,
  holidaysQuery,
  type UnchangedSlot,
  useDeleteHoliday,
  useSaveHolidays,
} from './seller-week.api.ts';

const emptyValues = { name: '', date_from: '', date_to: '' };
type HolidayValues = typeof emptyValues;
const fields = Object.keys(emptyValues) as (keyof HolidayValues)[];

interface HolidayFormProps {
  salePlaceId: number;
  today: string;
  onSaved: (unchangedSlots: UnchangedSlot[]) => void;
}

/** A range of dates on which the sale place is closed, with an optional name. */
export function HolidayForm({ salePlaceId, today, onSaved }: HolidayFormProps) {
  const { t } = useTranslation('week');
  const saveHolidays = useSaveHolidays(salePlaceId);
  const [values, setValues] = useState(emptyValues);
  const [fieldErrors, setFieldErrors] = useState<Partial<HolidayValues>>({});
  const getFieldProps = (name: keyof HolidayValues) => ({
    label: t(`holidays.${name}`),
    value: values[name],
    error: fieldErrors[name],
    onChange: (event: { target: { value: string } }) => {
      setFieldErrors({});
      const { value } = event.target;
      // A single day is the most common: the end follows the start until it is set.
      const copyToEnd = name === 'date_from' && (!values.date_to || values.date_to === values.date_from);
      setValues({ ...values, [name]: value, ...(copyToEnd && { date_to: value }) });
    },
  });
  async function submit(event: FormEvent) {
    event.preventDefault();
    const missingFields = fields.filter((name) => name !== 'name' && !values[name]);
    if (missingFields.length) {
      setFieldErrors(Object.fromEntries(missingFields.map((name) => [name, t('holidays.needed')])));
      return;
    }
    try {
      onSaved(await saveHolidays.mutateAsync([values]));
      setValues(emptyValues);
    } catch (error) {
      const serverErrors = error instanceof ApiError ? error.errors : {};
      setFieldErrors(Object.fromEntries(fields.map((name) => [name, serverErrors[name]?.[0]])));
      if (!fields.some((name) => serverErrors[name])) showErrorToast(error);
    }
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <h3 className="h3">{t('holidays.add')}</h3>
      <div className="grid grid-cols-1 items-start gap-3 min-[400px]:grid-cols-2">
        <TextField type="date" required min={today} {...getFieldProps('date_from')} />
        <TextField type="date" required min={values.date_from || today} {...getFieldProps('date_to')} />
        <TextField className="min-[400px]:col-span-2" {...getFieldProps('name')} />
      </div>
      <Button type="submit" variant="soft" loading={saveHolidays.isPending}>
        {t('holidays.save')}
      </Button>
    </form>
  );
}

interface Props {
  salePlace: { id: number; name: string };
  today: string;
  onClose: () => void;
}

/** Closed days of a sale place: its own, and public holidays to add. */
export function HolidaysSheet({ salePlace, today, onClose }: Props) {
  const { t, i18n } = useTranslation('week');
  const holidays = useQuery(holidaysQuery(salePlace.id, i18n.language));
  const deleteHoliday = useDeleteHoliday();
  const [unchangedSlots, setUnchangedSlots] = useState<UnchangedSlot[]>([]);
  const formatDates = ({ date_from, date_to }: { date_from: string; date_to: string }) =>
    formatDateRange(date_from, date_to, i18n.language);
  const handleSaved = (slots: UnchangedSlot[]) => {
    setUnchangedSlots(slots);
    showToast(t('holidays.saved'));
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('holidays.title')}
      description={t('holidays.lead', { name: toLocative(salePlace.name, i18n.language) })}
    >
      <UnchangedSlotsNote unchangedSlots={unchangedSlots} />
      <InlineError query={holidays} />
      {holidays.data ? (
        <>
          {holidays.data.data.length ? (
            <ul className="divide-y divide-line">
              {holidays.data.data.map((holiday) => (
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
                        // Deleted already counts as success.
                        onError: (error) =>
                          isApiError(error, 'notFound') ? void holidays.refetch() : showErrorToast(error),
                      })
                    }
                  >
                    <IconX />
                  </IconButton>
                </li>
              ))}
            </ul>
          ) : (
            <p className="text-muted">{t('holidays.none')}</p>
          )}
          <PublicHolidays
            key={holidays.data.suggestions.length}
            salePlaceId={salePlace.id}
            suggestions={holidays.data.suggestions}
            onSaved={handleSaved}
          />
          <HolidayForm salePlaceId={salePlace.id} today={today} onSaved={handleSaved} />
        </>
      ) : holidays.error ? null : (
        <Loading className="grid gap-3">
          <Skeleton className="h-14" />
          <Skeleton className="h-24" />
        </Loading>
      )}
    </Sheet>
  );
}

interface PublicHolidaysProps {
  salePlaceId: number;
  suggestions: Holidays['suggestions'];
  onSaved: (unchangedSlots: UnchangedSlot[]) => void;
}

/** Days of country, region and municipality; those that are chosen are closed together. */
function PublicHolidays({ salePlaceId, suggestions, onSaved }: PublicHolidaysProps) {
  const { t, i18n } = useTranslation('week');
  const saveHolidays = useSaveHolidays(salePlaceId);
  const [chosenDays, setChosenDays] = useState<ReadonlySet<string>>(new Set());
  const toggle = (day: string, isChosen: boolean) =>
    setChosenDays((current) => new Set(isChosen ? [...current, day] : [...current].filter((d) => d !== day)));
  if (suggestions.length === 0) return null;
  const getKey = ({ date_from: day, name }: { date_from: string; name: string }) => `${day} ${name}`;
  const isAll = chosenDays.size === suggestions.length;
  const chosen = suggestions.filter((suggestion) => chosenDays.has(getKey(suggestion)));
  return (
    <fieldset className="grid gap-1">
      <legend className="h3 mb-1">{t('holidays.public')}</legend>
      <Checkbox
        checked={isAll}
        onChange={({ target }) => setChosenDays(new Set(target.checked ? suggestions.map(getKey) : []))}
        className="border-b border-line font-semibold"
      >
        {t('holidays.all')}
      </Checkbox>
      <ul className="divide-y divide-line">
        {suggestions.map((suggestion) => {
          const key = getKey(suggestion);
          return (
            <li key={key}>
              <Checkbox checked={chosenDays.has(key)} onChange={({ target }) => toggle(key, target.checked)}>
                <b className="break-words">
                  {formatDateRange(suggestion.date_from, suggestion.date_to, i18n.language)}
                </b>{' '}
                <span className="text-sm text-muted">{suggestion.name}</span>
              </Checkbox>
            </li>
          );
        })}
      </ul>
      {chosen.length ? (
        <Button
          loading={saveHolidays.isPending}
          className="sticky bottom-0 mt-2"
          onClick={() => saveHolidays.mutate(chosen, { onSuccess: onSaved, onError: showErrorToast })}
        >
          {t('holidays.closeChosen', { count: chosen.length })}
        </Button>
      ) : null}
    </fieldset>
  );
}

/** How many orders keep their window after a change, with a link to them. */
export function UnchangedSlotsNote({ unchangedSlots }: { unchangedSlots: readonly UnchangedSlot[] }) {
  const { t, i18n } = useTranslation('week');
  const { formatTime } = useFormat();
  if (unchangedSlots.length === 0) return null;
  const formatHours = ({
    pickup_start,
    pickup_end,
    time_zone,
  }: Pick<UnchangedSlot, 'pickup_start' | 'pickup_end' | 'time_zone'>) =>
    `${formatTime(pickup_start, time_zone)}–${formatTime(pickup_end, time_zone)}`;
  const dates = [...new Set(unchangedSlots.map(({ date }) => date))];
  return (
    <div role="status" className="grid gap-2 rounded-md bg-brand-soft p-4">
      <p className="flex gap-2 font-bold">
        <IconInfoCircle className="size-5 shrink-0" />
        {t('kept.title')}
      </p>
      <ul className="grid gap-2 text-sm">
        {unchangedSlots.map(({ product_id, product_name, date, orders, held, ...pickupWindow }) => (
          <li key={`${product_id} ${date}`}>
            <b>{product_name}</b> · {formatLongDay(date, i18n.language)} · {formatHours(pickupWindow)}
            <br />
            {orders.length ? `${t('kept.orders', { count: orders.length, list: orders.join(', ') })} ` : null}
            {held ? t('kept.held', { count: held }) : null}
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">{t('kept.cancel')}</p>
      {dates.map((date) => (
        <Link
          key={date}
          to={`${paths.sellerOrders}?date=${date}`}
          className="link min-h-11 content-center justify-self-start text-sm"
        >
          {t('kept.toOrders')}
          {dates.length > 1 ? ` · ${formatLongDay(date, i18n.language)}` : null}
        </Link>
      ))}
    </div>
  );
}
