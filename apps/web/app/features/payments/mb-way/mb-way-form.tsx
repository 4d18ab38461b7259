import { parseMbWayPhone } from '@wopack/domain';
import { TextField } from '@wopack/ui/form/text-field.tsx';
import { IconDeviceMobile } from '@wopack/ui/icons';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { scrollToForm } from '../card-form/card-form-state.tsx';
import type { Payment } from '../use-payment.ts';

interface Props {
  /** Buttons outside the form submit it by this id. */
  id: string;
  payment: Payment;
}

/** The number whose app is asked. It stays after a refusal, to be corrected. */
export function MbWayForm({ id, payment }: Props) {
  const { t } = useTranslation('payment');
  const { phoneError } = payment;
  const { register, handleSubmit, formState, setError, setFocus } = useForm({
    defaultValues: { phone: payment.phone },
    mode: 'onTouched',
  });
  useEffect(() => setFocus('phone'), [setFocus]);
  useEffect(() => {
    if (phoneError) setError('phone', { message: phoneError }, { shouldFocus: true });
  }, [phoneError, setError]);
  const submit = handleSubmit(
    ({ phone }) => void payment.payByMbWay(phone),
    (_errors, event) => scrollToForm(event?.target as HTMLElement),
  );
  // The field has the focus from the start: whoever leaves it empty has not tried to pay.
  const isOnlyLeft = formState.errors.phone?.type === 'missing' && formState.submitCount === 0;
  return (
    <form id={id} noValidate onSubmit={(event) => void submit(event)} onInput={payment.dismissError}>
      <TextField
        label={t('mbWay.phone')}
        hint={t('mbWay.phoneHint')}
        icon={<IconDeviceMobile />}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        placeholder="912 345 678"
        error={isOnlyLeft ? undefined : formState.errors.phone?.message}
        {...register('phone', {
          validate: {
            missing: (text) => text.trim() !== '' || t('mbWay.missingPhone'),
            invalid: (text) => parseMbWayPhone(text) !== null || t('mbWay.invalidPhone'),
          },
        })}
      />
    </form>
  );
}
