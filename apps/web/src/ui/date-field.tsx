import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isDay } from '../lib/address-filters.ts';
import { Field } from './field.tsx';

interface Props extends Omit<ComponentProps<typeof Field>, 'type' | 'value' | 'onChange' | 'onBlur'> {
  /** '2026-11-20', or empty. */
  value: string;
  /** Called with whole dates; with an empty text when the field is emptied and not `required`. */
  onDay: (day: string) => void;
}

/** A date to filter by. What is unfinished stays as it is typed, and is said to be when the person leaves the field. */
export function DateField({ value, onDay, error, ...field }: Props) {
  const { t } = useTranslation('errors');
  const [draft, setDraft] = useState<{ text: string; value: string; left: boolean } | null>(null);
  // Another date was set from outside meanwhile.
  const open = draft?.value === value ? draft : null;
  return (
    <Field
      {...field}
      type="date"
      value={open ? open.text : value}
      error={open?.left ? t('wholeDate') : error}
      onChange={({ target }) => {
        const text = target.value;
        // A field with a part of a date in it has an empty value, too.
        const done = isDay(text) || (text === '' && !field.required && !target.validity.badInput);
        setDraft(done ? null : { text, value, left: false });
        if (done && text !== value) onDay(text);
      }}
      onBlur={() => {
        if (open) setDraft({ ...open, left: true });
      }}
    />
  );
}
