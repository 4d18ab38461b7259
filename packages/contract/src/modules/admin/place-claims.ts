import Type from 'typebox';
import { Data, endpoint, Id, IdParams, Instant, Nullable, Photo } from '../../endpoint.ts';
import { lookAlikeStates, placeClaimStates } from '../../vocabulary.ts';
import { CaseDecision, list, operatorChange, operatorRead, period, Reason, Reference } from './lists.ts';

const Place = Type.Object(
  {
    id: Id,
    name: Type.String(),
    address: Type.String(),
    seller: Reference,
    is_hidden: Type.Boolean(),
    created_at: Instant,
  },
  { $id: 'AdminClaimedPlace' },
);

const PlaceDetail = Type.Object(
  {
    ...Place.properties,
    phone: Type.String(),
    products: Type.Integer(),
    open_orders: Type.Integer({ description: 'and holds; a transfer waits for them' }),
  },
  { $id: 'AdminClaimedPlaceDetail' },
);

const lookAlikeFields = {
  id: Id,
  created_at: Instant,
  state: Type.Enum(lookAlikeStates),
  distance: Type.Integer({ description: 'metres' }),
};

const lookAlikes = list({
  path: '/api/v1/admin/look_alikes',
  right: 'catalogue.view',
  summary: "Sale places that were registered near another seller's of a like name",
  filters: { ...period, state: Type.Optional(Type.Enum(lookAlikeStates)) },
  sorts: ['created_at'],
  row: Type.Object({ ...lookAlikeFields, place: Place, earlier_place: Place }, { $id: 'AdminLookAlikeRow' }),
});

const AdminLookAlike = Type.Object(
  { ...lookAlikeFields, place: PlaceDetail, earlier_place: PlaceDetail, decided: CaseDecision },
  { $id: 'AdminLookAlike' },
);

const claimFields = {
  id: Id,
  created_at: Instant,
  state: Type.Enum(placeClaimStates),
  place: Place,
  claimant: Reference,
  answer_until: Instant,
  answered_at: Nullable(Instant),
};

const claims = list({
  path: '/api/v1/admin/place_claims',
  right: 'catalogue.view',
  summary: 'Claims of sellers on sale places of others',
  filters: { ...period, state: Type.Optional(Type.Enum(placeClaimStates)) },
  sorts: ['created_at'],
  row: Type.Object(claimFields, { $id: 'AdminPlaceClaimRow' }),
});

const AdminPlaceClaim = Type.Object(
  {
    ...claimFields,
    place: PlaceDetail,
    owner: Reference,
    text: Type.String(),
    phone: Type.String(),
    photos: Type.Array(Photo),
    answer: Nullable(Type.String()),
    can_approve: Type.Boolean({ description: 'the owner has answered, or had 14 days' }),
    decided: CaseDecision,
  },
  { $id: 'AdminPlaceClaim' },
);

export const placeClaims = {
  listLookAlikes: lookAlikes.rows,
  exportLookAlikes: lookAlikes.csv,
  getLookAlike: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/look_alikes/{id}',
    right: 'catalogue.view',
    summary: 'Two sale places that look alike; written to the audit log',
    params: IdParams,
    reply: Data(AdminLookAlike),
    errors: ['validation', 'notFound'],
  }),
  decideLookAlike: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/look_alikes/{id}/decide',
    right: 'catalogue.moderate',
    summary:
      'Keep both, hide the new one, or hide the earlier one for the new one (code 5 while it has open orders or holds). Whose sale place is hidden gets the reasons',
    params: IdParams,
    body: Type.Object({ decision: Type.Enum(['keep', 'hide_new', 'transfer']), reason: Reason }),
    reply: Data(AdminLookAlike),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listPlaceClaims: claims.rows,
  exportPlaceClaims: claims.csv,
  getPlaceClaim: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/place_claims/{id}',
    right: 'catalogue.view',
    summary: 'A claim with evidence and answer; written to the audit log',
    params: IdParams,
    reply: Data(AdminPlaceClaim),
    errors: ['validation', 'notFound'],
  }),
  decidePlaceClaim: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/place_claims/{id}/decide',
    right: 'catalogue.moderate',
    summary:
      "Approve or refuse a claim. Approving hides the owner's sale place with its products and makes the claimant a paused one; code 5 before the owner has answered or had 14 days, and while there are open orders or holds. Both get the reasons",
    params: IdParams,
    body: Type.Object({ decision: Type.Enum(['approve', 'refuse']), reason: Reason }),
    reply: Data(AdminPlaceClaim),
    errors: ['validation', 'notFound', 'conflict'],
  }),
} as const;
