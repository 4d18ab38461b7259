import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '@wopack/contract/client';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../lib/problems.ts';
import { endSession } from '../../lib/session.ts';
import type { Confirm, Outcome } from './outcome.ts';
import { failPayment, type Hold, initiatePayment, type PaidOrder, type Target } from './payments.api.ts';
import { isLost, settle } from './settle.ts';
import { useHolds } from './use-holds.ts';

/** `unknown`: the card may have been charged and the server does not answer. */
type Phase = 'idle' | 'paying' | 'checking' | 'unknown' | 'releasing';

/** What to say when nothing was charged. */
type NotPaid = 'notCharged' | 'notConfirmed';

interface Options {
  target: Target | null;
  onPaid: (order: PaidOrder) => void;
  /** The pack has changed on the server: sold out, given back. May answer when the page knows. */
  onChange: () => unknown;
}

/** Pays for one pack: sets it aside, lets the provider charge the card, asks the server how it ended. */
export function usePayment({ target, onPaid, onChange }: Options) {
  const { t } = useTranslation('payment');
  const client = useQueryClient();
  const [phase, setPhase] = useState<Phase>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const [tooMany, setTooMany] = useState(false);
  const [question, setQuestion] = useState<{ answer: (approve: boolean) => Promise<void> } | null>(null);
  const running = useRef(false);
  const asking = useRef(false);
  /** What was last asked about, kept though its hold may end meanwhile. */
  const last = useRef<Pick<Hold, 'token'> | null>(null);
  const productId = target?.productId;

  const onOver = useCallback(
    (over: Hold) => {
      if (over.product_id !== productId || running.current || asking.current) return;
      setProblem(t('hold.over'));
      onChange();
    },
    [productId, onChange, t],
  );
  const { holds, keep, drop } = useHolds({ enabled: target !== null, onOver });
  const hold = holds.find((mine) => mine.product_id === productId) ?? null;

  /** One thing at a time, whatever is pressed; a call that was refused says why. */
  const run = async (begin: Phase, work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    asking.current = false;
    setPhase(begin);
    setProblem(null);
    setTooMany(false);
    try {
      await work();
    } catch (error) {
      setPhase('idle');
      setQuestion(null);
      refused(error);
    } finally {
      running.current = false;
    }
  };

  const refused = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return endSession();
    setProblem(problemText(error));
    if (!(error instanceof ApiError)) console.error(error);
    setTooMany(error instanceof ApiError && error.code === 7);
    void client.invalidateQueries({ queryKey: ['holds'] });
    onChange();
  };

  const check = async (paying: Pick<Hold, 'token'>, otherwise: NotPaid = 'notCharged') => {
    last.current = paying;
    setQuestion(null);
    setPhase('checking');
    const settled = await settle(paying.token);
    if (settled.ended === 'paid') {
      drop(paying.token);
      return onPaid(settled.order);
    }
    if (settled.ended === 'unknown') return setPhase('unknown');
    setPhase('idle');
    setProblem(settled.ended === 'not-paid' ? t(otherwise) : problemText(settled.error));
    if (settled.ended === 'over') {
      drop(paying.token);
      onChange();
    }
  };

  const fail = async (paying: Hold, code: string, message: string) => {
    setQuestion(null);
    try {
      await failPayment(paying.token, code, message);
    } catch (error) {
      // 5: it is paid after all.
      if (error instanceof ApiError && error.code === 5) return check(paying);
      if (!isLost(error)) throw error;
    }
    drop(paying.token);
    void client.invalidateQueries({ queryKey: ['holds'] });
    // Before the page knows that the pack is back, the last one looks sold out, and the form would go with what was
    // typed.
    await onChange();
    setPhase('idle');
    setProblem(message || null);
  };

  const follow = async (paying: Hold, ask: () => Promise<Outcome>): Promise<void> => {
    let outcome: Outcome;
    try {
      outcome = await ask();
    } catch (error) {
      if (isLost(error)) return check(paying);
      throw error;
    }
    if (outcome.status === 'succeeded' || outcome.status === 'unknown') return check(paying);
    if (outcome.status === 'failed') return fail(paying, outcome.code, outcome.message);
    const { answer } = outcome;
    asking.current = true;
    setQuestion({ answer: (approve) => run('paying', () => follow(paying, () => answer(approve))) });
  };

  return {
    hold,
    /** Packs set aside elsewhere, which may be in the way. */
    others: tooMany ? holds.filter((other) => other !== hold) : [],
    phase,
    problem,
    question,
    pay: (confirm: Confirm) =>
      run('paying', async () => {
        if (!target) return;
        const paying = await initiatePayment(target);
        keep(paying);
        await follow(paying, () => confirm(paying));
      }),
    check: () => run('checking', async () => (last.current ? check(last.current) : undefined)),
    /** Back from the bank's own page: how it ended is asked, not read from the address. */
    comeBack: (token: string) => run('checking', () => check({ token }, 'notConfirmed')),
    letGo: (given: Hold) => run('releasing', () => fail(given, 'released', '')),
  };
}

export type Payment = ReturnType<typeof usePayment>;
