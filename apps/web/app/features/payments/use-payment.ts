import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, isApiError } from '@wopack/contract/client';
import { getMbWayDeadline, hasMbWay } from '@wopack/domain';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { toCents } from '@wopack/ui/format.ts';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useIsPast } from '../../lib/browser/use-now.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { endSession } from '../../lib/session/session.ts';
import type { ConfirmPayment, PaymentOutcome } from './card-form/card-form-state.tsx';
import { useParts } from './parts/use-parts.ts';
import {
  completePayment,
  failPayment,
  type Hold,
  holdsQuery,
  initiatePayment,
  leaveMbWay,
  mbWayQuery,
  methodsInCardForm,
  type PaidOrder,
  type PaymentChoice,
  type PaymentTarget,
  providerQuery,
  type ReadInvoice,
  requestMbWay,
  savedCardsQuery,
} from './payments.api.ts';
import { useHolds, usePassedOnHolds } from './use-holds.ts';

/** How a payment ended, according to the server. */
export type PaymentResult =
  | { status: 'paid'; order: PaidOrder }
  /** Nothing was charged; can be retried. */
  | { status: 'not-paid'; error: ApiError }
  /** Final: refunded or expired. */
  | { status: 'over'; error: ApiError }
  /** No response yet. */
  | { status: 'unknown' };

const EXPIRED_CARD = 'expired_card';

const RETRY_DELAYS_MS = [1500, 3000, 5000];

/** For how long the live stream may still bring the stock from before a release: its delay (specification), and some. */
export const STOCK_SETTLES_MS = 3_000;

/** Asks the server, several times when it does not respond. Idempotent: never pays twice. */
export async function completePaymentWithRetry(
  token: string,
  delays: readonly number[] = RETRY_DELAYS_MS,
): Promise<PaymentResult> {
  for (const delay of [...delays, 0]) {
    try {
      return { status: 'paid', order: await completePayment(token) };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isOutcomeUnknown(error))
        return { status: isApiError(error, 'paymentRefused') ? 'not-paid' : 'over', error };
    }
    if (delay) await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return { status: 'unknown' };
}

/** No response, or one that does not tell whether the call took effect. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** `unknown`: the card may have been charged and the server does not respond. */
type PaymentPhase = 'idle' | 'paying' | 'checking' | 'unknown' | 'releasing';

/** Which message to show when nothing was charged. */
type UnpaidMessage = 'notCharged' | 'notConfirmed';

interface Options {
  target: PaymentTarget | null;
  onPaid: (order: PaidOrder) => void;
  /** The offer changed on the server: sold out, released. May return a promise of the refetch. */
  onOfferChange: () => unknown;
  readInvoice?: ReadInvoice;
  /** Shows what is wrong with fields beside the card; false when it is something else. */
  onRefused?: (error: ApiError) => boolean;
}

/** Pays for one offer: places a hold, lets the provider charge the card, asks the server for the outcome. */
export function usePayment({ target, onPaid, onOfferChange, readInvoice, onRefused }: Options) {
  const { t } = useTranslation('payment');
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<PaymentPhase>('idle');
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [hasTooManyHolds, setHasTooManyHolds] = useState(false);
  const [retryAt, setRetryAt] = useState<Date | null>(null);
  const [bankConfirmation, setBankConfirmation] = useState<{
    answer: (approve: boolean) => Promise<void>;
  } | null>(null);
  /** When a hold was released, until the stock has settled. */
  const [releasedAt, setReleasedAt] = useState<number | null>(null);
  const isRunning = useRef(false);
  const isAwaitingBank = useRef(false);
  /** The hold last checked; may have expired meanwhile. */
  const lastChecked = useRef<Pick<Hold, 'token'> | null>(null);
  const productId = target?.productId;
  /** Null: nothing was chosen yet. */
  const [chosen, setChosen] = useState<PaymentChoice | null>(null);
  /** Never on its own: the user asks for it, for each card. */
  const [keepsCard, setKeepsCard] = useState(false);
  /** The intent was prepared for a kept card, or to keep one. */
  const isPrepared = useRef(false);
  /** For MB WAY, as it was typed: it is corrected after a refusal. */
  const [phone, setPhone] = useState('');
  const [phoneError, setPhoneError] = useState<string | null>(null);

  const { holds, addHold, removeHold } = useHolds({
    enabled: target !== null,
    onExpire: (expiredHold) => {
      if (expiredHold.product_id !== productId || isRunning.current || isAwaitingBank.current) return;
      setErrorMessage(t('hold.over'));
      onOfferChange();
    },
  });
  const slotId = target?.slotId ?? null;
  /** Tokens of holds whose unit passed to another buyer. */
  const passedOnTokens = useRef(new Set<string>());
  const hold =
    holds.find(
      (candidate) => candidate.product_id === productId && (slotId === null || candidate.slot_id === slotId),
    ) ?? null;

  const mbWay = hold?.mb_way ?? null;
  const { data: provider } = useQuery({ ...providerQuery, enabled: target !== null });
  const isTooLateForMbWay = useIsPast(hold && getMbWayDeadline(new Date(hold.expires_at)));
  const methods = (provider?.methods ?? ['card']).filter(
    (method) =>
      !(provider && methodsInCardForm[provider.provider].includes(method)) &&
      (method !== 'mb_way' || (target !== null && hasMbWay(target.timeZone) && !isTooLateForMbWay)),
  );
  const savesCards = provider?.saves_cards === true;
  const { data: savedCards = [] } = useQuery({ ...savedCardsQuery, enabled: target !== null && savesCards });
  const usableCards = savedCards.filter((card) => !card.is_expired);
  const savedCard =
    chosen === null
      ? (usableCards.find((card) => card.is_default) ?? usableCards[0])
      : usableCards.find(({ id }) => chosen === `saved:${id}`);
  const method = methods.find((offered) => offered === chosen) ?? 'card';
  const choice: PaymentChoice = savedCard ? `saved:${savedCard.id}` : method;

  // Those on hold are the buyer's, whatever is left; while a payment runs, the stock has them already.
  const maxQuantity =
    target && !target.isOffer ? Math.min(target.maxPerOrder, target.left + (hold?.quantity ?? 0)) : 1;
  const chosenQuantity = target?.quantity ?? hold?.quantity ?? 1;
  const quantity = phase === 'idle' ? Math.max(1, Math.min(chosenQuantity, maxQuantity)) : chosenQuantity;
  // What is on hold costs what was shown when it was taken, or less.
  const getUnitCents = (count: number, { price }: PaymentTarget) =>
    hold && count <= hold.quantity
      ? Math.min(hold.amount_cents / hold.quantity, toCents(price))
      : toCents(price);
  const unitCents = target && getUnitCents(quantity, target);
  const payableCents = unitCents === null ? null : unitCents * quantity;

  const parts = useParts({ target, quantity, hold, priceCents: payableCents });
  const { quote } = parts;
  /** What is left for the card, or another way to pay, by what is shown. */
  const cardCents = quote?.card_cents ?? payableCents;
  /** What the server is told of credit and code: it charges what was shown. */
  const partsWish = quote
    ? {
        use_credit: parts.usesCredit,
        ...(quote.code && { code: quote.code.code }),
        card_amount: (quote.card_cents / 100).toFixed(2),
      }
    : {};

  usePassedOnHolds(hold ? [hold] : [], (passedOnHold) => {
    passedOnTokens.current.add(passedOnHold.token);
    // What is running finds out by itself.
    if (isRunning.current) return;
    removeHold(passedOnHold.token);
    isAwaitingBank.current = false;
    setBankConfirmation(null);
    setErrorMessage(t('hold.passedOn'));
    onOfferChange();
  });

  useEffect(() => {
    if (releasedAt === null) return;
    const timer = setTimeout(() => setReleasedAt(null), STOCK_SETTLES_MS);
    return () => clearTimeout(timer);
  }, [releasedAt]);

  /** Runs one action at a time; errors are shown. */
  const runExclusively = async (initialPhase: PaymentPhase, task: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    isAwaitingBank.current = false;
    setPhase(initialPhase);
    setErrorMessage(null);
    setHasTooManyHolds(false);
    setRetryAt(null);
    try {
      await task();
    } catch (error) {
      setPhase('idle');
      setBankConfirmation(null);
      handleError(error);
    } finally {
      isRunning.current = false;
    }
  };

  const handleError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return endSession();
    const isShown = error instanceof ApiError && (parts.showServerErrors(error) || onRefused?.(error));
    setErrorMessage(isShown ? null : getErrorMessage(error));
    if (!(error instanceof ApiError)) console.error(error);
    setHasTooManyHolds(isApiError(error, 'tooMany'));
    if (error instanceof ApiError && error.status < 500 && error.retryAfter)
      setRetryAt(new Date(serverNow() + error.retryAfter * 1000));
    void queryClient.invalidateQueries({ queryKey: holdsQuery.queryKey });
    onOfferChange();
  };

  const checkOutcome = async (
    activeHold: Pick<Hold, 'token'>,
    unpaidMessage: UnpaidMessage = 'notCharged',
  ) => {
    lastChecked.current = activeHold;
    setBankConfirmation(null);
    setPhase('checking');
    const result = await completePaymentWithRetry(activeHold.token);
    if (result.status === 'paid') {
      removeHold(activeHold.token);
      if (isPrepared.current) void queryClient.invalidateQueries({ queryKey: savedCardsQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: queryKeys.credit });
      return onPaid(result.order);
    }
    if (result.status === 'unknown') return setPhase('unknown');
    setPhase('idle');
    if (passedOnTokens.current.has(activeHold.token)) {
      removeHold(activeHold.token);
      setErrorMessage(t('hold.passedOn'));
      return void onOfferChange();
    }
    // The card of another winner of a draw is refused with the server's reason.
    const hasGeneralReason = result.status === 'not-paid' && !target?.isOffer;
    setErrorMessage(hasGeneralReason ? t(unpaidMessage) : getErrorMessage(result.error));
    if (result.status === 'over') {
      removeHold(activeHold.token);
      onOfferChange();
    }
  };

  const { data: mbWayState } = useQuery({
    ...mbWayQuery(hold?.token ?? '', mbWay?.confirm_until ?? ''),
    enabled: mbWay !== null,
  });
  const followMbWay = useEffectEvent((state: NonNullable<typeof mbWayState>) => {
    if (!hold || !mbWay) return;
    if (state === 'settled' || state === 'ended')
      return void runExclusively('checking', () => checkOutcome(hold));
    if (state === 'waiting') return;
    addHold({ ...hold, mb_way: null });
    setErrorMessage(t(`mbWay.${state}`));
  });
  useEffect(() => {
    if (mbWayState) followMbWay(mbWayState);
  }, [mbWayState]);

  const failHold = async (activeHold: Hold, code: string, message: string) => {
    setBankConfirmation(null);
    try {
      await failPayment(activeHold.token, code, message);
    } catch (error) {
      // Paid after all.
      if (isApiError(error, 'conflict')) return checkOutcome(activeHold);
      if (!isOutcomeUnknown(error)) throw error;
    }
    removeHold(activeHold.token);
    void queryClient.invalidateQueries({ queryKey: holdsQuery.queryKey });
    // Until the refetch after a release, the last unit looks sold out, and the form would unmount with its input.
    await onOfferChange();
    const isPassedOn = passedOnTokens.current.has(activeHold.token);
    if (!isPassedOn && !target?.isOffer) setReleasedAt(performance.now());
    setPhase('idle');
    setErrorMessage(isPassedOn ? t('hold.passedOn') : message || null);
  };

  const followOutcome = async (
    activeHold: Hold,
    requestOutcome: () => Promise<PaymentOutcome>,
  ): Promise<void> => {
    let outcome: PaymentOutcome;
    try {
      outcome = await requestOutcome();
    } catch (error) {
      if (isOutcomeUnknown(error)) return checkOutcome(activeHold);
      throw error;
    }
    if (outcome.status === 'succeeded' || outcome.status === 'unknown') return checkOutcome(activeHold);
    if (outcome.status === 'failed' && outcome.code === EXPIRED_CARD && savedCard) {
      // No reason to lose the unit: another way is chosen in the same hold.
      void queryClient.invalidateQueries({ queryKey: savedCardsQuery.queryKey });
      setChosen('card');
      setPhase('idle');
      return setErrorMessage(outcome.message);
    }
    if (outcome.status === 'failed') return failHold(activeHold, outcome.code, outcome.message);
    const { answer } = outcome;
    isAwaitingBank.current = true;
    setBankConfirmation({
      answer: (approve) => runExclusively('paying', () => followOutcome(activeHold, () => answer(approve))),
    });
  };

  return {
    hold,
    /** For all packs; null without an offer to pay for. */
    payableCents,
    /** For one of them. */
    unitCents,
    /** What so many packs would cost. */
    getTotalCents: (count: number) => (target ? getUnitCents(count, target) * count : 0),
    /** Packs to pay for, and how many may be chosen. */
    quantity,
    maxQuantity,
    /** For this and other offers. */
    holdCount: holds.length,
    /** The user's other holds, when they prevent this one. */
    otherHolds: hasTooManyHolds ? holds.filter((other) => other !== hold) : [],
    phase,
    /** A unit was just released: the stock may not show it yet, or no longer. */
    isSettling: releasedAt !== null,
    errorMessage,
    /** When the server takes the next hold; sooner if another one is let go. */
    retryAt,
    bankConfirmation,
    pay: async (confirm: ConfirmPayment) => {
      const invoice = readInvoice?.();
      if (invoice === null) return;
      await runExclusively('paying', async () => {
        if (!target) return;
        const wish = savedCard
          ? 'use'
          : keepsCard && method === 'card'
            ? 'keep'
            : isPrepared.current
              ? 'none'
              : undefined;
        isPrepared.current = wish === 'keep' || wish === 'use';
        const activeHold = await initiatePayment(
          target,
          { quantity, amountCents: payableCents! },
          { ...invoice, ...partsWish, saved_card: wish },
        );
        addHold(activeHold);
        await followOutcome(activeHold, () => confirm(activeHold));
      });
    },
    /** Credit and code. */
    parts,
    cardCents,
    /** Nothing is left for the card: no way to pay is chosen. */
    isFree: cardCents === 0,
    payFree: async () => {
      const invoice = readInvoice?.();
      if (invoice === null) return;
      await runExclusively('paying', async () => {
        if (!target) return;
        const activeHold = await initiatePayment(
          target,
          { quantity, amountCents: payableCents! },
          { ...invoice, ...partsWish },
        );
        addHold(activeHold);
        await checkOutcome(activeHold);
      });
    },
    /** To choose from, at this sale place and with the time that is left. */
    methods,
    method,
    /** The method, or the kept card. */
    choice,
    choose: (choiceMade: PaymentChoice) => {
      setChosen(choiceMade);
      if (!isRunning.current) setErrorMessage(null);
    },
    savedCards,
    /** The one that is chosen. */
    savedCard: savedCard ?? null,
    savesCards,
    keepsCard,
    setKeepsCard,
    /** The request that the buyer is to confirm in the app. */
    mbWay,
    phone,
    phoneError,
    payByMbWay: async (typedPhone: string) => {
      const invoice = readInvoice?.();
      if (invoice === null) return;
      await runExclusively('paying', async () => {
        if (!target) return;
        setPhone(typedPhone);
        setPhoneError(null);
        // Asked again, the live hold is given back with what is new about the invoice.
        const isNoted =
          hold?.quantity === quantity &&
          hold.card_cents === cardCents &&
          hold.code === (quote?.code?.code ?? null) &&
          Object.keys(invoice ?? {}).length === 0;
        const activeHold = isNoted
          ? hold
          : await initiatePayment(
              target,
              { quantity, amountCents: payableCents! },
              { ...invoice, ...partsWish },
            );
        addHold(activeHold);
        try {
          const request = await requestMbWay(activeHold.token, typedPhone);
          addHold({ ...activeHold, mb_way: request });
        } catch (error) {
          if (!(error instanceof ApiError) || !error.errors?.phone) throw error;
          setPhoneError(error.errors.phone[0] ?? null);
        }
        setPhase('idle');
      });
    },
    /** Withdraws the request, to correct the number or to choose again. */
    leaveMbWay: (what: 'number' | 'method') =>
      runExclusively('releasing', async () => {
        if (!hold) return;
        await leaveMbWay(hold.token);
        if (what === 'method') setChosen(null);
        addHold({ ...hold, mb_way: null });
        setPhase('idle');
      }),
    /** Another card is being typed; a message of a running payment stays. */
    dismissError: () => {
      if (!isRunning.current) setErrorMessage(null);
    },
    checkOutcome: () =>
      runExclusively('checking', async () =>
        lastChecked.current ? checkOutcome(lastChecked.current) : undefined,
      ),
    /** After the redirect from the bank's page: the outcome comes from the server, not from the URL. */
    resumeAfterRedirect: (token: string) =>
      runExclusively('checking', () => checkOutcome({ token }, 'notConfirmed')),
    releaseHold: (holdToRelease: Hold) =>
      runExclusively('releasing', () => failHold(holdToRelease, 'released', '')),
  };
}

export type Payment = ReturnType<typeof usePayment>;

/** Query parameter of the redirect URL with our token; the provider adds its own. */
export const PAYMENT_TOKEN_PARAM = 'payment';
const providerParams = ['payment_intent', 'payment_intent_client_secret', 'redirect_status', 'source_type'];

/** Some banks use a page of their own. Resumes the payment after the redirect back. */
export function useResumeAfterRedirect({ resumeAfterRedirect }: Payment): void {
  const [params, setParams] = useSearchParams();
  const token = params.get(PAYMENT_TOKEN_PARAM);
  useEffect(() => {
    if (!token) return;
    setParams(
      (current) => {
        for (const name of [PAYMENT_TOKEN_PARAM, ...providerParams]) current.delete(name);
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
    void resumeAfterRedirect(token);
  }, [token, setParams, resumeAfterRedirect]);
}
