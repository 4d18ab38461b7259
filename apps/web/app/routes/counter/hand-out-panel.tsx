import { parseTicketCode } from '@wopack/domain';
import { Button } from '@wopack/ui/button.tsx';
import { cn } from '@wopack/ui/cn.ts';
import {
  IconBackspace,
  IconCameraOff,
  IconCircleCheckFilled,
  IconCircleXFilled,
  IconLock,
  IconQrcode,
} from '@wopack/ui/icons';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callAsDevice } from '../../features/businesses/counter/counter-client.ts';
import {
  HandedOutUnits,
  PinInput,
  PinLockNotice,
  PinMatch,
} from '../../features/orders/hand-out/hand-out-form.tsx';
import { CameraPicture, useScanner } from '../../features/orders/hand-out/scan-sheet.tsx';
import { useHandOutForm } from '../../features/orders/hand-out/use-hand-out-form.ts';
import type { SellerOrder } from '../../features/orders/seller-orders.api.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import type { Scan } from '../../lib/storage/stored-values.ts';
import { UnitCountChoice } from '../../ui/form/unit-count-choice.tsx';
import type { Counter } from './counter-data.ts';
import { type Person, PersonChooser } from './person.tsx';
import { isRefused, type Scans, useRefusalText } from './scans.tsx';

interface Props {
  counter: Counter;
  isOffline: boolean;
  /** Null: this device does not ask who hands out. */
  people: readonly Person[] | null;
  person: Person | null;
  onChoosePerson: (person: Person) => void;
  selectedOrder: SellerOrder | null;
  onSelectOrder: (order: SellerOrder | null) => void;
  scans: Scans;
  handedOut: readonly SellerOrder[];
}

/** The PIN by a pad, or the code by the camera; without a connection only the code. */
export function HandOutPanel({
  counter,
  isOffline,
  people,
  person,
  onChoosePerson,
  selectedOrder,
  onSelectOrder,
  scans,
  handedOut,
}: Props) {
  const { t } = useTranslation('counter');
  const { formatTime } = useFormat();
  const lastHandedOut = handedOut
    .filter(({ collected_at }) => collected_at !== null)
    .toSorted((a, b) => b.collected_at!.localeCompare(a.collected_at!))[0];
  return (
    <aside
      aria-label={t('panel')}
      className="on-paper min-[760px]:sticky min-[760px]:top-5 min-[760px]:order-2"
    >
      <div className="on-brand grid gap-3 rounded-lg bg-brand p-4 text-on-brand min-[760px]:p-5">
        {people && !person ? (
          <PersonChooser people={people} onChoose={onChoosePerson} />
        ) : isOffline ? (
          <OfflineScanner counter={counter} scans={scans} />
        ) : (
          <PinPad
            counter={counter}
            person={person}
            selectedOrder={selectedOrder}
            onSelectOrder={onSelectOrder}
          />
        )}
        {lastHandedOut ? (
          <p className="text-center text-sm">
            {t('handedOutToday', {
              count: handedOut.length,
              time: formatTime(lastHandedOut.collected_at!, counter.sale_place.time_zone),
            })}
            {lastHandedOut.handed_out_by
              ? ` ${t('handedOutBy', { name: lastHandedOut.handed_out_by })}`
              : null}
          </p>
        ) : null}
      </div>
    </aside>
  );
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const;

function PinPad({
  counter,
  person,
  selectedOrder,
  onSelectOrder,
}: Pick<Props, 'counter' | 'person' | 'selectedOrder' | 'onSelectOrder'>) {
  const { t } = useTranslation(['counter', 'hand-out']);
  const inputRef = useRef<HTMLInputElement>(null);
  const [isScanning, setIsScanning] = useState(false);
  const [hasUnknownCode, setHasUnknownCode] = useState(false);
  const form = useHandOutForm({
    client: callAsDevice,
    salePlaceId: counter.sale_place.id,
    person,
    selectedOrder,
    onHandedOut: () => onSelectOrder(null),
  });
  const { pin, changePin, matchedOrder, errorMessage, lockedUntil, unlock, isBusy } = form;
  const isLocked = lockedUntil !== null;
  const matchedId = matchedOrder?.id;

  // The pad with the key that was pressed gives way to the order.
  useEffect(() => {
    if (matchedId !== undefined) inputRef.current?.focus();
  }, [matchedId]);

  /** The fourth digit looks the order up, or hands the selected one out. */
  function type(digits: string) {
    changePin(digits);
    if (digits.length === 4 && !isBusy) void form.submit(digits);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void form.submit();
  }

  if (isScanning)
    return (
      <>
        <Camera
          onCode={(text) => {
            const ticket = parseTicketCode(text);
            setHasUnknownCode(ticket === null);
            if (!ticket) return;
            setIsScanning(false);
            void form.scan(ticket);
          }}
        />
        <p role="status" className="text-center font-semibold empty:hidden">
          {hasUnknownCode ? t('hand-out:scan.foreign') : ''}
        </p>
        <Button fullWidth onClick={() => setIsScanning(false)}>
          {t('hand-out:scan.type')}
        </Button>
      </>
    );
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <h2 className="h2">{t('pinTitle')}</h2>
      <PinInput
        ref={inputRef}
        inputMode="none"
        label={
          selectedOrder && !matchedOrder
            ? t('hand-out:pin.of', { client: selectedOrder.client, id: selectedOrder.id })
            : t('hand-out:pin.label')
        }
        error={errorMessage ?? undefined}
        value={pin}
        onChange={type}
        disabled={isLocked}
      />
      {lockedUntil ? (
        <PinLockNotice key={lockedUntil.getTime()} lockedUntil={lockedUntil} onUnlock={unlock} />
      ) : null}
      <div role="status" className="grid gap-3 empty:hidden">
        {matchedOrder ? <PinMatch order={matchedOrder} timeZone={counter.sale_place.time_zone} /> : null}
      </div>
      <HandedOutUnits form={form} />
      {matchedOrder?.can_hand_out ? (
        <Button type="submit" fullWidth loading={isBusy} disabled={isLocked}>
          {t('hand-out:pin.handOut')}
        </Button>
      ) : null}
      {matchedOrder ? null : (
        <>
          <div className="grid grid-cols-3 gap-2.5">
            {DIGITS.map((digit) => (
              <button
                key={digit}
                type="button"
                disabled={isLocked || isBusy}
                onClick={() => type(pin.length < 4 ? pin + digit : digit)}
                className="min-h-16 rounded-md bg-paper/55 font-display text-[1.75rem] font-bold active:scale-[.98] disabled:opacity-50 min-[760px]:min-h-20 [&:nth-child(10)]:col-start-2"
              >
                {digit}
              </button>
            ))}
            <button
              type="button"
              aria-label={t('deleteDigit')}
              disabled={pin === ''}
              onClick={() => changePin(pin.slice(0, -1))}
              className="min-h-16 rounded-md inset-ring-[1.5px] inset-ring-line-strong disabled:opacity-50 min-[760px]:min-h-20"
            >
              <IconBackspace className="mx-auto size-7" />
            </button>
          </div>
          <Button
            fullWidth
            icon={<IconQrcode />}
            disabled={isBusy || isLocked}
            onClick={() => setIsScanning(true)}
          >
            {t('hand-out:scan.action')}
          </Button>
        </>
      )}
      {selectedOrder || matchedOrder ? (
        <Button
          variant="ghost"
          fullWidth
          size="small"
          disabled={isBusy}
          onClick={() => {
            changePin('');
            onSelectOrder(null);
          }}
        >
          {t('hand-out:pin.anyOther')}
        </Button>
      ) : null}
    </form>
  );
}

/** One code after the other; each is judged here, and what was handed out is sent later. */
function OfflineScanner({ counter, scans }: Pick<Props, 'counter' | 'scans'>) {
  const { t } = useTranslation('counter');
  const [result, setResult] = useState<Scan | 'unknown' | null>(null);
  const isReading = useRef(false);
  async function read(text: string) {
    if (isReading.current || result) return;
    isReading.current = true;
    setResult((await scans.scan(text)) ?? 'unknown');
    isReading.current = false;
  }
  return (
    <>
      {result === null ? (
        <Camera isOffline onCode={(text) => void read(text)}>
          <p className="text-center text-sm font-semibold">{t('hold')}</p>
        </Camera>
      ) : (
        <>
          <ScanResult counter={counter} result={result} onHandOut={scans.setHandedOut} />
          <Button fullWidth icon={<IconQrcode />} onClick={() => setResult(null)}>
            {t('next')}
          </Button>
        </>
      )}
      <p className="flex gap-2 rounded-md bg-paper/55 p-3 text-sm">
        <IconLock className="size-5 shrink-0" />
        <span>
          <b className="block">{t('pinWaits')}</b>
          {t('pinWaitsText')}
        </span>
      </p>
    </>
  );
}

function ScanResult({
  counter,
  result,
  onHandOut,
}: {
  counter: Counter;
  result: Scan | 'unknown';
  /** Fewer packs than the ticket has. */
  onHandOut: Scans['setHandedOut'];
}) {
  const { t } = useTranslation(['counter', 'hand-out']);
  const [units, setUnits] = useState<number | null>(null);
  const getRefusalText = useRefusalText(counter);
  const isRefusal = result === 'unknown' || result.refusal !== null;
  const Icon = isRefusal ? IconCircleXFilled : IconCircleCheckFilled;
  return (
    <div role="alert" className="grid gap-1 rounded-md bg-paper p-4 text-on-paper">
      <p className={cn('h2 flex items-center gap-2.5', isRefusal ? 'text-danger' : 'text-save')}>
        <Icon className="size-7 shrink-0" />
        {t(isRefusal ? 'doNotHandOut' : 'mayHandOut')}
      </p>
      {result === 'unknown' ? (
        <p>{t('scans.refusals.unknown')}</p>
      ) : (
        <>
          <p className="font-bold wrap-anywhere">
            {t('whose', {
              client: result.ticket.buyer,
              id: result.ticket.orderId,
              count: result.ticket.quantity,
            })}
          </p>
          {isRefused(result) ? <p className="wrap-anywhere">{getRefusalText(result)}</p> : null}
          {!isRefused(result) && result.ticket.quantity > 1 ? (
            <>
              <UnitCountChoice
                legend={t('hand-out:packs.title')}
                value={units ?? result.ticket.quantity}
                max={result.ticket.quantity}
                onChange={(count) => {
                  setUnits(count);
                  onHandOut(result, count);
                }}
                describe={(count) => t('hand-out:packs.option', { count })}
              />
              {units !== null && units < result.ticket.quantity ? (
                <p className="text-sm font-semibold">
                  {t('hand-out:packs.missingOffline', { count: result.ticket.quantity - units })}
                </p>
              ) : null}
            </>
          ) : null}
        </>
      )}
    </div>
  );
}

/** The camera's picture with a frame; reports each code it reads. */
function Camera({
  isOffline = false,
  onCode,
  children,
}: {
  /** PINs cannot be typed instead. */
  isOffline?: boolean;
  onCode: (text: string) => void;
  /** Below the picture. */
  children?: ReactNode;
}) {
  const { t } = useTranslation(['counter', 'hand-out']);
  const { setVideo, state } = useScanner(onCode);
  if (state === 'refused' || state === 'absent' || state === 'failed')
    return (
      <div role="alert" className="grid justify-items-center gap-3 rounded-lg bg-paper/55 p-6 text-center">
        <IconCameraOff className="size-10" />
        <p>{t(isOffline ? `noCamera.${state}` : `hand-out:scan.${state}`)}</p>
      </div>
    );
  return (
    <>
      <CameraPicture setVideo={setVideo} />
      {children}
    </>
  );
}
