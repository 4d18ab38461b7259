import Type from 'typebox';
import {
  Data,
  Id,
  IdData,
  IdParams,
  Instant,
  Nullable,
  Photo,
  PickupText,
  Text,
  TimeZone,
} from './common.ts';
import { endpoint } from './endpoint.ts';
import { Schedule, WallTime } from './products.ts';

const module = 'packs';

const LocalDate = Type.String({
  $id: 'LocalDate',
  format: 'date',
  pattern: '^2[01]',
  description: 'YYYY-MM-DD on the calendar at the venue',
});

const Slot = Type.Object(
  {
    id: Id,
    date: LocalDate,
    starts_at: Instant,
    ends_at: Instant,
    quantity: Type.Integer({ description: 'all packs of the day: sold, held and left' }),
    sold: Type.Integer(),
    held: Type.Integer({ description: 'somebody is paying for these' }),
    left: Type.Integer({ description: 'on sale' }),
    sold_out: Type.Boolean({
      description: 'the seller said so: what is let go is not put on sale again until the quantity is set',
    }),
    closed: Type.Boolean({ description: 'nothing more of it is sold; orders stay' }),
  },
  { $id: 'Slot' },
);

const ProductDay = Type.Object(
  {
    date: LocalDate,
    time_start: Nullable(WallTime),
    time_end: Nullable(WallTime),
    by: Type.Enum(['date', 'holiday', 'week'], {
      description: 'what says so: hours for this date, a holiday of the venue, or the weekly schedule',
    }),
    slot: Nullable(Slot),
  },
  { $id: 'ProductDay' },
);

const UnchangedSlot = Type.Object(
  {
    product_id: Id,
    product_name: Type.String(),
    date: LocalDate,
    pickup: PickupText,
    pickup_start: Instant,
    pickup_end: Instant,
    time_zone: TimeZone,
    orders: Type.Array(Id, { description: 'still to be handed out' }),
    held: Type.Integer({ description: 'somebody is paying for these' }),
  },
  { $id: 'UnchangedSlot', description: 'packs sold or held, which keep their pickup window' },
);

const Holiday = Type.Object(
  { id: Id, name: Type.String(), date_from: LocalDate, date_to: LocalDate },
  { $id: 'Holiday' },
);

export const pickupCalendar = {
  getSellerWeek: endpoint({
    method: 'GET',
    path: '/api/v1/seller/week',
    module,
    auth: 'owner',
    summary: 'Seven days of a venue, from today or a later date on: hours, sold and left of each pack',
    query: Type.Object({
      sale_place_id: Id,
      from: Type.Optional(LocalDate),
    }),
    reply: Data(
      Type.Object({
        today: LocalDate,
        time_zone: TimeZone,
        dates: Type.Array(
          Type.Object({
            date: LocalDate,
            holiday: Nullable(Type.String({ description: 'name of a holiday of the venue; may be empty' })),
          }),
        ),
        packs: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            photo: Nullable(Photo),
            type: Nullable(Type.String({ description: 'slug of its first category' })),
            state: Type.Enum(['active', 'paused', 'closed']),
            quantity: Type.Integer({ description: 'packs a day' }),
            schedule: Schedule,
            days: Type.Array(ProductDay, { description: 'one for each of `dates`' }),
          }),
        ),
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
  updateSlotQuantity: endpoint({
    method: 'POST',
    path: '/api/v1/seller/slots/{id}/quantity',
    module,
    auth: 'owner',
    summary:
      'How many packs there are on one day, sold ones included. Less than are sold or held is refused with code 5',
    params: IdParams,
    body: Type.Object({ quantity: Type.Integer({ minimum: 0, maximum: 7 }) }),
    reply: Data(Slot),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  markSlotSoldOut: endpoint({
    method: 'POST',
    path: '/api/v1/seller/slots/{id}/sold_out',
    module,
    auth: 'owner',
    summary: 'Sell no more of this day, whatever is let go or cancelled, until its quantity is set again',
    params: IdParams,
    reply: Data(Slot),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  updateDateOverride: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/dates/{date}',
    module,
    auth: 'owner',
    summary: 'Close a pack on one date, give it other hours there, or let it go by its week again',
    params: Type.Object({ id: Id, date: LocalDate }),
    body: Type.Object({
      plan: Type.Enum(['closed', 'hours', 'usual']),
      time_start: Type.Optional(WallTime),
      time_end: Type.Optional(WallTime),
    }),
    reply: Data(Type.Object({ kept: Type.Array(UnchangedSlot) })),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listHolidays: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sale_places/{id}/holidays',
    module,
    auth: 'owner',
    summary: "A venue's holidays from today on, and public holidays of its country to choose from",
    params: IdParams,
    reply: Type.Object({
      data: Type.Array(Holiday),
      suggestions: Type.Array(
        Type.Object({ name: Type.String(), date_from: LocalDate, date_to: LocalDate }),
        { description: 'of the coming twelve months, without those taken up' },
      ),
    }),
    errors: ['validation', 'notFound'],
  }),
  saveHoliday: endpoint({
    method: 'POST',
    path: '/api/v1/seller/sale_places/{id}/holidays',
    module,
    auth: 'owner',
    summary: 'Close a venue on a range of dates; the same dates again have the new name',
    params: IdParams,
    body: Type.Object({ name: Text(80), date_from: LocalDate, date_to: LocalDate }),
    reply: Data(Type.Object({ id: Id, kept: Type.Array(UnchangedSlot) })),
    errors: ['validation', 'notFound'],
  }),
  deleteHoliday: endpoint({
    method: 'POST',
    path: '/api/v1/seller/holidays/{id}/remove',
    module,
    auth: 'owner',
    summary: 'Open a venue again on these dates',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound'],
  }),
} as const;
