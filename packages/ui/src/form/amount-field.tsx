import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTypedCents, parseTypedCents } from '../format.ts';
import { TextField } from './text-field.tsx';

interface Props extends Omit<ComponentProps<typeof TextField>, 'value' | 'onChange' | 'inputMode' | 'type'> {
  /** Null: empty. */
  cents: number | null;
  /** What is typed and no amount is 0, which the form or the server refuses beside the field. */
  onChange: (cents: number | null) => void;
}

/** An amount that is typed in euros, as the language writes it, and held in cents. */
export function AmountField({ cents, onChange, ...field }: Props) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState('');
  const written = cents === null ? '' : formatTypedCents(cents, i18n.language);
  return (
    <TextField
      autoComplete="off"
      {...field}
      inputMode="decimal"
      // What is typed stays as it is until the amount is changed by something else.
      value={readCents(typed) === cents ? typed : written}
      onChange={({ target }) => {
        setTyped(target.value);
        onChange(readCents(target.value));
      }}
    />
  );
}

const readCents = (text: string): number | null => (text.trim() ? (parseTypedCents(text) ?? 0) : null);
