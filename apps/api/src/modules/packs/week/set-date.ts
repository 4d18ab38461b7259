import type { endpoints } from '@wopack/contract';
import { type Calendar, type DayWindow, localDate, neighbourInTheWay } from '@wopack/rules';
import type { Context } from '../../../platform/context.ts';
import { AppError, invalid } from '../../../platform/http/error.ts';
import type { Call } from '../../../platform/http/route.ts';
import { calendarsOf, forgetDate, sayOfDate } from '../calendar.queries.ts';
import { lockMyProduct } from '../my-products.queries.ts';
import { planWeek } from '../plan-week.ts';
import { keptView } from './kept-view.ts';

type Body = Call<typeof endpoints.setDate>['body'];

/** A year of closing days is planned ahead, hardly more. */
const FARTHEST_DAYS = 400;

const closed = { time_start: null, time_end: null };

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
    const today = localDate(now, pack.time_zone);
    if (date < today.toString()) throw invalid('date', 'packs.datePast');
    if (date > today.add({ days: FARTHEST_DAYS }).toString()) throw invalid('date', 'packs.dateFar');
    const calendar = (await calendarsOf(trx, [pack], today.subtract({ days: 1 }).toString())).get(id);
    if (!calendar) throw new AppError('conflict', { message: 'packs.noWeek' });
    if (hours) expectRoom(date, hours, calendar);
    if (body.plan === 'usual') await forgetDate(trx, id, date);
    else await sayOfDate(trx, { product_id: id, date, ...(hours ?? closed) });
    const kept = (await planWeek(trx, pack, now)).filter((slot) => slot.date === date);
    return { data: { kept: await keptView(trx, kept, { timeZone: pack.time_zone, language, now }) } };
  });
}

/** The hours that are asked for, if they are. */
function hoursOf({ plan, time_start, time_end }: Body): DayWindow | null {
  if (plan !== 'hours') return null;
  if (!time_start) throw invalid('time_start', 'field.required');
  if (!time_end) throw invalid('time_end', 'field.required');
  if (time_start === time_end) throw invalid('time_end', 'packs.equal_times');
  return { time_start, time_end };
}

function expectRoom(date: string, hours: DayWindow, calendar: Calendar): void {
  const dates = new Map([...calendar.dates, [date, hours] as const]);
  const neighbour = neighbourInTheWay(date, { ...calendar, dates });
  if (neighbour === null) return;
  throw neighbour < date
    ? invalid('time_start', 'packs.overlapBefore')
    : invalid('time_end', 'packs.overlap');
}
