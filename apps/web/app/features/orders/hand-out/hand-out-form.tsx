import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { PinInput } from '../../../ui/form/pin-input.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { PinLockNotice } from './pin-lock-notice.tsx';
import { PinMatch } from './pin-match.tsx';
import { ScanButton } from './scan-button.tsx';
import { useHandOutForm } from './use-hand-out-form.ts';

interface Props {
  salePlaceId: number;
  timeZone: string;
  /** The order whose bag is on the counter; null: whoever's PIN it is. */
  selectedOrder: SellerOrder | null;
  onSelectOrder: (selectedOrder: SellerOrder | null) => void;
  /** Above the field. */
  children?: ReactNode;
}

/** The PIN field: shows whose it is, hands the bag over, and makes wrong guesses wait. */
export function HandOutForm({ salePlaceId, timeZone, selectedOrder, onSelectOrder, children }: Props) {
  const { t } = useTranslation('seller');
  const inputRef = useRef<HTMLInputElement>(null);
  const form = useHandOutForm({ salePlaceId, selectedOrder, onHandedOut: () => onSelectOrder(null) });
  const { pin, changePin, matchedOrder, errorMessage, lockedUntil, unlock, isBusy } = form;

  // Another order or venue: the digits typed for the last one mean nothing here.
  const subjectKey = `${salePlaceId} ${selectedOrder?.id}`;
  const lastSubjectKey = useRef(subjectKey);
  useEffect(() => {
    if (lastSubjectKey.current === subjectKey) return;
    lastSubjectKey.current = subjectKey;
    changePin('');
    if (selectedOrder) inputRef.current?.focus();
  }, [subjectKey, selectedOrder, changePin]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const hasSucceeded = await form.submit();
    // Selected, so that typing replaces the wrong digits.
    if (!hasSucceeded) inputRef.current?.select();
  }

  const hasOrder = selectedOrder !== null || matchedOrder !== null;
  const isOutsideHandOutTime = matchedOrder !== null && !matchedOrder.can_hand_out;
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {children}
      <PinInput
        ref={inputRef}
        label={
          selectedOrder ? t('pin.of', { client: selectedOrder.client, id: selectedOrder.id }) : t('pin.label')
        }
        hint={matchedOrder || lockedUntil ? undefined : t('pin.hint')}
        error={errorMessage ?? undefined}
        value={pin}
        onChange={changePin}
        disabled={lockedUntil !== null}
      />
      {lockedUntil ? (
        <PinLockNotice key={lockedUntil.getTime()} lockedUntil={lockedUntil} onUnlock={unlock} />
      ) : null}
      <div role="status" className="empty:hidden">
        {matchedOrder ? <PinMatch order={matchedOrder} timeZone={timeZone} /> : null}
      </div>
      <div className="grid gap-3">
        {isOutsideHandOutTime ? null : (
          <Button type="submit" fullWidth loading={isBusy} disabled={lockedUntil !== null}>
            {hasOrder ? t('pin.handOut') : t('pin.check')}
          </Button>
        )}
        <ScanButton disabled={isBusy || lockedUntil !== null} onPin={(digits) => void form.scan(digits)} />
      </div>
      {selectedOrder ? (
        <Button variant="ghost" fullWidth size="small" onClick={() => onSelectOrder(null)}>
          {t('pin.anyOther')}
        </Button>
      ) : null}
    </form>
  );
}
