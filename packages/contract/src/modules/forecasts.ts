import Type from 'typebox';
import {
  Data,
  endpoint,
  Id,
  IdParams,
  Instant,
  Nullable,
  Photo,
  PickupText,
  SlotId,
  SlotParams,
  TimeZone,
} from '../endpoint.ts';
import { PushEndpoint } from './notifications.ts';
import { LocalDate, WallTime } from './products/pickup-calendar.ts';

const module = 'packs';

const ForecastRange = Type.Object(
  {
    expected: Type.Integer({ description: 'packs' }),
    low: Type.Integer({ description: 'in 8 of 10 cases it is from here' }),
    high: Type.Integer({ description: '… to here' }),
  },
  { $id: 'ForecastRange' },
);

/** Numbers of a date, with their reasons. */
const DayForecast = Type.Object(
  {
    left_over: ForecastRange,
    bought: ForecastRange,
    proposal: Type.Integer({ description: 'the lower of both' }),
    like_days: Type.Integer({
      description: 'the last dates with this weekday, at most eight',
    }),
    sold_out_early_days: Type.Integer({
      description: 'of these, sold out with at least a quarter of the time to go',
    }),
    waited: Type.Integer({
      description: 'people who waited or entered on these and got none',
    }),
  },
  { $id: 'DayForecast' },
);

const Accuracy = Type.Object(
  {
    days: Type.Integer({ description: 'days on sale in the last eight weeks' }),
    mean_error: Type.Number({
      description:
        'packs a day between what was left over, or bought, and the forecast of the days before; of a day that sold out, only what was bought or waited for at least counts',
    }),
    average_error: Type.Number({ description: 'the same of the plain average of the weekday' }),
    days_in_range: Type.Integer(),
  },
  { $id: 'ForecastAccuracy' },
);

const StockQuestionSettings = Type.Object(
  {
    asks_at: Nullable(WallTime),
    publishes_itself: Type.Boolean({
      description: 'the proposal is published then by itself, if it is more than was promised',
    }),
  },
  { $id: 'StockQuestionSettings' },
);

const StockQuestion = Type.Object(
  {
    id: SlotId,
    state: Type.Enum(['open', 'answered', 'over'], {
      description: 'over: not answered, and the pickup has begun, or the slot is off sale; the number stands',
    }),
    product: Type.Object({ id: Id, name: Type.String(), photo: Nullable(Photo) }),
    sale_place: Type.Object({ id: Id, name: Type.String(), time_zone: TimeZone }),
    date: LocalDate,
    starts_at: Instant,
    ends_at: Instant,
    pickup: PickupText,
    asked_at: Instant,
    promised: Type.Integer({ description: 'units when it was asked' }),
    quantity: Type.Integer({ description: 'all units of the slot now' }),
    sold: Type.Integer({ description: 'without what was refunded in full' }),
    taken: Type.Integer({ description: 'sold, refunded or on hold: the least that can be answered' }),
    proposal: Nullable(Type.Integer({ description: 'of the forecast; null: none' })),
    forecast: Nullable(DayForecast),
    accuracy: Nullable(Accuracy),
    answer: Nullable(Type.Integer()),
    answered_at: Nullable(Instant),
    published_by_itself: Type.Boolean(),
    followers: Type.Integer({ description: 'people who will be told when units are added' }),
    waiting: Type.Boolean({ description: 'people wait in line: units are offered to them first' }),
  },
  { $id: 'StockQuestion' },
);

const UpcomingQuestion = Type.Object(
  {
    product: Type.Object({ id: Id, name: Type.String(), photo: Nullable(Photo) }),
    sale_place: Type.Object({ id: Id, name: Type.String(), time_zone: TimeZone }),
    asks_at: WallTime,
    publishes_itself: Type.Boolean(),
    next: Nullable(
      Type.Object(
        {
          at: Instant,
          slot_id: SlotId,
          date: LocalDate,
          pickup: PickupText,
          promised: Type.Integer({ description: 'units of the slot now' }),
          proposal: Nullable(
            Type.Integer({
              description:
                'what would be proposed with the forecast of today, not fewer than were promised; null: no forecast yet',
            }),
          ),
        },
        {
          description:
            'the first question that will be asked as things are; null: none in the next seven days, because no date has a slot on sale that begins later',
        },
      ),
    ),
  },
  { $id: 'UpcomingQuestion' },
);

const answerFields = {
  quantity: Type.Integer({
    minimum: 0,
    maximum: 99,
    description: 'all units of the day, also those sold; not a number to add',
  }),
  former_quantity: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 99,
      description: 'the number that whoever answers saw; when it is another one by now, nothing is published',
    }),
  ),
};

export const forecasts = {
  getForecast: endpoint({
    method: 'GET',
    path: '/api/v1/seller/forecast',
    module,
    auth: 'member',
    businessRight: 'figures.view',
    summary:
      'The next seven days of a sale place: how many packs will be left over to sell, and how many would be bought',
    query: Type.Object({ sale_place_id: Id }),
    reply: Data(
      Type.Object({
        today: LocalDate,
        time_zone: TimeZone,
        dates: Type.Array(
          Type.Object({
            date: LocalDate,
            public_holiday: Nullable(Type.String({ description: 'of country, region or municipality' })),
          }),
        ),
        packs: Type.Array(
          Type.Object({
            id: Id,
            name: Type.String(),
            photo: Nullable(Photo),
            earning_cents: Type.Integer({ description: 'of one pack that is sold, after the commission' }),
            computed_at: Nullable(Instant),
            accuracy: Nullable(Accuracy),
            bought_accuracy: Nullable(Accuracy),
            own_numbers: Type.Integer({
              description:
                'days of the last eight weeks whose number was published by itself; they are not in `accuracy`, because the number was the forecast',
            }),
            question: Type.Optional(StockQuestionSettings),
            days: Type.Array(
              Type.Object({
                date: LocalDate,
                closed: Type.Boolean(),
                forecast: Nullable(DayForecast),
              }),
              {
                description:
                  'one per entry of `dates`; `forecast` is null where it is closed, the pickup of the day is over, or there is none yet',
              },
            ),
          }),
          { description: 'on sale, by name' },
        ),
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
  listStockQuestions: endpoint({
    method: 'GET',
    path: '/api/v1/seller/stock_questions',
    module,
    auth: 'member',
    businessRight: 'stock.change',
    devices: true,
    summary: 'Questions how many units there are today, also those answered, until the end of the pickup',
    query: Type.Object({ sale_place_id: Type.Optional(Id) }),
    reply: Data(Type.Array(StockQuestion)),
    errors: ['validation', 'notFound'],
  }),
  listNextStockQuestions: endpoint({
    method: 'GET',
    path: '/api/v1/seller/stock_questions/next',
    module,
    auth: 'member',
    businessRight: 'stock.change',
    devices: true,
    summary: 'Which packs will be asked about next, and when; the soonest first, at most 200',
    query: Type.Object({ sale_place_id: Type.Optional(Id) }),
    reply: Data(Type.Array(UpcomingQuestion)),
    errors: ['validation', 'notFound'],
  }),
  answerStockQuestion: endpoint({
    method: 'POST',
    path: '/api/v1/seller/stock_questions/{id}/answer',
    module,
    auth: 'member',
    businessRight: 'stock.change',
    devices: true,
    summary: 'Say how many units there are today; once a slot, the same number again changes nothing',
    description:
      'Refused with code 5: another number was published before, the number was changed meanwhile, fewer than are taken, the pickup has begun, the slot is off sale or drawn.',
    params: SlotParams,
    body: Type.Object(answerFields),
    reply: Data(StockQuestion),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  answerPushedQuestion: endpoint({
    method: 'POST',
    path: '/api/v1/stock_question_answer',
    module,
    auth: 'public',
    limits: [{ max: 60, window: '1 hour' }],
    summary: 'The same by a button of a notification',
    description:
      'Called by a service worker, which has no token. The key is in the notification, which only the browser can read; it holds for its user, as long as they are signed in on this browser and may change the stock.',
    body: Type.Object({
      id: SlotId,
      key: Type.String({ minLength: 1, maxLength: 64 }),
      endpoint: PushEndpoint,
      ...answerFields,
    }),
    reply: Data(
      Type.Object({
        title: Type.String({ description: 'in the language of the user' }),
        body: Type.String(),
      }),
    ),
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  updateStockQuestion: endpoint({
    method: 'POST',
    path: '/api/v1/seller/products/{id}/stock_question',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary: 'Choose when to be asked each day how many units there are; null: never',
    params: IdParams,
    body: Type.Object({
      asks_at: Nullable(WallTime),
      publishes_itself: Type.Optional(Type.Boolean({ description: 'default: false' })),
    }),
    reply: Data(StockQuestionSettings),
    errors: ['validation', 'notFound', 'conflict'],
  }),
};
