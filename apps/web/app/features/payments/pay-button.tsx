import { Button } from '@wopack/ui/button.tsx';
import { IconAlertTriangle, IconLock, IconRefresh } from '@wopack/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useIsWideScreen } from '../../lib/browser/use-media-query.ts';
import { useCountdown } from '../../lib/browser/use-now.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Price } from '../../ui/price.tsx';
import { Timer } from '../../ui/timer.tsx';
import { useSavedCardName } from './saved-cards/saved-card-name.tsx';
import type { Payment } from './use-payment.ts';

interface Props {
  /** Id of the card form. */
  formId: string;
  payment: Payment;
  /** Euros. */
  price: number;
}

/** Says that it costs money. While the outcome is unknown it only asks the server again and never pays twice. */
export function PayButton({ formId, payment, price }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const { phase, checkOutcome, retryAt, savedCard, method } = payment;
  const nameCard = useSavedCardName();
  const means = savedCard ? nameCard(savedCard) : method === 'card' ? null : t(`methods.${method}`);
  if (phase === 'unknown') {
    return (
      <Button fullWidth icon={<IconRefresh />} onClick={() => void checkOutcome()}>
        {t('checkAgain')}
      </Button>
    );
  }
  if (payment.isFree) {
    return (
      <Button fullWidth loading={phase !== 'idle'} icon={<IconLock />} onClick={() => void payment.payFree()}>
        {t('parts.payFree')}
      </Button>
    );
  }
  return (
    <>
      {retryAt && phase === 'idle' ? <RetryCountdown key={retryAt.getTime()} retryAt={retryAt} /> : null}
      <Button type="submit" form={formId} fullWidth loading={phase !== 'idle'} icon={<IconLock />}>
        {means === null
          ? t('pay', { amount: format.formatEuros(price) })
          : t('payWith', { amount: format.formatEuros(price), method: means })}
      </Button>
      {savedCard ? <p className="mt-2 text-center text-xs text-muted">{t('saved.bankMayAsk')}</p> : null}
    </>
  );
}

/** Beside the button, which stays enabled: it may be possible earlier. The message says until when; this counts. */
function RetryCountdown({ retryAt }: { retryAt: Date }) {
  const { t } = useTranslation('payment');
  const remainingMs = useCountdown(retryAt);
  if (remainingMs === 0) return null;
  return (
    <p className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm font-semibold">
      <span>{t('retryIn')}</span>
      <Timer
        remainingMs={remainingMs}
        what={t('retryIn')}
        over={t('retryNow')}
        label={t('retryIn')}
        className="tabular-nums"
      />
    </p>
  );
}

interface PayBarProps {
  priceCents: number;
  savedCents: number | null;
  /** In place of what is saved. */
  note?: ReactNode;
  children: ReactNode;
}

/** Phones: price and button in a sticky bar. */
export function PayBar({ priceCents, savedCents, note, children }: PayBarProps) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  return (
    <div
      data-pay-bar
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center gap-x-4 gap-y-2 bg-raised px-4 pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] shadow-[0_-1px_0_var(--color-line),0_-12px_32px_rgb(52_16_42/.08)]"
    >
      <p className="shrink-0">
        {note ? (
          <span className="mb-1 block max-w-28 text-xs font-semibold text-save">{note}</span>
        ) : savedCents ? (
          <span className="mb-1 block text-xs font-semibold text-save">
            {t('saving', { amount: format.formatMoney(savedCents) })}
          </span>
        ) : null}
        <Price cents={priceCents} />
      </p>
      <div className="min-w-0 flex-1 basis-32">{children}</div>
    </div>
  );
}

export function PaymentTitle() {
  const { t } = useTranslation('payment');
  const isWide = useIsWideScreen();
  if (isWide) return <h3 className="h3">{t('title')}</h3>;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <h2 className="h2">{t('title')}</h2>
      <p className="flex items-center gap-1 text-sm text-muted">
        <IconLock className="size-[18px]" />
        {t('secure')}
      </p>
    </div>
  );
}

/** Why the payment failed, or that its outcome is unknown. */
export function PaymentError({ payment }: { payment: Payment }) {
  const { t } = useTranslation('payment');
  const { phase, errorMessage } = payment;
  const alertRef = useRef<HTMLDivElement>(null);
  const isShown = errorMessage !== null || phase === 'unknown';
  useEffect(() => {
    // The button may be far from the form, in the sticky bar of a phone.
    if (isShown) alertRef.current?.scrollIntoView?.({ block: 'center', behavior: 'smooth' });
  }, [isShown]);
  return (
    <div ref={alertRef} role="alert" className="grid gap-3 empty:hidden">
      {errorMessage ? (
        <p className="flex items-start gap-2 rounded-md bg-danger-soft px-4 py-3 text-sm font-semibold text-danger">
          <IconAlertTriangle className="size-5 shrink-0" />
          {errorMessage}
        </p>
      ) : null}
      {phase === 'unknown' ? <p className="text-sm">{t('unknown')}</p> : null}
    </div>
  );
}
