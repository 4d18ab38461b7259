import { HOLD_MINUTES, isolateWords, MINUTE_MS, WINNER_HOLD_MINUTES } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { ConfirmDialog } from '@wopack/ui/overlay/sheet.tsx';
import { showErrorToast, showToast } from '@wopack/ui/overlay/toast.ts';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type Allocation, useLeaveWaitlist } from '../../features/allocation/allocation.api.ts';
import { CloseOfferLink } from '../../features/offers/detail/offer-detail-layout.tsx';
import { AllergenNote, PurchaseNotes, SellerLegalInfo } from '../../features/offers/detail/offer-facts.tsx';
import type { OfferDetail } from '../../features/offers/offers.api.ts';
import { PayButton } from '../../features/payments/pay-button.tsx';
import { PaymentPanel } from '../../features/payments/payment-panel.tsx';
import type { Payment } from '../../features/payments/use-payment.ts';
import { useCountdown } from '../../lib/browser/use-now.ts';
import { useFormat, useFormattedPickup } from '../../lib/format/use-format.ts';
import { useIsOffline } from '../../lib/offline/connection.ts';
import { PAID_SLOT_PARAM } from '../../lib/paths.ts';
import { AcceptTerms } from '../../ui/form/accept-terms.tsx';
import { MascotScene } from '../../ui/images/mascot-scene.tsx';
import { Photo } from '../../ui/images/photo.tsx';
import { Zigzag } from '../../ui/images/zigzag.tsx';
import { Timer } from '../../ui/timer.tsx';
import { Unbroken } from '../../ui/unbroken.tsx';
import { CheckoutSum } from './checkout-sum.tsx';

interface Props {
  offer: OfferDetail;
  allocation: Allocation;
  payment: Payment;
  formId: string;
  /** Optional fields, before the sum. */
  children: ReactNode;
}

/** Paying for a unit that is on hold for the user after a draw, or from the waitlist. */
export function OfferedCheckout({ offer, allocation, payment, formId, children }: Props) {
  const [searchParams] = useSearchParams();
  const timeZone = offer.sale_place.time_zone;
  return (
    <article className="mx-auto max-w-[1080px] sm:gutter sm:py-7">
      <div className="on-brand relative overflow-hidden sm:rounded-t-xl">
        <OfferedHero />
        <div className="absolute top-[calc(16px+env(safe-area-inset-top))] right-4">
          <CloseOfferLink />
        </div>
      </div>
      <div className="grid items-start gap-x-10 gap-y-4 pt-3 pb-[calc(32px+env(safe-area-inset-bottom))] max-sm:gutter lg:grid-cols-2">
        <div className="grid gap-4">
          <OfferedTitle allocation={allocation} timeZone={timeZone} />
          <OfferedSummary offer={offer} allocation={allocation} timeZone={timeZone} />
          <AllergenNote offer={offer} />
        </div>
        <div className="grid gap-4">
          <PaymentPanel
            formId={formId}
            payment={payment}
            priceCents={payment.cardCents ?? toCents(offer.price)}
            hideHold
            capturesLater={allocation.mine?.rank != null}
            isFocused={searchParams.has(PAID_SLOT_PARAM)}
          >
            {children}
            <PurchaseNotes offer={offer} hidesSeller />
            <CheckoutSum offer={offer} payment={payment} />
            <p className="text-xs text-muted">
              <AcceptTerms i18nKey="offer:conditions" />
            </p>
          </PaymentPanel>
          <div className="grid gap-3">
            <PayButton
              formId={formId}
              payment={payment}
              price={payment.cardCents === null ? offer.price : payment.cardCents / 100}
            />
            {payment.phase === 'idle' ? <PassOnButton slotId={offer.slot_id} /> : null}
          </div>
          <OneCardNote allocation={allocation} />
          <SellerLegalInfo seller={offer.seller} />
        </div>
      </div>
    </article>
  );
}

interface OfferedUnitProps {
  allocation: Allocation;
  timeZone: string;
}

const OfferedHero = () => (
  <Zigzag edge="bottom" toothWidth={39} className="h-[252px] overflow-hidden bg-brand">
    <MascotScene scene="door" className="mx-auto mt-10 w-[228px]" />
  </Zigzag>
);

/** Whose turn it is, until when, and why. */
function OfferedTitle({ allocation: { mine, draw }, timeZone }: OfferedUnitProps) {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const until = mine?.offer_expires_at;
  // The outcome of a payment may still be unknown when its time is over.
  if (!mine || !until) return <h1 className="sr-only">{t('lapsed.title')}</h1>;
  return (
    <div className="grid gap-2.5">
      <h1 className="d1">{t('offered.title', { time: format.formatTime(until, timeZone) })}</h1>
      <p className="text-[1.0625rem] text-pretty text-muted">
        {isWinner({ mine, draw })
          ? t('offered.draw', { place: format.formatOrdinal(mine.rank ?? 1), count: draw?.entries ?? 1 })
          : t('offered.line')}
      </p>
    </div>
  );
}

/** Drawn among the first, who have longer to pay than those who follow in line. */
const isWinner = ({ mine, draw }: Pick<Allocation, 'mine' | 'draw'>): boolean =>
  Boolean(mine && draw && mine.rank !== null && mine.rank <= draw.units);

interface SummaryProps extends OfferedUnitProps {
  offer: OfferDetail;
}

/** The unit with the time left, as bar and figures. */
function OfferedSummary({ offer, allocation, timeZone }: SummaryProps) {
  const { t } = useTranslation('allocation');
  const format = useFormat();
  const pickup = useFormattedPickup(offer, timeZone);
  const isOffline = useIsOffline();
  const until = allocation.mine?.offer_expires_at ?? null;
  const remainingMs = useCountdown(until);
  const totalMs = (isWinner(allocation) ? WINNER_HOLD_MINUTES : HOLD_MINUTES) * MINUTE_MS;
  return (
    <section className="grid gap-3.5 rounded-lg bg-panel p-4">
      <div className="flex items-center gap-3">
        <span className="w-12 shrink-0 overflow-hidden rounded-sm">
          <Photo
            photo={offer.photos[0]}
            typeSlug={offer.types[0]?.slug}
            alt=""
            sizes="48px"
            className="aspect-square!"
          />
        </span>
        <p className="min-w-0 leading-5">
          <b lang={offer.language} className="block break-words">
            {offer.name}
          </b>
          <span className="text-sm text-muted">
            {isolateWords(offer.sale_place.name)} · <Unbroken>{pickup}</Unbroken>
          </span>
        </p>
      </div>
      <div className="grid gap-2">
        <p className="flex items-baseline justify-between gap-3">
          <span className="text-sm text-muted">{t('offered.left')}</span>
          <Timer
            remainingMs={remainingMs}
            what={t('offered.left')}
            over={t('offered.ended')}
            className="font-display text-h2 leading-none font-bold -tracking-[.02em] tabular-nums"
          />
        </p>
        <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-line">
          <div
            className="h-full rounded-full bg-brand ease-linear motion-safe:transition-[width] motion-safe:duration-1000"
            style={{ width: `${Math.min(100, (100 * remainingMs) / totalMs)}%` }}
          />
        </div>
      </div>
      {isOffline && until ? (
        <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-sm">
          {t('offered.offline', { time: format.formatTime(until, timeZone) })}
        </p>
      ) : null}
    </section>
  );
}

/** Gives the unit to the next in line, after a question. */
function PassOnButton({ slotId }: { slotId: number | null }) {
  const { t } = useTranslation('allocation');
  const [isAsking, setAsking] = useState(false);
  const leaveWaitlist = useLeaveWaitlist();
  return (
    <>
      <Button variant="ghost" fullWidth onClick={() => setAsking(true)}>
        {t('offered.pass')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('offered.passTitle')}
        description={t('offered.passText')}
        confirmLabel={t('offered.passConfirm')}
        loading={leaveWaitlist.isPending}
        onConfirm={() => {
          if (slotId === null || leaveWaitlist.isPending) return;
          leaveWaitlist.mutate(
            { id: slotId },
            {
              onSuccess: () => showToast(t('offered.passed')),
              onError: showErrorToast,
              onSettled: () => setAsking(false),
            },
          );
        }}
      />
    </>
  );
}

/** One card takes one unit of a draw. */
function OneCardNote({ allocation }: { allocation: Allocation }) {
  const { t } = useTranslation('allocation');
  return allocation.draw ? <p className="text-[.8125rem] leading-5 text-muted">{t('offered.card')}</p> : null;
}
