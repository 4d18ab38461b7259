import Type from 'typebox';
import { Data, endpoint, Id, IdParams, Instant, Nullable, Photo, SalePlaceIds } from '../../endpoint.ts';
import { LocalDate } from '../products/pickup-calendar.ts';

const module = 'orders';

const counts = {
  more: Type.Integer({ description: 'people who got more than what was promised' }),
  about: Type.Integer(),
  less: Type.Integer(),
};

const NamedReference = Type.Object({ id: Id, name: Type.String() });

const SellerValue = Type.Object(
  {
    days: Type.Integer({ description: 'answers of so many days' }),
    packs: Type.Array(
      Type.Object({
        product: NamedReference,
        sale_place: NamedReference,
        value_cents: Type.Integer({ description: 'euro cents' }),
        counts: Nullable(Type.Object(counts, { description: 'null: fewer than five people' })),
        weeks: Type.Array(Type.Object({ week: LocalDate, ...counts }), {
          description: 'by the Monday of the pickup, oldest first; those with five people or more',
        }),
        proposal: Nullable(
          Type.Object(
            {
              id: Id,
              from_cents: Type.Integer(),
              to_cents: Type.Integer(),
              answers: Type.Integer({
                description: 'answers of the three weeks: a person counts once in each',
              }),
              less: Type.Integer(),
              made_at: Instant,
            },
            { description: 'a value a tenth lower, after three weeks below 70 %' },
          ),
        ),
      }),
    ),
    people: Type.Array(Type.Object({ name: Type.String(), ...counts }), {
      description: 'by who handed out, from five people on',
    }),
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
