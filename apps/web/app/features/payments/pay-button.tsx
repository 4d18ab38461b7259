import { IconLock, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format/use-format.ts';
import { Button } from '../../ui/button.tsx';
import type { Payment } from './use-payment.ts';

interface Props {
  /** Id of the card form. */
  formId: string;
  payment: Payment;
  /** Euros. */
  price: number;
  className?: string;
}

/** Says that it costs money. While nobody knows how a payment ended it only asks again, and never pays twice. */
export function PayButton({ formId, payment, price, className }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const { phase, checkOutcome } = payment;
  if (phase === 'unknown') {
    return (
      <Button
        fullWidth
        icon={<IconRefresh aria-hidden="true" />}
        onClick={() => void checkOutcome()}
        className={className}
      >
        {t('checkAgain')}
      </Button>
    );
  }
  return (
    <Button
      type="submit"
      form={formId}
      fullWidth
      loading={phase !== 'idle'}
      icon={<IconLock aria-hidden="true" />}
      className={className}
    >
      {t('pay', { amount: format.formatEuros(price) })}
    </Button>
  );
}
