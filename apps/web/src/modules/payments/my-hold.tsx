import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { HoldNotice } from './hold-notice.tsx';
import type { Hold } from './payments.api.ts';
import type { Payment } from './use-payment.ts';

/** The pack is set aside: go on, or let go. */
export function MyHold({ hold, payment, form }: { hold: Hold; payment: Payment; form: string }) {
  const { t } = useTranslation('payment');
  const { phase, letGo } = payment;
  const choosing = phase === 'idle' || phase === 'releasing';
  const goOn = () => document.getElementById(form)?.querySelector<HTMLElement>('input, iframe')?.focus();
  return (
    <HoldNotice hold={hold}>
      {choosing ? (
        <>
          <Button small onClick={goOn}>
            {t('hold.goOn')}
          </Button>
          <Button small look="ghost" loading={phase === 'releasing'} onClick={() => void letGo(hold)}>
            {t('hold.letGo')}
          </Button>
        </>
      ) : null}
    </HoldNotice>
  );
}
