import { useMutation, useQueryClient } from '@tanstack/react-query';
import { isolateWords, parseSignedTicket, pickupDateText, verifyTicket } from '@wopack/domain';
import { cn } from '@wopack/ui/cn.ts';
import { getLocalDate } from '@wopack/ui/format.ts';
import { IconCheck, IconCloudUp, IconHistory, IconX } from '@wopack/ui/icons';
import { getServerClockOffset, isServerTimeLearnt, serverNow } from '@wopack/ui/server-clock.ts';
import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { callAsDevice } from '../../features/businesses/counter/counter-client.ts';
import {
  dropOldScans,
  findFormerHandOut,
  getServerTime,
  judgeTicket,
  listWaiting,
  withAnswers,
} from '../../features/businesses/counter/scans.rules.ts';
import type { SellerOrder } from '../../features/orders/seller-orders.api.ts';
import { queryKeys } from '../../lib/data/shared-queries.ts';
import { useFormat } from '../../lib/format/use-format.ts';
import { readStored, useStored, writeStored } from '../../lib/storage/storage.ts';
import type { Scan, ScanRefusal } from '../../lib/storage/stored-values.ts';
import type { Counter } from './counter-data.ts';
import type { Person } from './person.tsx';

const RESEND_MS = 15_000;
/** The most that one call takes. */
const BATCH_SIZE = 50;

export type Scans = ReturnType<typeof useScans>;

/** Tickets scanned without a connection; what was handed out is sent when it is back. */
export function useScans(
  counter: Counter,
  orders: readonly SellerOrder[],
  { isOffline, person }: { isOffline: boolean; person: Person | null },
) {
  const queryClient = useQueryClient();
  const [stored] = useStored('counterScans');
  const timeZone = counter.sale_place.time_zone;
  const today = getLocalDate(timeZone, new Date(serverNow()));
  const list = dropOldScans(stored ?? [], today, (at) => getLocalDate(timeZone, new Date(at)));
  const waiting = listWaiting(list);

  const { mutate, isPending, error } = useMutation({
    mutationFn: async (batch: readonly Scan[]) => {
      if (!isServerTimeLearnt()) await callAsDevice('getCounter');
      return (
        await callAsDevice('sendCounterHandOuts', {
          body: {
            hand_outs: batch.map(({ person: by, ...scan }) => ({
              ...(by && { person: { kind: by.kind, id: by.id } }),
              ticket: scan.text,
              ...(scan.quantity !== undefined && { quantity: scan.quantity }),
              handed_out_at: new Date(getServerTime(scan, getServerClockOffset())).toISOString(),
            })),
          },
        })
      ).data;
    },
    onSuccess: (answers) => {
      // What was scanned meanwhile is in the storage already.
      writeStored('counterScans', withAnswers(readStored('counterScans') ?? [], answers));
      void queryClient.invalidateQueries({ queryKey: queryKeys.seller });
    },
  });

  const send = useEffectEvent(() => {
    if (!isPending && waiting.length > 0) mutate(waiting.slice(0, BATCH_SIZE));
  });
  const hasWaiting = waiting.length > 0;
  // Again after each answer: there may be more than one batch.
  useEffect(() => {
    if (isOffline || !hasWaiting || isPending) return;
    const timer = setTimeout(send, error ? RESEND_MS : 0);
    return () => clearTimeout(timer);
  }, [isOffline, hasWaiting, isPending, error]);

  /** Null: the code is not that of a ticket which can be checked here. */
  async function scan(text: string): Promise<Scan | null> {
    const ticket = parseSignedTicket(text);
    if (!ticket) return null;
    const isGenuine = await verifyTicket(text, counter.ticket_keys);
    // Read again: two codes may be scanned at nearly the same time.
    const scans = readStored('counterScans') ?? [];
    const refusal = judgeTicket(
      ticket,
      isGenuine,
      {
        salePlaceId: counter.sale_place.id,
        now: serverNow(),
        voided: counter.voided,
        handedOutIds: new Set(orders.filter(({ state }) => state === 'collected').map(({ id }) => id)),
      },
      scans,
    );
    const answer = refusal === null ? ('waiting' as const) : null;
    const { orderId } = ticket;
    const order = orders.find(({ id }) => id === orderId);
    const entry = counter.voided.find(({ order_id }) => order_id === orderId);
    const former =
      refusal === 'seen'
        ? findFormerHandOut(orderId, scans, {
            deviceName: counter.device.name,
            handOuts: [
              order && { at: order.collected_at, by: order.handed_out_by, device: order.handed_out_device },
              entry && { at: entry.handed_out_at, by: entry.handed_out_by, device: entry.handed_out_device },
            ],
          })
        : undefined;
    const added: Scan = {
      at: serverNow(),
      ...(!isServerTimeLearnt() && { clockOffset: getServerClockOffset() }),
      ...{ text, ticket, person, refusal, answer },
      ...(former && { former }),
    };
    writeStored('counterScans', [added, ...scans]);
    return added;
  }

  /** Fewer packs than the ticket has, as long as it was not sent. */
  function setHandedOut({ at }: Scan, quantity: number): void {
    const scans = readStored('counterScans') ?? [];
    writeStored(
      'counterScans',
      scans.map((stored) =>
        stored.at === at && stored.answer === 'waiting' ? { ...stored, quantity } : stored,
      ),
    );
  }

  return { list, scan, setHandedOut };
}

/** Why a scanned ticket is refused, for whoever holds the bag; `isShort`: without what to do about it. */
export function useRefusalText(
  counter: Counter,
  { isShort = false } = {},
): (scan: Scan & { refusal: ScanRefusal }) => string {
  const { t, i18n } = useTranslation('counter');
  const { formatTime } = useFormat();
  const timeZone = counter.sale_place.time_zone;
  return ({ refusal, ticket, former }) => {
    const { orderId: id, pickupStart, pickupEnd } = ticket;
    if (refusal === 'otherTime')
      return t('scans.refusals.otherTime', {
        id,
        pickup: pickupDateText(new Date(pickupStart), new Date(pickupEnd), timeZone, i18n.language),
      });
    if (refusal !== 'seen' || !former) return t(`scans.refusals.${refusal}`, { id });
    const { at, by, device } = former;
    const isHere = device === counter.device.name;
    const details = [
      formatTime(new Date(at), timeZone),
      by && isolateWords(by),
      isHere ? t('scans.here') : device && isolateWords(device),
    ];
    return t(isShort ? 'scans.seenAt' : 'scans.refusals.seenAt', {
      id,
      details: details.filter(Boolean).join(' · '),
    });
  };
}

export const isRefused = (scan: Scan): scan is Scan & { refusal: ScanRefusal } => scan.refusal !== null;

/** What was scanned without a connection today, and what the server said of it. */
export function ScanList({
  counter,
  scans,
  orders,
  isOffline,
}: {
  counter: Counter;
  scans: Scans;
  /** Today's only. */
  orders: readonly SellerOrder[];
  isOffline: boolean;
}) {
  const { t } = useTranslation('counter');
  const { formatTime } = useFormat();
  const getRefusalText = useRefusalText(counter, { isShort: true });
  const waitingCount = listWaiting(scans.list).length;
  const shown = isOffline ? scans.list : scans.list.filter(({ answer }) => answer !== 'recorded');
  if (shown.length === 0) return null;
  const listProductName = (orderId: number) =>
    orders.flatMap(({ id, product }) => (id === orderId ? [isolateWords(product.name)] : []));
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-bold">{t('scans.title')}</h2>
        <p role="status" className="text-sm text-muted">
          {waitingCount ? t('scans.waitingCount', { count: waitingCount }) : t('scans.allSent')}
        </p>
      </div>
      <ul className="grid gap-2">
        {shown.map((scan) => {
          // The server has words for a conflict only.
          const isBad = scan.refusal !== null || scan.message !== undefined;
          const { buyer, orderId, quantity } = scan.ticket;
          const details = [isolateWords(buyer), t('scans.packs', { count: scan.quantity ?? quantity })];
          return (
            <li
              key={scan.at}
              className={cn(
                'flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-surface px-4 py-3',
                isBad && 'inset-ring-2 inset-ring-danger',
              )}
            >
              <span className="text-muted tabular-nums">
                {formatTime(new Date(scan.at), counter.sale_place.time_zone)}
              </span>
              <span
                className={cn(
                  'grid size-9 place-items-center rounded-full',
                  isBad ? 'bg-danger-soft text-danger' : 'bg-save-soft text-save',
                )}
              >
                {isBad ? <IconX className="size-5" /> : <IconCheck className="size-5" />}
              </span>
              <span className="min-w-0 flex-1 basis-40 leading-snug">
                <b className="block wrap-anywhere">
                  {details.join(' · ')}
                  {scan.person ? (
                    <span className="text-sm font-normal text-muted">
                      {' '}
                      · {isolateWords(scan.person.name)}
                    </span>
                  ) : null}
                </b>
                <span className="block text-sm wrap-anywhere text-muted">
                  {isRefused(scan)
                    ? getRefusalText(scan)
                    : (scan.message ??
                      [t('scans.genuine', { id: orderId }), ...listProductName(orderId)].join(' · '))}
                </span>
              </span>
              <ScanAnswer scan={scan} />
            </li>
          );
        })}
      </ul>
      {isOffline && waitingCount ? (
        <p className="mt-3 flex gap-2.5 text-sm text-pretty text-muted">
          <IconHistory className="size-5 shrink-0" />
          {t('scans.later')}
        </p>
      ) : null}
    </section>
  );
}

function ScanAnswer({ scan: { answer, refusal, message } }: { scan: Scan }) {
  const { t } = useTranslation('counter');
  return (
    <span
      className={cn(
        'flex items-center gap-1.5 rounded-full px-3 py-1.5 text-sm font-semibold [&_svg]:size-4',
        refusal !== null || message !== undefined
          ? 'bg-danger-soft text-danger'
          : answer === 'waiting'
            ? 'bg-brand-soft'
            : 'bg-quiet',
      )}
    >
      {answer === 'waiting' ? <IconCloudUp /> : refusal === null ? null : <IconX />}
      {t(`scans.answers.${answer ?? 'notHandedOut'}`)}
    </span>
  );
}
