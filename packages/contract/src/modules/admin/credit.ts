import Type from 'typebox';
import { Cents, Data, Day, endpoint, Id, IdParams, Instant, MAX_ID, Nullable, Text } from '../../endpoint.ts';
import { creditSources, discountCodeStates, discountEffects, MAX_GRANT_CENTS } from '../../vocabulary.ts';
import { discountCodeFields, discountCodeRow } from '../credit.ts';
import {
  list,
  operatorChange,
  operatorRead,
  period,
  q,
  Reason,
  ReasonBody,
  Reference,
  sumsOf,
  yesNo,
} from './lists.ts';

const AdminDiscountCode = Type.Object(
  { ...discountCodeRow, payer: Nullable(Reference), created_by: Nullable(Reference) },
  { $id: 'AdminDiscountCode', description: '`payer` null: the operator' },
);

const codes = list({
  path: '/api/v1/admin/codes',
  right: 'codes.view',
  summary: 'Discount codes of the operator and of businesses; `q`: code or a part of its name',
  filters: {
    ...period,
    q,
    state: Type.Optional(Type.Enum(discountCodeStates)),
    effect: Type.Optional(Type.Enum(discountEffects)),
    of_operator: yesNo,
    seller_id: Type.Optional(Id),
  },
  sorts: ['id'],
  row: AdminDiscountCode,
  sums: sumsOf({ used_cents: Cents }),
});

const grants = list({
  path: '/api/v1/admin/grants',
  right: 'credit.view',
  summary: 'Credit of buyers, a row each time that some was given',
  filters: {
    ...period,
    source: Type.Optional(Type.Enum(creditSources)),
    user_id: Type.Optional(Id),
    order_id: Type.Optional(Id),
    left: yesNo,
  },
  sorts: ['id'],
  row: Type.Object(
    {
      id: Id,
      created_at: Instant,
      user: Reference,
      source: Type.Enum(creditSources),
      payer: Nullable(Reference),
      code: Nullable(Type.String()),
      order_id: Nullable(Id),
      amount_cents: Cents,
      left_cents: Cents,
      used_cents: Type.Integer({
        description: 'euro cents that pay holds or have paid orders, less what came back',
      }),
      ended_cents: Type.Integer({ description: 'euro cents that ended unused' }),
      ends_at: Nullable(Instant),
      note: Nullable(Type.String()),
      created_by: Nullable(Reference),
    },
    { $id: 'AdminCreditGrant' },
  ),
  sums: sumsOf({ amount_cents: Cents, left_cents: Cents, ended_cents: Cents }),
});

export const creditOfConsole = {
  listAdminCodes: codes.rows,
  exportAdminCodes: codes.csv,
  createAdminCode: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/codes',
    right: 'codes.manage',
    stepUp: true,
    summary: 'Make a code that the operator pays: a discount, or credit for whoever enters it',
    body: Type.Object({
      ...discountCodeFields,
      effect: Type.Enum(discountEffects),
      credit_days: Type.Optional(
        Nullable(
          Type.Integer({
            minimum: 1,
            maximum: 3650,
            description: 'how long credit from it lasts; null: no end',
          }),
        ),
      ),
      reason: Reason,
    }),
    reply: Data(AdminDiscountCode),
    errors: ['validation'],
  }),
  findSalePlacesForCode: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/codes/sale_places',
    right: 'codes.manage',
    summary:
      'Sale places whose name or address has the words, at most 20, for a code that holds only at some',
    query: Type.Object({ q: Text(100, 1) }),
    reply: Data(Type.Array(Type.Object({ id: Id, name: Type.String(), address: Type.String() }))),
    errors: ['validation'],
  }),
  stopAdminCode: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/codes/{id}/stop',
    right: 'codes.manage',
    summary: 'Stop a code, also one of a business; what is on hold with it can still be paid',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminDiscountCode),
    errors: ['validation', 'notFound'],
  }),
  listAdminGrants: grants.rows,
  exportAdminGrants: grants.csv,
  grantCredit: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/users/{id}/credit',
    right: 'credit.grant',
    stepUp: true,
    summary:
      'Give credit that the operator pays to a user, who is told with the note. `granted_cents` is what operators gave them before, as the page showed, so that a repeated call gives once: `conflict` otherwise. Role support: up to its limits, of a call and of a day',
    params: IdParams,
    body: Type.Object({
      amount_cents: Type.Integer({ minimum: 1, maximum: MAX_GRANT_CENTS }),
      granted_cents: Type.Integer({ minimum: 0 }),
      order_id: Type.Optional(
        Type.Integer({ minimum: 1, maximum: MAX_ID, description: 'of the user, that it is for' }),
      ),
      ends_on: Type.Optional(Nullable(Day())),
      note: Text(200, 1),
      reason: Reason,
    }),
    reply: Data(Type.Object({ id: Id, granted_cents: Cents })),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  endCredit: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/grants/{id}/end',
    right: 'credit.grant',
    stepUp: true,
    summary: 'End what is left of credit; what is on hold can still be paid with. Safe to repeat',
    params: IdParams,
    body: ReasonBody,
    reply: Data(Type.Object({ ended_cents: Cents })),
    errors: ['validation', 'notFound'],
  }),
} as const;
