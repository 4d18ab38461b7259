import { MB_WAY_CONFIRM_MS, maskMbWayPhone } from '@wopack/domain';
import { Button, iconButtonVariants } from '@wopack/ui/button.tsx';
import { IconChevronLeft } from '@wopack/ui/icons';
import { PageTitle } from '@wopack/ui/page-title.tsx';
import { useEffect, useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { useLayoutOptions } from '../../../lib/layout-options.tsx';
import { Timer } from '../../../ui/timer.tsx';
import { PaymentError } from '../pay-button.tsx';
import type { Hold } from '../payments.api.ts';
import type { Payment } from '../use-payment.ts';

interface Props {
  payment: Payment;
  hold: Hold;
  request: NonNullable<Hold['mb_way']>;
}

/** Until the buyer has answered in the app: what to do there, and how long it is possible. Changes by itself. */
export function MbWayWaiting({ payment, hold, request }: Props) {
  const { t } = useTranslation('payment');
  const format = useFormat();
  useLayoutOptions({ hideTabBar: true });
  const pageRef = useRef<HTMLElement>(null);
  const headingRef = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    headingRef.current?.focus({ preventScroll: true });
    // The button that led here is far down on a phone.
    pageRef.current?.scrollIntoView?.({ block: 'start', behavior: 'instant' });
  }, []);
  const remainingMs = useCountdown(request.confirm_until);
  const isBusy = payment.phase !== 'idle';
  const phone = maskMbWayPhone(request.phone_ending);
  const leave = (what: 'number' | 'method') => void payment.leaveMbWay(what);
  return (
    <article
      ref={pageRef}
      className="gutter mx-auto flex min-h-dvh w-full max-w-[430px] flex-col gap-4 pt-[calc(12px+env(safe-area-inset-top))] pb-[calc(24px+env(safe-area-inset-bottom))] sm:min-h-0 sm:py-7"
    >
      <PageTitle>{t('mbWay.title')}</PageTitle>
      <div className="flex items-center gap-3">
        <button
          type="button"
          aria-label={t('mbWay.otherWay')}
          className={iconButtonVariants()}
          onClick={() => leave('method')}
        >
          <IconChevronLeft />
        </button>
        <p className="h3">{t('mbWay.title')}</p>
      </div>
      <div className="relative mx-auto grid size-[218px] place-items-center">
        <Ring share={Math.min(1, remainingMs / MB_WAY_CONFIRM_MS)} />
        <div className="grid justify-items-center gap-1 text-center">
          <span className="text-sm text-muted">
            {t('mbWay.confirmUntil', { time: format.formatTime(request.confirm_until) })}
          </span>
          <Timer
            remainingMs={remainingMs}
            what={t('mbWay.left')}
            over={t('mbWay.over')}
            label={t('mbWay.left')}
            className="font-display text-[2.5rem] leading-none font-extrabold tabular-nums"
          />
          <span className="text-sm text-muted">{t('mbWay.ofMinutes')}</span>
        </div>
      </div>
      <div className="grid gap-1.5 text-center">
        <h1 ref={headingRef} tabIndex={-1} className="d2 outline-none">
          {t('mbWay.open')}
        </h1>
        <p className="text-muted">
          <Trans
            t={t}
            i18nKey="mbWay.asked"
            values={{ amount: format.formatMoney(hold.amount_cents), phone }}
            components={{ b: <b className="text-text" />, number: <span className="whitespace-nowrap" /> }}
          />
        </p>
      </div>
      <ol className="grid gap-4">
        {(['step1', 'step2'] as const).map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-7 shrink-0 place-items-center rounded-full bg-brand-soft font-display text-sm font-bold"
            >
              {index + 1}
            </span>
            <span className="pt-0.5">{t(`mbWay.${step}`)}</span>
          </li>
        ))}
      </ol>
      <p className="rounded-md bg-brand-soft px-4 py-3 text-sm">
        {remainingMs > 0
          ? t('mbWay.note', { time: format.formatTime(hold.expires_at) })
          : t('mbWay.undecided')}
      </p>
      <PaymentError payment={payment} />
      <p role="status" className="text-center text-sm text-muted empty:hidden">
        {payment.phase === 'checking' ? t('checking') : null}
      </p>
      <div className="mt-auto grid gap-2.5 pt-4">
        {payment.phase === 'unknown' ? (
          <Button fullWidth onClick={() => void payment.checkOutcome()}>
            {t('checkAgain')}
          </Button>
        ) : (
          <>
            <Button variant="ghost" fullWidth loading={isBusy} onClick={() => leave('number')}>
              {t('mbWay.correct')}
            </Button>
            <Button variant="soft" fullWidth loading={isBusy} onClick={() => leave('method')}>
              {t('mbWay.otherWay')}
            </Button>
          </>
        )}
      </div>
    </article>
  );
}

const RADIUS = 102;
const LENGTH = 2 * Math.PI * RADIUS;

/** What is left of the four minutes, as an arc. */
const Ring = ({ share }: { share: number }) => (
  <svg aria-hidden="true" viewBox="0 0 220 220" className="absolute inset-0 -rotate-90">
    <circle cx="110" cy="110" r={RADIUS} fill="none" strokeWidth="16" className="stroke-line" />
    <circle
      cx="110"
      cy="110"
      r={RADIUS}
      fill="none"
      strokeWidth="16"
      strokeLinecap="round"
      strokeDasharray={LENGTH}
      strokeDashoffset={LENGTH * (1 - share)}
      className="stroke-brand ease-linear motion-safe:transition-[stroke-dashoffset] motion-safe:duration-1000"
    />
  </svg>
);
