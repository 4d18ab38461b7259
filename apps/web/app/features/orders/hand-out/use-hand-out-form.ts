import { ApiError, isApiError } from '@wopack/contract/client';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type SellerOrder, useCheckPin, useHandOut } from '../seller-orders.api.ts';

const FALLBACK_LOCK_SECONDS = 60;

interface Options {
  salePlaceId: number;
  /** The order to hand out; null: the one the PIN belongs to. */
  selectedOrder: SellerOrder | null;
  onHandedOut: () => void;
}

/** Looks up the order of a PIN, then hands it out; a selected order is handed out at once. */
export function useHandOutForm({ salePlaceId, selectedOrder, onHandedOut }: Options) {
  const { t } = useTranslation('seller');
  const checkPin = useCheckPin();
  const handOut = useHandOut();
  const [pin, setPin] = useState('');
  const [matchedOrder, setMatchedOrder] = useState<SellerOrder | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [lockedUntil, setLockedUntil] = useState<Date | null>(null);

  const changePin = useCallback((digits: string) => {
    setPin(digits);
    setMatchedOrder(null);
    setErrorMessage(null);
  }, []);
  const unlock = useCallback(() => setLockedUntil(null), []);

  function handleError(error: unknown) {
    if (isApiError(error, 'tooMany')) {
      setLockedUntil(new Date(Date.now() + (error.retryAfter ?? FALLBACK_LOCK_SECONDS) * 1000));
      return changePin('');
    }
    const pinError = error instanceof ApiError ? error.errors.pin?.[0] : undefined;
    setErrorMessage(
      pinError && selectedOrder
        ? t('pin.wrongFor', { client: selectedOrder.client })
        : (pinError ?? getErrorMessage(error)),
    );
  }

  /** Resolves to whether it succeeded. */
  async function submit(digits = pin): Promise<boolean> {
    if (digits.length < 4) {
      setErrorMessage(t('pin.four'));
      return false;
    }
    setErrorMessage(null);
    const order = selectedOrder ?? matchedOrder;
    try {
      if (!order) {
        setMatchedOrder(await checkPin.mutateAsync({ sale_place_id: salePlaceId, pin: digits }));
        return true;
      }
      await handOut.mutateAsync({ id: order.id, pin: digits });
      changePin('');
      showToast(t('pin.done', { id: order.id }));
      onHandedOut();
      return true;
    } catch (error) {
      handleError(error);
      return false;
    }
  }

  /** Submits the PIN of a scanned code. */
  async function scan(digits: string): Promise<void> {
    changePin(digits);
    await submit(digits);
  }

  return {
    pin,
    changePin,
    matchedOrder,
    errorMessage,
    lockedUntil,
    unlock,
    submit: () => submit(),
    scan,
    isBusy: checkPin.isPending || handOut.isPending,
  };
}

const HAND_OUT_LEAD_MS = 30 * 60_000;

/** Milliseconds; hand-out starts half an hour before the window. Source: docs/specification.md, Orders. */
export const handOutStartsAt = (order: { pickup_start: string }): number =>
  new Date(order.pickup_start).getTime() - HAND_OUT_LEAD_MS;
