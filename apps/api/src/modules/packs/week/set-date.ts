import type { endpoints } from '@wopack/contract';
import { type Calendar, type DayWindow, localDate, neighboursInTheWay } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import type { DbOrTrx } from '../../../platform/db/database.ts';
import { AppError, assertNoErrors, type FieldErrors } from '../../../platform/http/error.ts';
import type { AcceptedCall, Call } from '../../../platform/http/route.ts';
import { calendarsOf, forgetDate, sayOfDate, type WithWeek } from '../calendar.queries.ts';
import { findMyProductInZone, lockMyProduct } from '../my-products.queries.ts';
import { planWeek } from '../plan-week.ts';
import { keptView } from './kept-view.ts';

type Body = AcceptedCall<typeof endpoints.setDate>['body'];

/** A year of closing days is planned ahead, hardly more. */
const FARTHEST_DAYS = 400;

const closed = { time_start: null, time_end: null };

export async function validateDate(
  { db, clock }: Context,
  { actor, params: { id, date }, body }: AcceptedCall<typeof endpoints.setDate>,
): Promise<FieldErrors> {
  const pack = id ? await findMyProductInZone(db, actor.id, id) : undefined;
  const errors = pack && date ? await dateErrors(db, { pack, date, hours: hoursOf(body) }, clock.now()) : {};
  const { plan, time_start, time_end } = body;
  if (plan !== 'hours') return errors;
  return {
    ...errors,
    time_start: time_start ? errors.time_start : 'field.required',
    time_end: !time_end ? 'field.required' : time_start === time_end ? 'packs.equal_times' : errors.time_end,
  };
}

/** A pack closes on one date, has other hours there, or goes by its week again. */
export async function setDate(
  { db, clock }: Context,
  { actor, params: { id, date }, body, language }: Call<typeof endpoints.setDate>,
) {
  const hours = hoursOf(body);
  const now = clock.now();
  return db.transaction().execute(async (trx) => {
    const pack = await lockMyProduct(trx, actor.id, id);
    if (!pack) throw new AppError('notFound');
    if (!pack.schedule) throw new AppError('conflict', { message: 'packs.noWeek' });
    assertNoErrors(await dateErrors(trx, { pack, date, hours }, now));
    if (body.plan === 'usual') await forgetDate(trx, id, date);
    else await sayOfDate(trx, { product_id: id, date, ...(hours ?? closed) });
    const kept = (await planWeek(trx, pack, now)).filter((slot) => slot.date === date);
    return { data: { kept: await keptView(trx, kept, { timeZone: pack.time_zone, language }) } };
  });
}

/** The hours that are asked for, if they are. */
const hoursOf = ({ plan, time_start, time_end }: Body): DayWindow | null =>
  plan === 'hours' && time_start && time_end ? { time_start, time_end } : null;

interface Change {
  pack: Omit<WithWeek, 'daily_quantity'>;
  date: string;
  hours: DayWindow | null;
}

async function dateErrors(db: DbOrTrx, { pack, date, hours }: Change, now: Date): Promise<FieldErrors> {
  const today = localDate(now, pack.time_zone);
  const isFar = date > today.add({ days: FARTHEST_DAYS }).toString();
  const yesterday = today.subtract({ days: 1 }).toString();
  const calendar = (await calendarsOf(db, [pack], yesterday)).get(pack.id);
  const neighbours = calendar && hours ? neighboursOf(date, hours, calendar) : [];
  return {
    date: date < today.toString() ? 'packs.datePast' : isFar && 'packs.dateFar',
    time_start: neighbours.some((neighbour) => neighbour < date) && 'packs.overlapBefore',
    time_end: neighbours.some((neighbour) => neighbour > date) && 'packs.overlap',
  };
}

function neighboursOf(date: string, hours: DayWindow, calendar: Calendar): string[] {
  const dates = new Map([...calendar.dates, [date, hours] as const]);
  return neighboursInTheWay(date, { ...calendar, dates });
}
