import { canHandOut, type SignedTicket } from '@wopack/domain';
import type { FormerHandOut, Scan, ScanRefusal } from '../../../lib/storage/stored-values.ts';

interface Counter {
  salePlaceId: number;
  /** Milliseconds by the server's clock. */
  now: number;
  voided: readonly { order_id: number; version: number; handed_out: boolean }[];
  /** Orders that this device knows as handed out. */
  handedOutIds: ReadonlySet<number>;
}

/** What a device without a connection makes of a ticket; `isGenuine`: its signature is that of a key it has. */
export function judgeTicket(
  ticket: SignedTicket,
  isGenuine: boolean,
  { salePlaceId, now, voided, handedOutIds }: Counter,
  scans: readonly Scan[],
): ScanRefusal | null {
  if (!isGenuine) return 'altered';
  if (ticket.salePlaceId !== salePlaceId) return 'otherSalePlace';
  if (!canHandOut(new Date(now), new Date(ticket.pickupStart), new Date(ticket.pickupEnd)))
    return 'otherTime';
  if (handedOutIds.has(ticket.orderId) || findHandOut(scans, ticket.orderId)) return 'seen';
  const entry = voided.find(({ order_id }) => order_id === ticket.orderId);
  if (entry && entry.version >= ticket.version) return entry.handed_out ? 'seen' : 'voided';
  return null;
}

/** The scan by which an order was handed out here. */
const findHandOut = (scans: readonly Scan[], orderId: number): Scan | undefined =>
  scans.find(({ ticket, refusal }) => refusal === null && ticket.orderId === orderId);

interface HandOut {
  at: string | null;
  by: string | null;
  device: string | null;
}

/** How an order was handed out before: by a scan here, else by what the server last said. */
export function findFormerHandOut(
  orderId: number,
  scans: readonly Scan[],
  { deviceName, handOuts }: { deviceName: string; handOuts: readonly (HandOut | undefined)[] },
): FormerHandOut | undefined {
  const scan = findHandOut(scans, orderId);
  if (scan) return { at: scan.at, by: scan.person?.name ?? null, device: deviceName };
  const recorded = handOuts.find((handOut) => handOut?.at);
  return recorded && { at: Date.parse(recorded.at!), by: recorded.by, device: recorded.device };
}

export const listWaiting = (scans: readonly Scan[]): Scan[] =>
  scans.filter(({ answer }) => answer === 'waiting');

/** When it was handed out by the server's clock, which has told its time by now; the device's clock runs on as it did. */
export const getServerTime = ({ at, clockOffset }: Scan, offset: number): number =>
  clockOffset === undefined ? at : at + offset - clockOffset;

export interface HandOutAnswer {
  order_id: number | null;
  result: 'recorded' | 'already' | 'refused';
  message: string | null;
}

/** Those of this sale place's day and those that wait, with the server's answers. */
export const withAnswers = (scans: readonly Scan[], answers: readonly HandOutAnswer[]): Scan[] =>
  scans.map((scan) => {
    const answer = answers.find(({ order_id }) => order_id === scan.ticket.orderId);
    return scan.answer === 'waiting' && answer
      ? { ...scan, answer: answer.result, ...(answer.message && { message: answer.message }) }
      : scan;
  });

/** Scans of other days are over, unless they wait. */
export const dropOldScans = (scans: readonly Scan[], today: string, dateOf: (at: number) => string): Scan[] =>
  scans.filter(({ at, answer }) => answer === 'waiting' || dateOf(at) === today);
