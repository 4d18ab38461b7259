import { type FormEvent, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { PinInput } from '../../ui/pin-input.tsx';
import { ScanButton } from './seller/scan-button.tsx';
import type { SellerOrder } from './seller-orders.api.ts';
import { SellerPinLock } from './seller-pin-lock.tsx';
import { SellerPinMatch } from './seller-pin-match.tsx';
import { useSellerPin } from './use-seller-pin.ts';

interface Props {
  placeId: number;
  timeZone: string;
  /** The order whose bag is on the counter; null: whoever's PIN it is. */
  target: SellerOrder | null;
  onTarget: (target: SellerOrder | null) => void;
  /** Above the field. */
  children?: ReactNode;
}

/** The PIN field: shows whose it is, hands the bag over, and makes wrong guesses wait. */
export function SellerPinBox({ placeId, timeZone, target, onTarget, children }: Props) {
  const { t } = useTranslation('seller');
  const input = useRef<HTMLInputElement>(null);
  const state = useSellerPin({ placeId, target, onHandedOut: () => onTarget(null) });
  const { pin, type, match, problem, lockedUntil, unlock, busy } = state;

  // Another order or venue: the digits typed for the last one mean nothing here.
  const about = `${placeId} ${target?.id}`;
  const lastAbout = useRef(about);
  useEffect(() => {
    if (lastAbout.current === about) return;
    lastAbout.current = about;
    type('');
    if (target) input.current?.focus();
  }, [about, target, type]);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const fine = await state.submit();
    // Selected, so that typing replaces the wrong digits.
    if (!fine) input.current?.select();
  }

  const handsOut = target !== null || match !== null;
  const tooEarlyOrLate = match !== null && !match.can_hand_out;
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      {children}
      <PinInput
        ref={input}
        label={target ? t('pin.of', { client: target.client, id: target.id }) : t('pin.label')}
        hint={match || lockedUntil ? undefined : t('pin.hint')}
        error={problem ?? undefined}
        value={pin}
        onChange={type}
        disabled={lockedUntil !== null}
      />
      {lockedUntil ? <SellerPinLock key={lockedUntil.getTime()} until={lockedUntil} onOver={unlock} /> : null}
      <div role="status" className="empty:hidden">
        {match ? <SellerPinMatch order={match} timeZone={timeZone} /> : null}
      </div>
      <div className="grid gap-3">
        {tooEarlyOrLate ? null : (
          <Button type="submit" block loading={busy} disabled={lockedUntil !== null}>
            {handsOut ? t('pin.handOut') : t('pin.check')}
          </Button>
        )}
        <ScanButton disabled={busy || lockedUntil !== null} onPin={(digits) => void state.scan(digits)} />
      </div>
      {target ? (
        <Button look="ghost" block small onClick={() => onTarget(null)}>
          {t('pin.anyOther')}
        </Button>
      ) : null}
    </form>
  );
}
