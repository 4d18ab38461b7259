import { Field } from '@base-ui/react/field';
import { countKeptUnits, handOutStartsAt } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import { lazyWithErrorBoundary } from '@wopack/ui/feedback/lazy-with-error-boundary.tsx';
import { FormField, type FormFieldProps } from '@wopack/ui/form/text-field.tsx';
import { formatCountdown } from '@wopack/ui/format.ts';
import { IconCircleCheckFilled, IconClock, IconQrcode } from '@wopack/ui/icons';
import { serverNow } from '@wopack/ui/server-clock.ts';
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useCountdown } from '../../../lib/browser/use-now.ts';
import { useFormat } from '../../../lib/format/use-format.ts';
import { UnitCountChoice } from '../../../ui/form/unit-count-choice.tsx';
import { useTimerAnnouncements } from '../../../ui/timer.tsx';
import type { SellerOrder } from '../seller-orders.api.ts';
import { InvoiceNote } from './invoice-note.tsx';
import type { Ticket } from './scan-sheet.tsx';
import { useHandOutForm } from './use-hand-out-form.ts';

/** The camera code and QR decoder load on the first scan. */
const ScanSheet = lazyWithErrorBoundary(() => import('./scan-sheet.tsx'));

/** Side by side on phones, each as wide as its label, so that none breaks. */
const buttonClass = 'flex-auto max-sm:px-2 sm:w-full';

function ScanButton({ disabled, onTicket }: { disabled: boolean; onTicket: (ticket: Ticket) => void }) {
  const { t } = useTranslation('hand-out');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        className={buttonClass}
        disabled={disabled}
        icon={<IconQrcode />}
        onClick={() => setIsOpen(true)}
      >
        {t('scan.action')}
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <ScanSheet
            onClose={() => setIsOpen(false)}
            onTicket={(ticket) => {
              setIsOpen(false);
              onTicket(ticket);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

interface Props {
  salePlaceId: number;
  timeZone: string;
  /** The order to hand out; null: the one the PIN belongs to. */
  selectedOrder: SellerOrder | null;
  onSelectOrder: (selectedOrder: SellerOrder | null) => void;
  /** Shown above the field. */
  children?: ReactNode;
}

/** The PIN field: looks the order up, hands it out, and locks after wrong PINs. */
export function HandOutForm({ salePlaceId, timeZone, selectedOrder, onSelectOrder, children }: Props) {
  const { t } = useTranslation('hand-out');
  const inputRef = useRef<HTMLInputElement>(null);
  const form = useHandOutForm({ salePlaceId, selectedOrder, onHandedOut: () => onSelectOrder(null) });
  const { pin, changePin, matchedOrder, errorMessage, lockedUntil, unlock, isBusy } = form;

  useEffect(() => {
    if (selectedOrder) inputRef.current?.focus();
  }, [selectedOrder]);

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
          selectedOrder && !matchedOrder
            ? t('pin.of', { client: selectedOrder.client, id: selectedOrder.id })
            : t('pin.label')
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
      <HandedOutUnits form={form} />
      <div className="flex flex-wrap gap-2 sm:gap-3 max-[389px]:[&_svg]:hidden">
        {isOutsideHandOutTime ? null : (
          <Button type="submit" className={buttonClass} loading={isBusy} disabled={lockedUntil !== null}>
            {hasOrder ? t('pin.handOut') : t('pin.check')}
          </Button>
        )}
        <ScanButton disabled={isBusy || lockedUntil !== null} onTicket={(ticket) => void form.scan(ticket)} />
      </div>
      {selectedOrder ? (
        <Button variant="ghost" fullWidth size="small" onClick={() => onSelectOrder(null)}>
          {t('pin.anyOther')}
        </Button>
      ) : null}
    </form>
  );
}

/** How many packs of the order are handed out; nothing where it has one. Of fewer the others are refunded. */
export function HandedOutUnits({
  form: { order, units, setUnits },
}: {
  form: Pick<ReturnType<typeof useHandOutForm>, 'order' | 'units' | 'setUnits'>;
}) {
  const { t } = useTranslation('hand-out');
  const { formatMoney } = useFormat();
  if (!order || countKeptUnits(order) < 2) return null;
  const kept = countKeptUnits(order);
  const missing = kept - units;
  return (
    <div className="grid gap-2 rounded-md bg-surface px-4 py-3.5 text-text">
      <UnitCountChoice
        legend={t('packs.title')}
        value={units}
        max={kept}
        onChange={setUnits}
        describe={(count) => t('packs.option', { count })}
      />
      <p role="status" className="text-sm font-semibold text-pretty empty:hidden">
        {missing > 0
          ? t('packs.missing', {
              count: missing,
              amount: formatMoney((order.price_cents / order.quantity) * missing),
            })
          : ''}
      </p>
    </div>
  );
}

/** After too many wrong PINs: how long to wait. Announced once, and when it is over. */
export function PinLockNotice({ lockedUntil, onUnlock }: { lockedUntil: Date; onUnlock: () => void }) {
  const { t } = useTranslation('hand-out');
  const remainingMs = useCountdown(lockedUntil);
  useTimerAnnouncements(remainingMs, { what: t('pin.lockedShort'), over: t('pin.unlocked') });
  const isOver = remainingMs === 0;
  useEffect(() => {
    if (isOver) onUnlock();
  }, [isOver, onUnlock]);
  return (
    <p role="alert" className="flex items-center gap-2 text-sm font-semibold text-danger">
      <IconClock className="size-5 shrink-0" />
      <span className="sr-only">{t('pin.lockedShort')}</span>
      <span aria-hidden="true" className="tabular-nums">
        {t('pin.locked', { left: formatCountdown(remainingMs) })}
      </span>
    </p>
  );
}

/** The order of a PIN; outside its window, when hand-out is possible. */
export function PinMatch({ order, timeZone }: { order: SellerOrder; timeZone: string }) {
  const { t } = useTranslation('hand-out');
  const { formatTime } = useFormat();
  const { client, id } = order;
  const handOutStart = handOutStartsAt(new Date(order.pickup_start));
  return (
    <div className="grid gap-1 rounded-md bg-save-soft px-4 py-3.5 text-text">
      <p className="flex items-center gap-2 text-sm font-semibold text-save">
        <IconCircleCheckFilled className="size-5 shrink-0" />
        {t('pin.right')}
      </p>
      <p className="font-bold break-words">{t('pin.whose', { client, id })}</p>
      <p className="text-sm break-words text-muted">
        {t('pin.what', { number: countKeptUnits(order), name: order.product.name })}
      </p>
      <InvoiceNote order={order} className="mt-1" />
      {order.can_hand_out ? null : (
        <p className="mt-1 text-sm font-semibold">
          {order.dispute === 'lost'
            ? t('pin.disputeLost')
            : handOutStart.getTime() > serverNow()
              ? t('pin.early', { time: formatTime(handOutStart, timeZone) })
              : t('pin.late')}
        </p>
      )}
    </div>
  );
}

interface PinInputProps
  extends FormFieldProps,
    Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'className' | 'id'> {
  value: string;
  /** At most four digits. */
  onChange: (value: string) => void;
}

/** The four-digit PIN: one input, drawn as four boxes. */
export function PinInput({
  label,
  hint,
  error,
  hideLabel,
  className,
  value,
  onChange,
  ...input
}: PinInputProps) {
  return (
    <FormField label={label} hint={hint} error={error} hideLabel={hideLabel} className={className}>
      <div className="group relative">
        <Field.Control
          inputMode="numeric"
          autoComplete="off"
          {...input}
          value={value}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, '').slice(0, 4))}
          className="absolute inset-0 z-1 w-full cursor-text rounded-sm bg-transparent text-transparent caret-transparent outline-none selection:bg-transparent"
        />
        <div aria-hidden="true" className="grid grid-cols-4 gap-2">
          {[0, 1, 2, 3].map((index) => (
            <span
              key={index}
              className={cn(
                'grid h-[62px] place-items-center rounded-sm bg-surface font-display text-[1.625rem] font-bold text-text',
                error ? 'inset-ring-2 inset-ring-danger' : 'inset-ring-[1.5px] inset-ring-line-strong',
                index === Math.min(value.length, 3) &&
                  'group-focus-within:inset-ring-[2.5px] group-focus-within:inset-ring-focus',
              )}
            >
              {value[index]}
            </span>
          ))}
        </div>
      </div>
    </FormField>
  );
}
