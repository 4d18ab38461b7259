import { MAX_UNITS_PER_DAY, type Schedule } from '@wopack/domain';

/** The next instant with this time of day at the sale place, after `now`. A time that a clock change leaves out is an hour later. */
export function findNextAsking(asksAt: string, timeZone: string, now: Date): Date {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const time = Temporal.PlainTime.from(asksAt);
  const onDate = (days: number) =>
    new Date(
      today.add({ days }).toPlainDateTime(time).toZonedDateTime(timeZone, { disambiguation: 'compatible' })
        .epochMilliseconds,
    );
  const next = onDate(0);
  return next > now ? next : onDate(1);
}

/** Questions further ahead are not announced. */
const DAYS_AHEAD = 7;

/** The instants of the coming week at which is asked, from the next one on. */
export function listAskings(
  { asks_at: asksAt, next_at: next }: { asks_at: string; next_at: Date },
  timeZone: string,
): Date[] {
  const askings = [next];
  while (askings.length < DAYS_AHEAD) askings.push(findNextAsking(asksAt, timeZone, askings.at(-1)!));
  return askings;
}

/** The latest 'HH:MM' at which a pickup of the week begins; null: there is none. */
export const findLatestStart = (schedule: Schedule): string | null =>
  Object.values(schedule)
    .map(({ time_start: start }) => start)
    .sort()
    .at(-1) ?? null;

/** What whoever is asked would publish: the forecast, never fewer than were promised. */
export const chooseProposal = (promised: number, forecast: number | null): number =>
  Math.max(promised, Math.min(forecast ?? 0, MAX_UNITS_PER_DAY));

export interface QuestionedSlot {
  starts_at: Date;
  ends_at: Date;
  closed: boolean;
  /** Marked so by the seller. */
  sold_out: boolean;
  allocation: 'public' | 'planned' | 'draw' | 'line';
  is_on_sale: boolean;
}

/** Message key of why a number cannot be published; null: it can. */
export function findObstacle(slot: QuestionedSlot, now: Date): string | null {
  if (slot.ends_at <= now) return 'products.slotEnded';
  if (slot.starts_at <= now) return 'forecasts.begun';
  if (slot.closed) return 'products.dateClosed';
  if (slot.sold_out) return 'forecasts.soldOut';
  if (slot.allocation === 'planned' || slot.allocation === 'draw') return 'forecasts.drawn';
  return slot.is_on_sale ? null : 'forecasts.offSale';
}
