import { ApiError, type Client, isApiError } from '@wopack/contract/client';
import { countKeptUnits } from '@wopack/domain';
import { getErrorMessage } from '@wopack/ui/feedback/inline-error.tsx';
import { showToast } from '@wopack/ui/overlay/toast.ts';
import { serverNow } from '@wopack/ui/server-clock.ts';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { type SellerOrder, useCheckPin, useHandOut } from '../seller-orders.api.ts';
import type { Ticket } from './scan-sheet.tsx';

const FALLBACK_LOCK_SECONDS = 60;
/** What was handed out before that is not by this press, nor by one whose answer was lost. */
const JUST_NOW_MS = 30_000;

interface Options {
  /** The calls of the signed-in user, or of a counter device. */
  client?: Client;
  salePlaceId: number;
  /** Who hands out at a counter device that asks. */
  person?: { kind: 'member' | 'name'; id: number } | null;
  /** The order to hand out; null: the one the PIN belongs to. */
  selectedOrder: SellerOrder | null;
  onHandedOut: () => void;
}

/** An order with the PIN that it was looked up by: neither is ever sent with another. */
interface Match {
  order: SellerOrder;
  pin: string;
}

/**
 * Looks up the order of a PIN, then hands it out; a selected order is handed out at once. A scanned ticket of another
 * order than the selected one is looked up and shown before it is handed out.
 */
export function useHandOutForm({
  client = call,
  salePlaceId,
  person = null,
  selectedOrder,
  onHandedOut,
}: Options) {
  const { t } = useTranslation('hand-out');
  const { formatDateTime } = useFormat();
  const checkPin = useCheckPin(client);
  const handOut = useHandOut(client);
  // The digits, and what was answered to them, are for one order or sale place: with another the field is empty.
  const subject = `${salePlaceId} ${selectedOrder?.id}`;
  const [pinsSubject, setPinsSubject] = useState(subject);
  const [pin, setPin] = useState('');
  const [match, setMatch] = useState<Match | null>(null);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const [lockedUntil, setLockedUntil] = useState<Date | null>(null);

  // The answer to a look-up may come after other digits were typed.
  const matchedOrder = match?.pin === pin ? match.order : null;

  /** How many packs of an order are handed out, as chosen for it; by default all. */
  const [chosen, setChosen] = useState<{ orderId: number; units: number } | null>(null);
  const countUnits = (order: SellerOrder) =>
    chosen?.orderId === order.id ? Math.min(chosen.units, countKeptUnits(order)) : countKeptUnits(order);

  const changePin = (digits: string) => {
    setPin(digits);
    setMatch(null);
    setErrorMessage(null);
  };
  if (subject !== pinsSubject) {
    setPinsSubject(subject);
    changePin('');
  }
  const unlock = useCallback(() => setLockedUntil(null), []);

  function handleError(error: unknown, order: SellerOrder | null) {
    if (isApiError(error, 'tooMany')) {
      setLockedUntil(new Date(serverNow() + (error.retryAfter ?? FALLBACK_LOCK_SECONDS) * 1000));
      return changePin('');
    }
    const { pin: [pinError] = [], person: [personError] = [] } =
      error instanceof ApiError ? error.errors : {};
    setErrorMessage(
      pinError && order
        ? t('pin.wrongFor', { client: order.client })
        : (pinError ?? personError ?? getErrorMessage(error)),
    );
  }

  /** Resolves to whether it succeeded. */
  async function handOutOrder(order: SellerOrder, digits: string): Promise<boolean> {
    setErrorMessage(null);
    try {
      const pressedAt = serverNow();
      const done = await handOut.mutateAsync({
        id: order.id,
        pin: digits,
        ...(person && { person: { kind: person.kind, id: person.id } }),
        ...(countUnits(order) < countKeptUnits(order) && { quantity: countUnits(order) }),
      });
      changePin('');
      setChosen(null);
      if (done.collected_at && pressedAt - Date.parse(done.collected_at) > JUST_NOW_MS) {
        const when = formatDateTime(done.collected_at, done.sale_place.time_zone);
        const details = [when, done.handed_out_by, done.handed_out_device].filter(Boolean).join(' · ');
        setErrorMessage(t('pin.doneBefore', { id: order.id, details }));
        return false;
      }
      showToast(t('pin.done', { id: order.id }));
      onHandedOut();
      return true;
    } catch (error) {
      handleError(error, order);
      return false;
    }
  }

  /** `ticketId`: only this order may have the PIN; that of a former order may belong to somebody else by now. */
  async function lookUp(digits: string, ticketId?: number): Promise<boolean> {
    setErrorMessage(null);
    try {
      const order = await checkPin.mutateAsync({
        sale_place_id: salePlaceId,
        pin: digits,
        order_id: ticketId,
      });
      if (ticketId === undefined || order.id === ticketId) {
        setMatch({ order, pin: digits });
        return true;
      }
      setErrorMessage(t('scan.notOpen', { id: ticketId }));
    } catch (error) {
      // The ticket is of this sale place, and has another PIN by now.
      if (ticketId !== undefined && isApiError(error, 'validation'))
        setErrorMessage(t('scan.notOpen', { id: ticketId }));
      else handleError(error, null);
    }
    return false;
  }

  /** Resolves to whether it succeeded. The digits may be newer than what was rendered. */
  async function submit(digits = pin): Promise<boolean> {
    if (digits.length < 4) {
      setErrorMessage(t('pin.four'));
      return false;
    }
    const order = (match?.pin === digits ? match.order : null) ?? selectedOrder;
    return order ? handOutOrder(order, digits) : lookUp(digits);
  }

  /** Order and PIN are both those of the ticket, whichever order is selected or was looked up before. */
  async function scan({ orderId, pin: digits }: Ticket): Promise<void> {
    changePin(digits);
    if (selectedOrder?.id === orderId) await handOutOrder(selectedOrder, digits);
    else await lookUp(digits, orderId);
  }

  const order = matchedOrder ?? selectedOrder;
  return {
    /** That is handed out by the next press. */
    order,
    units: order ? countUnits(order) : 1,
    setUnits: (units: number) => order && setChosen({ orderId: order.id, units }),
    pin,
    changePin,
    matchedOrder,
    errorMessage,
    lockedUntil,
    unlock,
    submit,
    scan,
    isBusy: checkPin.isPending || handOut.isPending,
  };
}
