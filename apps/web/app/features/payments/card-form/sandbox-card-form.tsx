import type { Input, Reply } from '@wopack/contract/client';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconCreditCard } from '@wopack/ui/icons';
import { serverDate } from '@wopack/ui/server-clock.ts';
import { type FormEvent, useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import {
  type CardFormProps,
  type ConfirmPayment,
  type PaymentOutcome,
  scrollToForm,
} from './card-form-state.tsx';

type Card = NonNullable<Input<'confirmSandboxPayment'>['body']['card']>;

const payWithSandbox =
  (means: Omit<Input<'confirmSandboxPayment'>['body'], 'client_secret'>): ConfirmPayment =>
  async ({ client_secret }) => {
    const clientSecret = client_secret ?? '';
    return toOutcome(
      await call('confirmSandboxPayment', { body: { client_secret: clientSecret, ...means } }),
      clientSecret,
    );
  };

function toOutcome({ status, error }: Reply<'confirmSandboxPayment'>, clientSecret: string): PaymentOutcome {
  if (status === 'succeeded') return { status };
  if (status === 'failed') return { status, code: error?.code ?? 'unknown', message: error?.message ?? '' };
  return {
    status,
    answer: async (approve) =>
      toOutcome(
        await call('authenticateSandboxPayment', { body: { client_secret: clientSecret, approve } }),
        clientSecret,
      ),
  };
}

/** The card that every wallet of the sandbox has. */
const WALLET_CARD: Card = { number: '4242424242424242', exp_month: 12, exp_year: 2099, cvc: '123' };

export default function SandboxCardForm(props: CardFormProps) {
  const { id, wallet, savedCard, onPay } = props;
  const { t } = useTranslation('payment');
  if (!wallet && !savedCard) return <SandboxCardFields {...props} />;
  const pay = (event: FormEvent) => {
    event.preventDefault();
    onPay(payWithSandbox(savedCard ? { saved_card: savedCard } : { card: WALLET_CARD, wallet }));
  };
  return (
    <form id={id} noValidate onSubmit={pay}>
      {wallet ? <p className="text-sm text-muted">{t('methods.walletTest')}</p> : null}
    </form>
  );
}

/** The card form of the sandbox provider. Its input stays after a failed payment. */
function SandboxCardFields({ id, onPay, onEdit, isFocused }: CardFormProps) {
  const { t } = useTranslation('payment');
  const { register, handleSubmit, formState, setFocus } = useForm({
    defaultValues: { number: '', expiry: '', cvc: '' },
    mode: 'onTouched',
  });
  const { errors } = formState;
  useEffect(() => {
    if (isFocused) setFocus('number');
  }, [isFocused, setFocus]);
  const validateExpiry = (text: string) => {
    if (text === '') return t('missing.expiry');
    const expiry = parseExpiry(text);
    if (!expiry) return t('invalid.expiry');
    return isExpired(expiry, serverDate()) ? t('invalid.expired') : true;
  };
  const number = register('number', {
    validate: (text) => isValidCardNumber(text) || t(text === '' ? 'missing.number' : 'invalid.number'),
    onChange: ({ target }) => formatKeepingCaret(target, formatCardNumber),
  });
  const expiry = register('expiry', {
    validate: validateExpiry,
    // While deleting, removed separators are not put back.
    onChange: ({ target, nativeEvent }) => {
      if (!nativeEvent?.inputType?.startsWith('delete')) formatKeepingCaret(target, formatExpiry);
    },
  });
  const submit = handleSubmit(
    ({ number: cardNumber, expiry: expiryText, cvc }) => {
      const { month, year } = parseExpiry(expiryText)!;
      const card = { number: cardNumber.replace(/\D/g, ''), exp_month: month, exp_year: year, cvc };
      onPay(payWithSandbox({ card }));
    },
    // What is wrong gets the focus; the button may be far from it.
    (_errors, event) => scrollToForm(event?.target as HTMLElement),
  );
  return (
    <form
      id={id}
      noValidate
      autoComplete="on"
      onSubmit={(event) => void submit(event)}
      onInput={onEdit}
      className="grid gap-3.5"
    >
      <TextField
        label={t('number')}
        icon={<IconCreditCard />}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        maxLength={23}
        error={errors.number?.message}
        {...number}
      />
      <div className="grid grid-cols-2 gap-3.5">
        <TextField
          label={t('expiry')}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t('expiryHint')}
          maxLength={9}
          error={errors.expiry?.message}
          {...expiry}
        />
        <TextField
          label={t('cvc')}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="123"
          maxLength={4}
          error={errors.cvc?.message}
          {...register('cvc', { validate: (text) => isValidCvc(text) || t('invalid.cvc') })}
        />
      </div>
    </form>
  );
}

/** Shows `format(value)` in the field and keeps the caret behind the same digit. */
function formatKeepingCaret(field: HTMLInputElement, format: (text: string) => string): string {
  const digitsBeforeCaret = field.value
    .slice(0, field.selectionStart ?? field.value.length)
    .replace(/\D/g, '').length;
  const atEnd = field.selectionStart === field.value.length;
  const text = format(field.value);
  field.value = text;
  if (!atEnd) {
    let position = 0;
    for (let digitsPassed = 0; position < text.length && digitsPassed < digitsBeforeCaret; position += 1)
      if (/\d/.test(text[position] ?? '')) digitsPassed += 1;
    field.setSelectionRange(position, position);
  }
  return text;
}

const keepDigits = (text: string): string => text.replace(/\D/g, '');

/** '4242424242424242' → '4242 4242 4242 4242'. */
export const formatCardNumber = (text: string): string =>
  keepDigits(text)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, '$1 ');

/** '1227' → '12/27'; '5' → '05/', since no month starts with 5; autofill's '12/2027' → '12/27'. */
export function formatExpiry(text: string): string {
  let digits = keepDigits(text);
  if (/^[2-9]$/.test(digits)) digits = `0${digits}`;
  if (/^\d{2}20\d{2}$/.test(digits)) digits = digits.slice(0, 2) + digits.slice(4);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2, 4)}` : digits;
}

/** Length and check digit (ISO/IEC 7812-1). */
export function isValidCardNumber(text: string): boolean {
  const digits = keepDigits(text);
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [position, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (position % 2 === 1 ? 2 : 1);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Month and year of 'MM/YY', or of what `formatExpiry` makes such; null when it is none. */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d{2})$/.exec(formatExpiry(text)) ?? [];
  return month && year ? { month: Number(month), year: 2000 + Number(year) } : null;
}

/** A card is valid until the end of its month. */
export function isExpired({ month, year }: { month: number; year: number }, now: Date): boolean {
  return now >= new Date(year, month, 1);
}

export const isValidCvc = (text: string): boolean => /^\d{3,4}$/.test(text);
