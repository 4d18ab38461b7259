import { ApiError } from '@wopack/contract/client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/form/text-field.tsx';
import { showErrorToast } from '../../../ui/overlay/toast.ts';
import { type UnchangedSlot, useSaveHoliday } from './seller-week.api.ts';

const emptyValues = { name: '', date_from: '', date_to: '' };
type HolidayValues = typeof emptyValues;
const fields = Object.keys(emptyValues) as (keyof HolidayValues)[];

interface Props {
  salePlaceId: number;
  today: string;
  onSaved: (unchangedSlots: UnchangedSlot[]) => void;
}

/** A range of dates on which the venue is closed, named by its seller or not. */
export function HolidayForm({ salePlaceId, today, onSaved }: Props) {
  const { t } = useTranslation('week');
  const saveHoliday = useSaveHoliday(salePlaceId);
  const [values, setValues] = useState(emptyValues);
  const [fieldErrors, setFieldErrors] = useState<Partial<HolidayValues>>({});
  const getFieldProps = (name: keyof HolidayValues) => ({
    label: t(`holidays.${name}`),
    value: values[name],
    error: fieldErrors[name],
    onChange: (event: { target: { value: string } }) => {
      setFieldErrors({});
      const { value } = event.target;
      // One day is the commonest: the last follows the first until it is chosen.
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
      onSaved(await saveHoliday.mutateAsync(values));
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
        <TextField maxLength={80} className="min-[400px]:col-span-2" {...getFieldProps('name')} />
      </div>
      <Button type="submit" variant="soft" loading={saveHoliday.isPending}>
        {t('holidays.save')}
      </Button>
    </form>
  );
}
