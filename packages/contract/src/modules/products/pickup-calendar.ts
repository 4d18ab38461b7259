import Type from 'typebox';
import {
  Data,
  endpoint,
  Id,
  IdData,
  IdOrText,
  IdParams,
  Instant,
  Nullable,
  Photo,
  PickupText,
  SlotId,
  SlotParams,
  Text,
  TimeZone,
} from '../../endpoint.ts';

const module = 'packs';

export const WallTime = Type.String({
  $id: 'WallTime',
  pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
  description: 'HH:MM in the time zone of the sale place; an end before the start is on the next day',
});
const DayPlan = Type.Object(
  {
    time_start: WallTime,
    time_end: WallTime,
    quantity: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 99,
        description: 'units on this weekday; default: the daily quantity',
      }),
    ),
  },
  { $id: 'DayPlan' },
);

/** Pickup windows by weekday; a missing day is a day off. */
export const Schedule = Type.Object(
  {
    mon: Type.Optional(DayPlan),
    tue: Type.Optional(DayPlan),
    wed: Type.Optional(DayPlan),
    thu: Type.Optional(DayPlan),
    fri: Type.Optional(DayPlan),
    sat: Type.Optional(DayPlan),
    sun: Type.Optional(DayPlan),
  },
  { $id: 'Schedule', additionalProperties: false },
);

export const LocalDate = Type.String({
  $id: 'LocalDate',
  format: 'date',
  pattern: '^2[01]',
  description: 'YYYY-MM-DD in the time zone of the sale place',
});

const Slot = Type.Object(
  {
    id: SlotId,
    date: LocalDate,
    starts_at: Instant,
    ends_at: Instant,
    quantity: Type.Integer({ description: 'all units of the slot: sold, refunded, held and left' }),
    sold: Type.Integer({ description: 'without what was refunded in full' }),
    held: Type.Integer({ description: 'units on hold' }),
    left: Type.Integer({ description: 'units on sale' }),
    sold_out: Type.Boolean({
      description: 'marked by the seller: released units do not return to sale until the quantity is set',
    }),
    closed: Type.Boolean({ description: 'off sale; orders stay' }),
  },
  { $id: 'Slot' },
);

const ProductDay = Type.Object(
  {
    date: LocalDate,
    time_start: Nullable(WallTime),
    time_end: Nullable(WallTime),
    by: Type.Enum(['date', 'holiday', 'week'], {
      description: 'deciding rule: date override, holiday of the sale place, or weekly schedule',
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
    orders: Type.Array(Id, { description: 'orders not handed out' }),
    held: Type.Integer({ description: 'units on hold' }),
  },
  { $id: 'UnchangedSlot', description: 'slots that keep their window because of orders or holds' },
);

const Holiday = Type.Object(
  { id: Id, name: Type.String(), date_from: LocalDate, date_to: LocalDate },
  { $id: 'Holiday' },
);

export const pickupCalendar = {
  updateSchedule: endpoint({
    method: 'POST',
    path: '/api/v1/product_temp_update',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Set daily quantity and weekly pickup windows; puts a draft on sale, a paused product stays paused',
    body: Type.Object({
      product_id: IdOrText,
      quantity: Type.Union([
        Type.Integer({ minimum: 1, maximum: 99 }),
        Type.String({ pattern: '^[1-9][0-9]?$' }),
      ]),
      schedule: Schedule,
      same_schedule_for: Type.Optional(
        Type.Array(IdOrText, {
          maxItems: 100,
          description:
            'linked products that get quantity and windows too; drafts among them stay drafts. Default: none',
        }),
      ),
    }),
    reply: Data(
      Type.Object({
        id: Id,
        kept_dates: Type.Array(Type.String({ format: 'date' }), {
          description: 'dates that keep their window because of orders or holds',
        }),
        first_pickup: Nullable(
          Type.Object(
            { pickup_start: Instant, pickup_end: Instant, time_zone: TimeZone },
            { description: 'the next window of the product; null while it is paused or has none' },
          ),
        ),
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
  getSellerWeek: endpoint({
    method: 'GET',
    path: '/api/v1/seller/week',
    module,
    auth: 'member',
    businessRight: 'stock.change',
    devices: true,
    summary: 'Seven days of a sale place from today or a later date: hours and stock of each product',
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
            holiday: Nullable(Type.String({ description: 'name of the closed days; may be empty' })),
            public_holiday: Nullable(
              Type.String({ description: 'of country, region or municipality, whether closed or not' }),
            ),
          }),
        ),
        packs: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            photo: Nullable(Photo),
            type: Nullable(Type.String({ description: 'slug of the first category' })),
            state: Type.Enum(['active', 'paused', 'closed']),
            quantity: Type.Integer({ description: 'units per day' }),
            linked_count: Type.Integer({ description: 'how many others it is linked with' }),
            schedule: Schedule,
            running: Nullable(ProductDay),
            days: Type.Array(ProductDay, { description: 'one per entry of `dates`' }),
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
    auth: 'member',
    businessRight: 'stock.change',
    devices: true,
    summary: 'Set the units of a slot, including sold ones; less than sold and held is refused with code 5',
    params: SlotParams,
    body: Type.Object({ quantity: Type.Integer({ minimum: 0, maximum: 99 }) }),
    reply: Data(Slot),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  markSlotSoldOut: endpoint({
    method: 'POST',
    path: '/api/v1/seller/slots/{id}/sold_out',
    module,
    auth: 'member',
    businessRight: 'stock.change',
    devices: true,
    summary:
      'Mark a slot sold out: released and cancelled units do not return to sale until its quantity is set',
    params: SlotParams,
    reply: Data(Slot),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  updateDateOverride: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/dates/{date}',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Override a date of a product: closed, other hours, or back to the weekly schedule',
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
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Upcoming holidays of a sale place, and suggested public holidays of its country, region and municipality',
    params: IdParams,
    reply: Type.Object({
      data: Type.Array(Holiday),
      suggestions: Type.Array(
        Type.Object({ name: Type.String(), date_from: LocalDate, date_to: LocalDate }),
        { description: 'of the next twelve months, without those saved' },
      ),
    }),
    errors: ['validation', 'notFound'],
  }),
  saveHoliday: endpoint({
    method: 'POST',
    path: '/api/v1/seller/sale_places/{id}/holidays',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Close a sale place on a range of dates; the same dates again are renamed',
    params: IdParams,
    body: Type.Object({ name: Text(80), date_from: LocalDate, date_to: LocalDate }),
    reply: Data(Type.Object({ id: Id, kept: Type.Array(UnchangedSlot) })),
    errors: ['validation', 'notFound'],
  }),
  deleteHoliday: endpoint({
    method: 'POST',
    path: '/api/v1/seller/holidays/{id}/remove',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Delete a holiday',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound'],
  }),
} as const;
