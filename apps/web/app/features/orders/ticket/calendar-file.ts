import ical, { ICalAlarmType } from 'ical-generator';
import type { BuyerOrder } from '../buyer-orders.api.ts';

interface EventTexts {
  summary: string;
  description: string;
  url: string;
}

/** An iCalendar file with a reminder an hour before. Never contains the PIN: calendars are shared. */
export function buildCalendarFile(order: BuyerOrder, { summary, description, url }: EventTexts): string {
  const { sale_place: salePlace } = order;
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
      title: salePlace.name,
      address: salePlace.address,
      geo: { lat: salePlace.latitude, lon: salePlace.longitude },
    },
  });
  event.createAlarm({ type: ICalAlarmType.display, trigger: 3600, description: summary });
  return calendar.toString();
}
