import ical, { ICalAlarmType } from 'ical-generator';
import type { MyOrder } from '../my-orders.api.ts';

interface Texts {
  summary: string;
  description: string;
  url: string;
}

/** The pickup as an iCalendar file with a reminder an hour before. Never the PIN: calendars are shared. */
export function calendarFile(order: MyOrder, { summary, description, url }: Texts): string {
  const { sale_place: place } = order;
  const calendar = ical({ prodId: { company: 'WoPack', product: 'WoPack' } });
  const event = calendar.createEvent({
    id: `order-${order.id}@${new URL(url).hostname}`,
    stamp: new Date(order.created_at),
    start: new Date(order.pickup_start),
    end: new Date(order.pickup_end),
    summary,
    description,
    url,
    location: {
      title: place.name,
      address: place.address,
      geo: { lat: place.latitude, lon: place.longitude },
    },
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: 3600, description: summary });
  return calendar.toString();
}
