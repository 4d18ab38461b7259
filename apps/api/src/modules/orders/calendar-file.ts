import type { endpoints } from '@wopack/contract';
import {
  cancellationDeadline,
  deadlineText,
  type Language,
  MINUTE_MS,
  pickLanguage,
  pickupDateText,
  toLocative,
} from '@wopack/domain';
import ical, { ICalAlarmType } from 'ical-generator';
import type { Context } from '../../platform/context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Call } from '../../platform/http/route.ts';
import { translate } from '../../platform/messages/translate.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { findOrderForCalendar } from './orders.queries.ts';

/** Time for a device to pass the address on to its calendar. */
const LINK_LASTS_MS = 10 * MINUTE_MS;
const REMINDER_SECONDS = 3600;

/** Who reads a calendar entry: the buyer, or the friend whom they sent the order to. */
type Reader = 'buyer' | 'friend';

/**
 * An address for downloads, which send no session. Its key says order, end, language and reader, encrypted: nothing is
 * stored, and nothing can be read from it. Logs have the pattern of the route only.
 */
export function buildCalendarPath(
  secrets: Secrets,
  { id, expiresAt, language, reader }: { id: number; expiresAt: Date; language: Language; reader: Reader },
): string {
  const key = secrets.encrypt('calendar', `${id} ${expiresAt.getTime()} ${language} ${reader}`);
  return `/api/v1/calendar/${key}/wopack.ics`;
}

export const getCalendarLinkEnd = (now: Date): Date => new Date(now.getTime() + LINK_LASTS_MS);

export async function getCalendarLink(
  { db, clock, secrets }: Context,
  { actor, params: { id }, language }: Call<typeof endpoints.getCalendarLink>,
) {
  const order = await findOrderForCalendar(db, id);
  if (order?.user_id !== actor.id) throw new AppError('notFound');
  if (order.state !== 'paid') throw new AppError('conflict', { message: 'orders.notOpen' });
  const expiresAt = getCalendarLinkEnd(clock.now());
  const path = buildCalendarPath(secrets, { id, expiresAt, language, reader: 'buyer' });
  return { data: { path, expires_at: expiresAt.toISOString() } };
}

/** The pickup with a reminder an hour before. Never contains the PIN: calendars are shared. */
export async function getCalendarFile(
  { db, clock, secrets, config }: Context,
  { params: { key } }: Call<typeof endpoints.getCalendarFile>,
) {
  const [id, expiresMs, language, reader] = secrets.decrypt('calendar', key)?.split(' ') ?? [];
  const isValid = id !== undefined && clock.now().getTime() < Number(expiresMs);
  const order = isValid ? await findOrderForCalendar(db, Number(id)) : undefined;
  if (order?.state !== 'paid') throw new AppError('notFound');
  const content = buildCalendarFile(order, pickLanguage(language), {
    publicUrl: config.publicUrl,
    reader: reader === 'friend' ? reader : 'buyer',
  });
  return { name: `wopack-${order.id}.ics`, content: Buffer.from(content), isInline: true };
}

type CalendarOrder = NonNullable<Awaited<ReturnType<typeof findOrderForCalendar>>>;

function buildCalendarFile(
  order: CalendarOrder,
  language: Language,
  { publicUrl, reader }: { publicUrl: string; reader: Reader },
): string {
  const { id, pickup_start: start, pickup_end: end, time_zone: timeZone, place_name: place } = order;
  const name = order.product_names?.[language] ?? order.product_name;
  const summary = translate('orders.calendar.summary', language, {
    name,
    place: toLocative(place, language),
  });
  const calendar = ical({ prodId: { company: 'WoPack', product: 'WoPack' } });
  const event = calendar.createEvent({
    id: `order-${id}@${new URL(publicUrl).hostname}`,
    stamp: order.created_at,
    start,
    end,
    summary,
    description: translate(`orders.calendar.${reader === 'friend' ? 'ofFriend' : 'description'}`, language, {
      id,
      pickup: pickupDateText(start, end, timeZone, language),
      until: deadlineText(cancellationDeadline(start), timeZone, language),
    }),
    // The friend's link has its key: it stays out of calendars, which are shared.
    ...(reader === 'buyer' && { url: `${publicUrl}/orders/${id}` }),
    location: {
      title: place,
      address: order.address,
      geo: { lat: order.latitude, lon: order.longitude },
    },
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: REMINDER_SECONDS, description: summary });
  return calendar.toString();
}
