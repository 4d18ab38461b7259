import { useQuery } from '@tanstack/react-query';
import { isolateWords } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { Checkbox } from '@wopack/ui/form/checkbox.tsx';
import { IconHourglassHigh } from '@wopack/ui/icons';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import type { FallbackProps } from 'react-error-boundary';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../lib/browser/use-now.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { Timer } from '../../ui/timer.tsx';
import { CardFormError, type CardFormProps, LoadingCardForm } from './card-form/card-form-state.tsx';
import { MbWayForm } from './mb-way/mb-way-form.tsx';
import { MethodChoice } from './method-choice.tsx';
import { PartsChoice } from './parts/payment-parts.tsx';
import { PaymentError } from './pay-button.tsx';
import { BankConfirmationDialog, GiveUpOfferDialog } from './payment-dialogs.tsx';
import { getHoldTitle, type Hold, type PaymentProvider, providerQuery } from './payments.api.ts';
import type { Payment } from './use-payment.ts';

/** The code of the provider in use. */
const cardForms: Record<PaymentProvider, ComponentType<CardFormProps>> = {
  sandbox: lazyWithErrorBoundary(() => import('./card-form/sandbox-card-form.tsx'), CardFormCodeError),
  stripe: lazyWithErrorBoundary(() => import('./card-form/stripe-card-form.tsx'), CardFormCodeError),
};

function CardFormCodeError({ id, resetErrorBoundary }: CardFormProps & FallbackProps) {
  const { t } = useTranslation('errors');
  return (
    <CardFormError id={id} onRetry={resetErrorBoundary}>
      {t('failedTitle')}
    </CardFormError>
  );
}

function ProviderCardForm(props: Omit<CardFormProps, 'publishableKey' | 'methods' | 'onAwait'>) {
  const [isAwaited, setAwaited] = useState(false);
  const { data, error, refetch } = useQuery(providerQuery);
  if (error && !data) {
    return (
      <CardFormError id={props.id} onRetry={() => void refetch()}>
        {getErrorMessage(error)}
      </CardFormError>
    );
  }
  const onAwait = () => setAwaited(true);
  const loadingForm = <LoadingCardForm id={props.id} onAwait={onAwait} />;
  if (!data) return loadingForm;
  const CardForm = cardForms[data.provider];
  return (
    <Suspense fallback={loadingForm}>
      <CardForm
        {...props}
        isFocused={props.isFocused || isAwaited}
        onAwait={onAwait}
        publishableKey={data.publishable_key}
        methods={data.methods}
      />
    </Suspense>
  );
}

interface Props {
  /** Id of the card form, submitted by pay buttons outside it. */
  formId: string;
  payment: Payment;
  priceCents: number;
  /** The page shows the hold itself. */
  hideHold?: boolean;
  /** The server compares the card before it charges it: it may be that of another winner of the draw. */
  capturesLater?: boolean;
  /** The user came to pay: the first field gets the focus. */
  isFocused?: boolean;
  /** Between the card form and the button: amount and conditions. */
  children: ReactNode;
}

/** The choice of a way to pay, its form, and all states of a payment. */
export function PaymentPanel({
  formId,
  payment,
  priceCents,
  hideHold = false,
  capturesLater = false,
  isFocused = false,
  children,
}: Props) {
  const { t } = useTranslation('payment');
  const { hold, otherHolds, phase, bankConfirmation } = payment;
  return (
    <div className="grid gap-4">
      {hold && !hideHold ? <CurrentHold hold={hold} payment={payment} /> : null}
      <PartsChoice payment={payment} />
      {payment.isFree ? null : (
        <>
          <MethodChoice payment={payment} />
          {payment.method === 'mb_way' ? (
            <MbWayForm id={formId} payment={payment} />
          ) : (
            <ProviderCardForm
              id={formId}
              amountCents={priceCents}
              capturesLater={capturesLater}
              wallet={payment.method === 'card' ? undefined : payment.method}
              savedCard={payment.savedCard?.id}
              keepsCard={payment.keepsCard}
              isFocused={isFocused}
              onPay={(confirm) => void payment.pay(confirm)}
              onEdit={payment.dismissError}
            />
          )}
          {payment.savesCards && payment.choice === 'card' ? (
            <Checkbox
              checked={payment.keepsCard}
              disabled={phase !== 'idle'}
              onChange={({ target }) => payment.setKeepsCard(target.checked)}
            >
              <span className="block">{t('saved.keep')}</span>
              <span className="block text-sm text-muted">{t('saved.keepHint')}</span>
            </Checkbox>
          ) : null}
        </>
      )}
      <PaymentError payment={payment} />
      {children}
      {phase === 'checking' ? (
        <p role="status" className="text-sm text-muted">
          {t('checking')}
        </p>
      ) : null}
      <OtherHolds holds={otherHolds} onRelease={(other) => void payment.releaseHold(other)} />
      {bankConfirmation ? (
        <BankConfirmationDialog amountCents={priceCents} onAnswer={bankConfirmation.answer} />
      ) : null}
    </div>
  );
}

/** The user's other holds, which block a further one, to be released; the bar above the page leads back to them. */
function OtherHolds({ holds, onRelease }: { holds: Hold[]; onRelease: (hold: Hold) => void }) {
  const { t } = useTranslation('payment');
  const [holdToGiveUp, setHoldToGiveUp] = useState<Hold | null>(null);
  return (
    <>
      {holds.map((hold) => (
        <HoldNotice key={hold.token} hold={hold} showProductName>
          <Button
            size="small"
            variant="ghost"
            onClick={() => (hold.is_offer ? setHoldToGiveUp(hold) : onRelease(hold))}
          >
            {t('hold.letGo')}
          </Button>
        </HoldNotice>
      ))}
      <GiveUpOfferDialog
        hold={holdToGiveUp}
        onClose={() => setHoldToGiveUp(null)}
        onConfirm={(hold) => {
          setHoldToGiveUp(null);
          onRelease(hold);
        }}
      />
    </>
  );
}

/** The current hold, to be released: the pay button below continues it. */
function CurrentHold({ hold, payment }: { hold: Hold; payment: Payment }) {
  const { t } = useTranslation('payment');
  const { phase, releaseHold } = payment;
  const canAct = phase === 'idle' || phase === 'releasing';
  return (
    <HoldNotice hold={hold}>
      {canAct ? (
        <Button
          size="small"
          variant="ghost"
          loading={phase === 'releasing'}
          onClick={() => void releaseHold(hold)}
        >
          {t('hold.letGo')}
        </Button>
      ) : null}
    </HoldNotice>
  );
}

interface HoldNoticeProps {
  hold: { expires_at: string; product_name?: string; quantity?: number };
  /** Set where the notice is not beside the product. */
  showProductName?: boolean;
  /** Actions. */
  children?: ReactNode;
}

/** 'Yours until 17:42' with the time left. The time is announced once, the countdown never. */
export function HoldNotice({ hold, showProductName, children }: HoldNoticeProps) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  const remainingMs = useCountdown(hold.expires_at);
  const until = format.formatTime(hold.expires_at);
  const title =
    hold.product_name === undefined ? null : getHoldTitle({ ...hold, product_name: hold.product_name });
  const prefix = title === null ? '' : `${isolateWords(title)}. `;
  return (
    <div className="grid gap-3 rounded-md bg-info-soft px-4 py-3.5">
      <div className="flex items-center gap-3">
        <IconHourglassHigh className="size-[22px] shrink-0 text-info" />
        <p className="min-w-0 flex-1 font-semibold">
          {showProductName && title !== null
            ? t('hold.named', { name: title, until })
            : t('hold.until', { until })}
        </p>
        <Timer
          remainingMs={remainingMs}
          what={prefix + t('hold.left')}
          over={prefix + t('hold.ended')}
          label={t('hold.left')}
          className="font-bold tabular-nums"
        />
      </div>
      {children ? <div className="flex flex-wrap gap-2.5">{children}</div> : null}
    </div>
  );
}
