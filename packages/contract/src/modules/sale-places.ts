import Type from 'typebox';
import {
  Data,
  endpoint,
  FileReply,
  Id,
  IdData,
  IdOrText,
  IdParams,
  Instant,
  Latitude,
  Lines,
  Longitude,
  NamedType,
  Nullable,
  Phone,
  Photo,
  Text,
  TextLanguage,
} from '../endpoint.ts';
import { MAX_TEXT_LENGTH, placeClaimStates } from '../vocabulary.ts';

const module = 'sale-places';

const claimFields = {
  id: Id,
  created_at: Instant,
  sale_place: Type.Object({ id: Id, name: Type.String(), address: Type.String() }),
  state: Type.Enum(placeClaimStates),
  answer_until: Instant,
  answered_at: Nullable(Instant),
};

const Description = Lines(1000);

const Descriptions = Type.Object(
  { pt: Type.Optional(Description), en: Type.Optional(Description), ru: Type.Optional(Description) },
  { additionalProperties: false, description: 'in other languages; unchanged when not sent' },
);

const SalePlace = Type.Object(
  {
    id: Id,
    name: Type.String(),
    description: Type.String(),
    language: TextLanguage,
    descriptions: Descriptions,
    phone: Type.String(),
    address: Type.String(),
    latitude: Latitude,
    longitude: Longitude,
    logo: Nullable(Type.String({ description: 'relative to the API host' })),
    time_zone: Type.String({
      description: 'IANA name, derived from the coordinates unless its seller chose another',
    }),
    categories: Type.Array(NamedType),
    isHandWriteAddress: Type.Boolean(),
    rating: Nullable(Type.Number()),
    rating_count: Type.Integer(),
    paused: Type.Boolean({ description: 'off sale until resumed' }),
  },
  { $id: 'SalePlace' },
);

export const salePlaces = {
  listSalePlaceTypes: endpoint({
    method: 'GET',
    path: '/api/v1/sale_place_types',
    module,
    auth: 'public',
    summary: 'Sale place types',
    reply: Data(Type.Array(NamedType)),
    errors: [],
  }),
  saveSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/sale_places',
    module,
    auth: 'member',
    businessRight: 'sale_places.manage',
    summary:
      'Create a sale place, or update one (with `id`); 3 while the e-mail address is not verified, then code 5 on `email_verified`',
    body: Type.Object({
      id: Type.Optional(IdOrText),
      name: Text(120, 1),
      description: Type.Optional(Lines(1000, 0, 'unchanged when not sent')),
      language: Type.Optional(TextLanguage),
      descriptions: Type.Optional(Descriptions),
      phone: Phone(1),
      address: Text(240, 1),
      categories: Type.Union([Type.String({ maxLength: 400 }), Type.Array(IdOrText, { maxItems: 20 })], {
        description: 'JSON text of category ids; an array is tolerated',
      }),
      latitude: Latitude,
      longitude: Longitude,
      time_zone: Type.Optional(
        Type.String({ maxLength: 64, description: 'IANA name, where that of the coordinates is wrong' }),
      ),
      isHandWriteAddress: Type.Boolean(),
    }),
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listMySalePlaces: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sale_places',
    module,
    auth: 'member',
    businessRight: 'business.use',
    summary: "The seller's sale places",
    reply: Data(Type.Array(SalePlace)),
    errors: [],
  }),
  getMySalePlace: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sale_places/{id}',
    module,
    auth: 'member',
    businessRight: 'sale_places.manage',
    summary: "One of the seller's sale places",
    params: IdParams,
    reply: Data(SalePlace),
    errors: ['validation', 'notFound'],
  }),
  exportPosterPdf: endpoint({
    method: 'GET',
    path: '/api/v1/seller/sale_places/{id}/poster',
    module,
    auth: 'member',
    businessRight: 'sale_places.manage',
    summary:
      "A poster of one of the seller's sale places for its window, as a PDF: its name, and a QR code that leads to its public page",
    params: IdParams,
    query: Type.Object({
      size: Type.Optional(
        Type.Enum(['a4', 'sticker'], { description: 'a sticker is 10 cm wide and high; `a4` when not sent' }),
      ),
      language: Type.Optional(TextLanguage),
    }),
    produces: 'application/pdf',
    reply: FileReply,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  pauseSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/seller/sale_places/{id}/pause',
    module,
    auth: 'member',
    businessRight: 'sale_places.manage',
    summary: 'Pause or resume a sale place with all its products; orders stay',
    params: IdParams,
    body: Type.Object({ paused: Type.Boolean() }),
    reply: Data(Type.Object({ id: Id, paused: Type.Boolean() })),
    errors: ['validation', 'notFound'],
  }),
  deleteSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/seller/sale_places/{id}/remove',
    module,
    auth: 'member',
    businessRight: 'sale_places.manage',
    summary: 'Remove a sale place and its products for good; refused with open orders or holds',
    params: IdParams,
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  findLookAlikes: endpoint({
    method: 'GET',
    path: '/api/v1/sale_places/look_alikes',
    module,
    auth: 'member',
    businessRight: 'sale_places.manage',
    summary:
      "Other sellers' sale places of the same or a like name within 100 m; to ask before one is registered again",
    query: Type.Object({ name: Text(120, 1), latitude: Latitude, longitude: Longitude }),
    reply: Data(Type.Array(Type.Object({ id: Id, name: Type.String(), address: Type.String() }))),
    limits: [
      { max: 60, window: '1 minute' },
      { max: 120, window: '1 hour', by: 'user' },
    ],
    errors: ['validation', 'tooMany'],
  }),
  claimSalePlace: endpoint({
    method: 'POST',
    path: '/api/v1/sale_places/{id}/claim',
    module,
    auth: 'member',
    businessRight: 'business.manage',
    summary:
      "Say that another seller's sale place is the caller's; that seller is asked, an operator decides. One open claim per place, three in all",
    params: IdParams,
    body: Type.Object({
      text: Lines(MAX_TEXT_LENGTH, 1),
      phone: Phone(1),
      photos: Type.Optional(
        Type.Array(Text(200, 1), {
          maxItems: 4,
          description: 'paths of own uploads from uploadClaimPhoto; seen by the caller and operators only',
        }),
      ),
    }),
    reply: IdData,
    limits: [
      { max: 10, window: '1 hour' },
      { max: 10, window: '1 hour', by: 'user' },
    ],
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  uploadClaimPhoto: endpoint({
    method: 'POST',
    path: '/api/v1/sale_places/claim_photo',
    module,
    auth: 'member',
    businessRight: 'business.manage',
    summary:
      'Upload a photo as evidence for a claim (JPEG, PNG or WebP, at most 10 MB), kept whole; 30 may wait while the e-mail address is not verified, then code 5 on `email_verified`',
    file: 'photo',
    reply: Data(Photo),
    limits: [
      { max: 20, window: '1 minute', by: 'user' },
      { max: 60, window: '1 minute' },
    ],
    errors: ['validation', 'conflict', 'uploadRefused', 'uploadTooLarge', 'tooMany'],
  }),
  listMyPlaceClaims: endpoint({
    method: 'GET',
    path: '/api/v1/seller/place_claims',
    module,
    auth: 'member',
    businessRight: 'business.manage',
    summary: "The seller's claims, and those of others on the seller's sale places",
    reply: Data(
      Type.Object({
        mine: Type.Array(
          Type.Object({
            ...claimFields,
            text: Type.String(),
            photos: Type.Array(Photo, { description: 'erased six months after the decision' }),
            reason: Nullable(Type.String()),
          }),
        ),
        of_others: Type.Array(
          Type.Object({ ...claimFields, text: Type.String(), answer: Nullable(Type.String()) }),
        ),
      }),
    ),
    errors: [],
  }),
  answerPlaceClaim: endpoint({
    method: 'POST',
    path: '/api/v1/seller/place_claims/{id}/answer',
    module,
    auth: 'member',
    businessRight: 'business.manage',
    summary: "Answer a claim on one of the seller's sale places, once and within 14 days",
    params: IdParams,
    body: Type.Object({ text: Lines(MAX_TEXT_LENGTH, 1) }),
    reply: IdData,
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
