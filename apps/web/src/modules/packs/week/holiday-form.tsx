import { ApiError } from '@wopack/contract/client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { notifyProblem } from '../../../ui/toast.ts';
import { type Kept, useSaveHoliday } from './week.api.ts';

const empty = { name: '', date_from: '', date_to: '' };
type Values = typeof empty;
const fields = Object.keys(empty) as (keyof Values)[];

interface Props {
  placeId: number;
  today: string;
  onSaved: (kept: Kept[]) => void;
}

/** A range of dates on which the venue is closed, named by its seller or not. */
export function HolidayForm({ placeId, today, onSaved }: Props) {
  const { t } = useTranslation('week');
  const save = useSaveHoliday(placeId);
  const [values, setValues] = useState(empty);
  const [refused, setRefused] = useState<Partial<Values>>({});
  const field = (name: keyof Values) => ({
    label: t(`holidays.${name}`),
    value: values[name],
    error: refused[name],
    onChange: (event: { target: { value: string } }) => {
      setRefused({});
      const { value } = event.target;
      // One day is the commonest: the last follows the first until it is chosen.
      const follows = name === 'date_from' && (!values.date_to || values.date_to === values.date_from);
      setValues({ ...values, [name]: value, ...(follows && { date_to: value }) });
    },
  });
  async function submit(event: FormEvent) {
    event.preventDefault();
    const missing = fields.filter((name) => name !== 'name' && !values[name]);
    if (missing.length) {
      setRefused(Object.fromEntries(missing.map((name) => [name, t('holidays.needed')])));
      return;
    }
    try {
      onSaved(await save.mutateAsync(values));
      setValues(empty);
    } catch (error) {
      const said = error instanceof ApiError ? error.errors : {};
      setRefused(Object.fromEntries(fields.map((name) => [name, said[name]?.[0]])));
      if (!fields.some((name) => said[name])) notifyProblem(error);
    }
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <h3 className="h3">{t('holidays.add')}</h3>
      <div className="grid grid-cols-1 items-start gap-3 min-[400px]:grid-cols-2">
        <Field type="date" required min={today} {...field('date_from')} />
        <Field type="date" required min={values.date_from || today} {...field('date_to')} />
        <Field maxLength={80} className="min-[400px]:col-span-2" {...field('name')} />
      </div>
      <Button type="submit" look="soft" loading={save.isPending}>
        {t('holidays.save')}
      </Button>
    </form>
  );
}
