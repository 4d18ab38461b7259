import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import type { Hold } from '../payments.api.ts';
import type { Payment } from '../use-payment.ts';
import { HoldNotice } from './hold-notice.tsx';

/** The pack is set aside: go on, or let go. */
export function CurrentHold({ hold, payment, formId }: { hold: Hold; payment: Payment; formId: string }) {
  const { t } = useTranslation('payment');
  const { phase, releaseHold } = payment;
  const canAct = phase === 'idle' || phase === 'releasing';
  const focusCardForm = () =>
    document.getElementById(formId)?.querySelector<HTMLElement>('input, iframe')?.focus();
  return (
    <HoldNotice hold={hold}>
      {canAct ? (
        <>
          <Button size="small" onClick={focusCardForm}>
            {t('hold.goOn')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            loading={phase === 'releasing'}
            onClick={() => void releaseHold(hold)}
          >
            {t('hold.letGo')}
          </Button>
        </>
      ) : null}
    </HoldNotice>
  );
}
