import { ApiError } from '@wopack/contract/client';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from '../../lib/problems.ts';
import { notify } from '../../ui/toast.ts';
import { type SellerOrder, useCheckPin, useHandOut } from './seller-orders.api.ts';

const TOO_MANY = 7;
const FALLBACK_WAIT_S = 60;

interface Options {
  placeId: number;
  /** The order whose bag is on the counter; null: whoever's PIN it is. */
  target: SellerOrder | null;
  onHandedOut: () => void;
}

/** From four digits to a bag handed over: check whose PIN it is, then hand out; for a chosen order at once. */
export function useSellerPin({ placeId, target, onHandedOut }: Options) {
  const { t } = useTranslation('seller');
  const check = useCheckPin();
  const handOut = useHandOut();
  const [pin, setPin] = useState('');
  const [match, setMatch] = useState<SellerOrder | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [lockedUntil, setLockedUntil] = useState<Date | null>(null);

  const type = useCallback((digits: string) => {
    setPin(digits);
    setMatch(null);
    setProblem(null);
  }, []);
  const unlock = useCallback(() => setLockedUntil(null), []);

  function fail(error: unknown) {
    if (error instanceof ApiError && error.code === TOO_MANY) {
      setLockedUntil(new Date(Date.now() + (error.retryAfter ?? FALLBACK_WAIT_S) * 1000));
      return type('');
    }
    const wrong = error instanceof ApiError ? error.errors.pin?.[0] : undefined;
    setProblem(
      wrong && target ? t('pin.wrongFor', { client: target.client }) : (wrong ?? problemText(error)),
    );
  }

  /** True when nothing went wrong. */
  async function submit(digits = pin): Promise<boolean> {
    if (digits.length < 4) {
      setProblem(t('pin.four'));
      return false;
    }
    setProblem(null);
    const order = target ?? match;
    try {
      if (!order) {
        setMatch(await check.mutateAsync({ sale_place_id: placeId, pin: digits }));
        return true;
      }
      await handOut.mutateAsync({ id: order.id, pin: digits });
      type('');
      notify(t('pin.done', { id: order.id }));
      onHandedOut();
      return true;
    } catch (error) {
      fail(error);
      return false;
    }
  }

  /** A ticket's code: its digits as if they were typed. */
  async function scan(digits: string): Promise<void> {
    type(digits);
    await submit(digits);
  }

  return {
    pin,
    type,
    match,
    problem,
    lockedUntil,
    unlock,
    submit: () => submit(),
    scan,
    busy: check.isPending || handOut.isPending,
  };
}
