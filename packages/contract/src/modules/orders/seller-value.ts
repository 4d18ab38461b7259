import Type from 'typebox';
import {
  Cents,
  Data,
  endpoint,
  Id,
  IdParams,
  Instant,
  Nullable,
  Photo,
  SalePlaceIds,
} from '../../endpoint.ts';
import { ReliabilityFigure } from '../offers/public-sale-places.ts';
import { LocalDate } from '../products/pickup-calendar.ts';

const module = 'orders';

const counts = {
  more: Type.Integer({ description: 'people who got more than what was promised' }),
  about: Type.Integer(),
  less: Type.Integer(),
};

/** Without counts: those of one row, taken off those of another, would leave a few people. */
const OfTen = Type.Integer({ description: 'so many of ten people got what was promised, or more; rounded' });

const NamedReference = Type.Object({ id: Id, name: Type.String() });

const SellerValue = Type.Object(
  {
    days: Type.Integer({ description: 'answers of so many days' }),
    packs: Type.Array(
      Type.Object({
        product: NamedReference,
        sale_place: NamedReference,
        value_cents: Type.Integer({ description: 'euro cents' }),
        counts: Nullable(
          Type.Object(counts, {
            description:
              'those of the offer, which change by five people or more at once; null: fewer than five',
          }),
        ),
        weeks: Type.Array(Type.Object({ week: LocalDate, of_ten: OfTen }), {
          description: 'by the Monday of the pickup, oldest first; those with five people or more',
        }),
        proposal: Nullable(
          Type.Object(
            {
              id: Id,
              from_cents: Cents,
              to_cents: Cents,
              of_ten: OfTen,
              made_at: Instant,
            },
            { description: 'a value a tenth lower, after three weeks below 70 %' },
          ),
        ),
      }),
    ),
    people: Type.Array(Type.Object({ name: Type.String(), of_ten: OfTen }), {
      description: 'by who handed out, from five people on',
    }),
    sale_places: Type.Array(
      Type.Object({
        ...NamedReference.properties,
        reliability: Type.Object(ReliabilityFigure.properties, {
          description: 'orders kept, as last counted; of however few: buyers see it from ten on',
        }),
      }),
    ),
    photos: Type.Array(
      Type.Object({
        photo: Photo,
        product: NamedReference,
        week: LocalDate,
        may_be_shown: Type.Boolean({ description: 'the buyer allows it' }),
        is_pinned: Type.Boolean({ description: 'shown as an example' }),
        is_hidden: Type.Boolean({ description: 'by an operator' }),
      }),
    ),
  },
  { $id: 'SellerValue' },
);

export const sellerValue = {
  getSellerValue: endpoint({
    method: 'GET',
    path: '/api/v1/seller/value',
    module,
    auth: 'member',
    businessRight: 'figures.view',
    summary:
      'Whether packs were worth their value: counts by pack, week and who handed out, photos and proposals',
    query: Type.Object({ sale_place_id: Type.Optional(Id), sale_place_ids: Type.Optional(SalePlaceIds) }),
    reply: Data(SellerValue),
    errors: ['validation', 'notFound'],
  }),
  acceptValueProposal: endpoint({
    method: 'POST',
    path: '/api/v1/seller/value_proposals/{id}/accept',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Lower the value of a pack to what is proposed; code 5 when it was changed meanwhile. Idempotent',
    params: IdParams,
    reply: Data(SellerValue),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  changeValuePhoto: endpoint({
    method: 'POST',
    path: '/api/v1/seller/value_photo',
    module,
    auth: 'member',
    businessRight: 'products.manage',
    summary:
      'Show a photo by a buyer as an example, with their consent, hide it again, or remove it for good. Idempotent but for the last',
    body: Type.Object({
      path: Type.String({ maxLength: 200 }),
      action: Type.Enum(['show', 'hide', 'remove']),
    }),
    reply: Data(SellerValue),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
