import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getErrorMessage } from '../../lib/api/errors.ts';
import { endSession } from '../../lib/session/session.ts';
import { completePaymentWithRetry, isOutcomeUnknown } from './complete-payment-with-retry.ts';
import { useHolds } from './holds/use-holds.ts';
import type { ConfirmPayment, PaymentOutcome } from './payment-outcome.ts';
import {
  failPayment,
  type Hold,
  initiatePayment,
  type PaidOrder,
  type PaymentTarget,
} from './payments.api.ts';

/** `unknown`: the card may have been charged and the server does not answer. */
type PaymentPhase = 'idle' | 'paying' | 'checking' | 'unknown' | 'releasing';

/** What to say when nothing was charged. */
type UnpaidMessage = 'notCharged' | 'notConfirmed';

interface Options {
  target: PaymentTarget | null;
  onPaid: (order: PaidOrder) => void;
  /** The pack has changed on the server: sold out, given back. May answer when the page knows. */
  onOfferChange: () => unknown;
}

/** Pays for one pack: sets it aside, lets the provider charge the card, asks the server how it ended. */
export function usePayment({ target, onPaid, onOfferChange }: Options) {
  const { t } = useTranslation('payment');
  const queryClient = useQueryClient();
  const [phase, setPhase] = useState<PaymentPhase>('idle');
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [hasTooManyHolds, setHasTooManyHolds] = useState(false);
  const [bankConfirmation, setBankConfirmation] = useState<{
    answer: (approve: boolean) => Promise<void>;
  } | null>(null);
  const isRunning = useRef(false);
  const isAwaitingBank = useRef(false);
  /** What was last asked about, kept though its hold may end meanwhile. */
  const lastChecked = useRef<Pick<Hold, 'token'> | null>(null);
  const productId = target?.productId;

  const handleExpire = useCallback(
    (expiredHold: Hold) => {
      if (expiredHold.product_id !== productId || isRunning.current || isAwaitingBank.current) return;
      setErrorMessage(t('hold.over'));
      onOfferChange();
    },
    [productId, onOfferChange, t],
  );
  const { holds, addHold, removeHold } = useHolds({ enabled: target !== null, onExpire: handleExpire });
  const hold = holds.find((candidate) => candidate.product_id === productId) ?? null;

  /** One thing at a time, whatever is pressed; a call that was refused says why. */
  const runExclusively = async (initialPhase: PaymentPhase, task: () => Promise<void>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    isAwaitingBank.current = false;
    setPhase(initialPhase);
    setErrorMessage(null);
    setHasTooManyHolds(false);
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
    setErrorMessage(getErrorMessage(error));
    if (!(error instanceof ApiError)) console.error(error);
    setHasTooManyHolds(error instanceof ApiError && error.code === 7);
    void queryClient.invalidateQueries({ queryKey: ['holds'] });
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
      return onPaid(result.order);
    }
    if (result.status === 'unknown') return setPhase('unknown');
    setPhase('idle');
    setErrorMessage(result.status === 'not-paid' ? t(unpaidMessage) : getErrorMessage(result.error));
    if (result.status === 'over') {
      removeHold(activeHold.token);
      onOfferChange();
    }
  };

  const failHold = async (activeHold: Hold, code: string, message: string) => {
    setBankConfirmation(null);
    try {
      await failPayment(activeHold.token, code, message);
    } catch (error) {
      // 5: it is paid after all.
      if (error instanceof ApiError && error.code === 5) return checkOutcome(activeHold);
      if (!isOutcomeUnknown(error)) throw error;
    }
    removeHold(activeHold.token);
    void queryClient.invalidateQueries({ queryKey: ['holds'] });
    // Before the page knows that the pack is back, the last one looks sold out, and the form would go with what was
    // typed.
    await onOfferChange();
    setPhase('idle');
    setErrorMessage(message || null);
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
    if (outcome.status === 'failed') return failHold(activeHold, outcome.code, outcome.message);
    const { answer } = outcome;
    isAwaitingBank.current = true;
    setBankConfirmation({
      answer: (approve) => runExclusively('paying', () => followOutcome(activeHold, () => answer(approve))),
    });
  };

  return {
    hold,
    /** Packs set aside elsewhere, which may be in the way. */
    otherHolds: hasTooManyHolds ? holds.filter((other) => other !== hold) : [],
    phase,
    errorMessage,
    bankConfirmation,
    pay: (confirm: ConfirmPayment) =>
      runExclusively('paying', async () => {
        if (!target) return;
        const activeHold = await initiatePayment(target);
        addHold(activeHold);
        await followOutcome(activeHold, () => confirm(activeHold));
      }),
    checkOutcome: () =>
      runExclusively('checking', async () =>
        lastChecked.current ? checkOutcome(lastChecked.current) : undefined,
      ),
    /** Back from the bank's own page: how it ended is asked, not read from the address. */
    resumeAfterRedirect: (token: string) =>
      runExclusively('checking', () => checkOutcome({ token }, 'notConfirmed')),
    releaseHold: (holdToRelease: Hold) =>
      runExclusively('releasing', () => failHold(holdToRelease, 'released', '')),
  };
}

export type Payment = ReturnType<typeof usePayment>;
