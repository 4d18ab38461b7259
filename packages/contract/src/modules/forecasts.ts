import Type from 'typebox';
import { Data, endpoint, Id, Instant, Nullable, Photo, TimeZone } from '../endpoint.ts';
import { LocalDate } from './products/pickup-calendar.ts';

const module = 'packs';

const ForecastRange = Type.Object(
  {
    expected: Type.Integer({ description: 'packs' }),
    low: Type.Integer({ description: 'in 8 of 10 cases it is from here' }),
    high: Type.Integer({ description: '… to here' }),
  },
  { $id: 'ForecastRange' },
);

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
            accuracy: Nullable(
              Type.Object({
                days: Type.Integer({ description: 'days on sale in the last eight weeks' }),
                mean_error: Type.Number({
                  description: 'packs a day between what was left over and the forecast of the days before',
                }),
                average_error: Type.Number({ description: 'the same of the plain average of the weekday' }),
                days_in_range: Type.Integer(),
              }),
            ),
            days: Type.Array(
              Type.Object({
                date: LocalDate,
                closed: Type.Boolean(),
                forecast: Nullable(
                  Type.Object({
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
                  }),
                ),
              }),
              { description: 'one per entry of `dates`' },
            ),
          }),
          { description: 'on sale, by name' },
        ),
      }),
    ),
    errors: ['validation', 'notFound'],
  }),
};
