import Type from 'typebox';
import { Cents, Data, endpoint, FileReply, Id, IdParams, Month, Nullable } from '../../endpoint.ts';

const module = 'orders';

const ImpactMonth = Month('a month of pickups at the sale place; default: the present one');

const figureFields = {
  packs: Type.Integer({ description: 'collected and not given back' }),
  packs_with_weight: Type.Integer({ description: 'of these, packs whose weight their seller declared' }),
  grams: Type.Integer({ description: 'declared weight of these; what has none adds nothing' }),
  saved_cents: Cents,
};

const Figures = Type.Object(figureFields, { $id: 'ImpactFigures' });

const Co2 = Type.Object(
  {
    grams: Type.Integer({ description: 'grams of CO2 equivalent: declared kilograms of the month × factor' }),
    grams_per_kg: Type.Integer({ description: 'the factor' }),
    method: Type.String(),
    source: Type.String({ description: 'address' }),
  },
  { $id: 'ImpactCo2' },
);

const impactFields = {
  month: Month('YYYY-MM'),
  is_present: Type.Boolean({ description: 'true: the month is still counting' }),
  months: Type.Array(Type.Object({ month: Type.String(), ...figureFields }), {
    description: 'twelve that end with the month, oldest first',
  }),
  sum: Figures,
  co2: Nullable(Co2),
};

const Impact = Type.Object(
  {
    ...impactFields,
    products: Type.Array(
      Type.Object({
        name: Type.String(),
        sale_place: Type.String(),
        packs: Type.Integer(),
        weight_grams: Nullable(Type.Integer({ description: 'of one, as declared; null: not said' })),
      }),
      { description: 'of the month, those with most packs, at most 20' },
    ),
  },
  { $id: 'Impact' },
);

const PublicImpact = {
  ...impactFields,
  month: Month('YYYY-MM; by default the last one that is shown, else the present one'),
  months: Type.Array(
    Type.Object({
      month: Type.String(),
      ...figureFields,
      is_hidden: Type.Boolean({
        description: 'true: fewer than ten buyers, or none; then all figures are 0',
      }),
    }),
    { description: 'twelve that end with the month, oldest first, as counted last night' },
  ),
};

const TownKey = Type.String({
  pattern: '^[a-z]{2}-[a-z0-9-]{1,97}$',
  maxLength: 100,
  description: "country and name: 'pt-lisboa'",
});

const TownName = Type.String({ description: "in the caller's language" });

const monthQuery = Type.Object({ month: Type.Optional(ImpactMonth) });
const businessQuery = Type.Object({ month: Type.Optional(ImpactMonth), sale_place_id: Type.Optional(Id) });

const ofBuyer = { method: 'GET', module, auth: 'user', query: monthQuery } as const;
const ofBusiness = {
  method: 'GET',
  module,
  auth: 'member',
  businessRight: 'figures.view',
  query: businessQuery,
} as const;

const ofEverybody = { method: 'GET', module, auth: 'public', query: monthQuery } as const;
const ofTown = { ...ofEverybody, params: Type.Object({ key: TownKey }) } as const;
const READ_LIMITS = [{ max: 300, window: '1 minute' }] as const;
const FILE_LIMITS = [{ max: 30, window: '1 minute' }] as const;

export const impact = {
  getImpact: endpoint({
    ...ofBuyer,
    path: '/api/v1/impact',
    summary:
      'What came of the packs that the caller collected: packs, declared weight and money saved, by month',
    reply: Data(Impact),
    readsReplica: true,
    errors: ['validation'],
  }),
  exportImpactPdf: endpoint({
    ...ofBuyer,
    path: '/api/v1/impact.pdf',
    summary: "The same as a PDF in the caller's language",
    produces: 'application/pdf',
    reply: FileReply,
    errors: ['validation', 'tooMany'],
  }),
  exportImpactPicture: endpoint({
    ...ofBuyer,
    path: '/api/v1/impact.png',
    summary: "The month as a picture to share, in the caller's language and without their name",
    produces: 'image/png',
    reply: FileReply,
    errors: ['validation', 'tooMany'],
  }),
  getSalePlaceImpact: endpoint({
    method: 'GET',
    path: '/api/v1/sale_places/{id}/impact',
    module,
    auth: 'public',
    summary:
      'The same of a sale place for everybody: of the last twelve months those with ten buyers or more, and their sum',
    params: IdParams,
    reply: Data(
      Type.Object({
        months: Type.Array(Type.Object({ month: Type.String(), ...figureFields }), {
          description: 'oldest first',
        }),
        sum: Figures,
        town: Nullable(
          Type.Object(
            { key: TownKey, name: TownName },
            { description: 'its town, if that has figures of the last twelve months' },
          ),
        ),
      }),
    ),
    limits: READ_LIMITS,
    readsReplica: true,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  exportSalePlaceImpactPdf: endpoint({
    ...ofEverybody,
    path: '/api/v1/sale_places/{id}/impact.pdf',
    summary: "A month of a sale place with ten buyers or more as a PDF in the caller's language",
    params: IdParams,
    produces: 'application/pdf',
    reply: FileReply,
    limits: FILE_LIMITS,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  exportSalePlaceImpactPicture: endpoint({
    ...ofEverybody,
    path: '/api/v1/sale_places/{id}/impact.png',
    summary: 'The same as a picture to share',
    params: IdParams,
    produces: 'image/png',
    reply: FileReply,
    limits: FILE_LIMITS,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  listTowns: endpoint({
    method: 'GET',
    path: '/api/v1/towns',
    module,
    auth: 'public',
    summary: 'Towns that have figures of the last twelve months, at most 200, those with most packs first',
    reply: Data(
      Type.Array(
        Type.Object({
          key: TownKey,
          name: TownName,
          packs: Type.Integer({ description: 'of the months that are shown' }),
        }),
      ),
    ),
    limits: READ_LIMITS,
    readsReplica: true,
    errors: ['tooMany'],
  }),
  getTownImpact: endpoint({
    ...ofTown,
    path: '/api/v1/towns/{key}/impact',
    summary:
      'What came of the packs of a town, by month: those in which ten people bought, also without the orders of any one business',
    reply: Data(Type.Object({ key: TownKey, name: TownName, ...PublicImpact }, { $id: 'TownImpact' })),
    limits: READ_LIMITS,
    readsReplica: true,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  exportTownImpactPdf: endpoint({
    ...ofTown,
    path: '/api/v1/towns/{key}/impact.pdf',
    summary: "The same as a PDF in the caller's language; code 4 for a month that is hidden",
    produces: 'application/pdf',
    reply: FileReply,
    limits: FILE_LIMITS,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  exportTownImpactPicture: endpoint({
    ...ofTown,
    path: '/api/v1/towns/{key}/impact.png',
    summary: "The month as a picture to share, in the caller's language; code 4 for a month that is hidden",
    produces: 'image/png',
    reply: FileReply,
    limits: FILE_LIMITS,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  getBusinessImpact: endpoint({
    ...ofBusiness,
    path: '/api/v1/seller/impact',
    summary: "The same of all of the member's sale places, or of one",
    reply: Data(Impact),
    readsReplica: true,
    errors: ['validation', 'notFound'],
  }),
  exportBusinessImpactPdf: endpoint({
    ...ofBusiness,
    path: '/api/v1/seller/impact.pdf',
    summary: "The same as a PDF in the caller's language",
    produces: 'application/pdf',
    reply: FileReply,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  exportBusinessImpactPicture: endpoint({
    ...ofBusiness,
    path: '/api/v1/seller/impact.png',
    summary: "The month as a picture to share, in the caller's language, with the names of the sale places",
    produces: 'image/png',
    reply: FileReply,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
} as const;
