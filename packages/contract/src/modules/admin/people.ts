import Type from 'typebox';
import { Cents, Data, endpoint, Id, IdParams, Instant, Nullable } from '../../endpoint.ts';
import {
  memberRoles,
  notificationChannels,
  payoutAccountStates,
  sellerStates,
  userRoles,
  userStates,
} from '../../vocabulary.ts';
import {
  list,
  operatorChange,
  operatorRead,
  payoutAccountFilter,
  period,
  q,
  Reason,
  ReasonBody,
  yesNo,
} from './lists.ts';

const module = 'admin';

const userFields = {
  id: Id,
  name: Type.String(),
  email: Type.String(),
  email_verified: Type.Boolean(),
  is_seller: Type.Boolean(),
  is_partner: Type.Boolean(),
  language: Type.String(),
  state: Type.Enum(userStates),
  created_at: Instant,
};

const users = list({
  path: '/api/v1/admin/users',
  right: 'users.view',
  summary: 'Users; `q`: e-mail address, or a part of the name',
  filters: {
    ...period,
    q,
    role: Type.Optional(Type.Enum(userRoles)),
    state: Type.Optional(Type.Enum(userStates)),
  },
  sorts: ['created_at'],
  row: Type.Object(userFields, { $id: 'AdminUserRow' }),
});

const AdminUser = Type.Object(
  {
    ...userFields,
    phone: Type.String(),
    city: Type.String(),
    has_password: Type.Boolean(),
    linked_accounts: Type.Array(Type.String({ description: 'google, apple or facebook' })),
    channel: Type.Enum(notificationChannels, { description: 'of optional notifications' }),
    sessions: Type.Array(
      Type.Object({ device_name: Type.String(), created_at: Instant, last_used: Instant }),
    ),
    orders: Type.Integer(),
    spent_cents: Cents,
    credit_cents: Type.Integer({ description: 'euro cents of credit that can be used' }),
    granted_cents: Type.Integer({ description: 'euro cents of credit that operators gave, in all' }),
    problems: Type.Integer(),
    invited_by: Nullable(Type.Integer({ description: 'partner' })),
    blocked_at: Nullable(Instant),
    deleted_at: Nullable(Instant),
  },
  { $id: 'AdminUser' },
);

const sellerFields = {
  id: Id,
  name: Type.String({ description: 'legal name, else name' }),
  email: Type.String(),
  country: Nullable(Type.String()),
  vat_number: Nullable(Type.String()),
  state: Type.Enum(sellerStates, {
    description: 'incomplete: no legal identity entered yet; new: not verified yet',
  }),
  payouts_held: Type.Boolean({ description: 'by an operator' }),
  is_blocked: Type.Boolean({ description: 'the account is blocked; it is paid nothing meanwhile' }),
  payout_account: Type.Enum(payoutAccountStates, { description: 'at the payment provider' }),
  sale_places: Type.Integer(),
  created_at: Instant,
};

const sellers = list({
  path: '/api/v1/admin/sellers',
  right: 'sellers.view',
  summary: 'Sellers; `q`: VAT number, e-mail address, or a part of the legal name',
  filters: {
    ...period,
    q,
    state: Type.Optional(Type.Enum(sellerStates)),
    payouts_held: yesNo,
    payout_account: payoutAccountFilter,
  },
  sorts: ['created_at'],
  row: Type.Object(sellerFields, { $id: 'AdminSellerRow' }),
});

const AdminSeller = Type.Object(
  {
    ...sellerFields,
    address: Type.String(),
    vat_check: Type.Enum(['valid', 'invalid', 'missing'], {
      description: 'form and check digits of the number for its country',
    }),
    verified_at: Nullable(Instant),
    suspended_at: Nullable(Instant),
    ends_at: Nullable(Instant),
    iban_last4: Nullable(Type.String()),
    payout_account_details: Nullable(
      Type.Object(
        {
          ref: Nullable(Type.String({ description: "the provider's reference" })),
          requirements: Type.Array(Type.String(), { description: 'what the provider lacks, in its terms' }),
          disabled_reason: Nullable(Type.String({ description: "in the provider's terms" })),
          deadline: Nullable(Instant),
          first_verified_at: Nullable(Instant),
          state_since: Instant,
        },
        { description: 'null: none was asked for' },
      ),
    ),
    awaits_payout_account: Type.Boolean({ description: 'nothing is on sale for want of a payout account' }),
    balance_cents: Type.Integer({ description: 'owed to the seller' }),
    orders: Type.Integer(),
    open_orders: Type.Integer({ description: 'paid, not handed out yet' }),
    problems: Type.Integer(),
    members: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'of the account' }),
        name: Type.String(),
        role: Type.Enum(memberRoles),
        sale_places: Nullable(Type.Integer({ description: 'how many were chosen; null: all' })),
        is_founder: Type.Boolean({ description: 'whose account carries tax data and payouts' }),
        joined_at: Instant,
      }),
      { description: 'who acts for the business' },
    ),
    places: Type.Array(
      Type.Object({
        id: Id,
        name: Type.String(),
        address: Type.String(),
        is_hidden: Type.Boolean(),
        is_paused: Type.Boolean(),
        products: Type.Integer(),
      }),
    ),
  },
  { $id: 'AdminSeller' },
);

const userAction = <const P extends string>(
  action: P,
  right: 'users.support' | 'users.manage',
  summary: string,
) =>
  endpoint({
    ...operatorChange,
    path: `/api/v1/admin/users/{id}/${action}` as const,
    right,
    summary,
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminUser),
    errors: ['validation', 'notFound', 'conflict'],
  });

const sellerAction = <
  const P extends string,
  const R extends 'sellers.verify' | 'sellers.suspend' | 'sellers.hold_payouts',
>(
  action: P,
  right: R,
  summary: string,
) => ({
  method: 'POST' as const,
  path: `/api/v1/admin/sellers/{id}/${action}` as const,
  module,
  auth: 'operator' as const,
  right,
  summary,
  params: IdParams,
  body: ReasonBody,
  reply: Data(AdminSeller),
  errors: ['validation', 'notFound', 'conflict'] as const,
});

export const people = {
  listAdminUsers: users.rows,
  exportAdminUsers: users.csv,
  getAdminUser: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/users/{id}',
    right: 'users.view',
    summary: 'A user; written to the audit log',
    params: IdParams,
    reply: Data(AdminUser),
    errors: ['validation', 'notFound'],
  }),
  endUserSessions: userAction('end_sessions', 'users.support', 'End all sessions of a user'),
  updateUserChannel: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/users/{id}/channel',
    right: 'users.support',
    summary: 'Change the channel of optional notifications',
    params: IdParams,
    body: Type.Object({ channel: Type.Enum(notificationChannels), reason: Reason }),
    reply: Data(AdminUser),
    errors: ['validation', 'notFound'],
  }),
  blockUser: userAction(
    'block',
    'users.manage',
    'End all sessions and refuse to sign in; orders stay. Operators are refused',
  ),
  unblockUser: userAction('unblock', 'users.manage', 'Let a blocked user sign in again'),
  updateUserRoles: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/users/{id}/roles',
    right: 'users.manage',
    stepUp: true,
    summary: 'Change the roles of seller and partner; a seller with open orders stays one',
    params: IdParams,
    body: Type.Object({ is_seller: Type.Boolean(), is_partner: Type.Boolean(), reason: Reason }),
    reply: Data(AdminUser),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  requestUserExport: userAction(
    'export',
    'users.support',
    'Mail the user the link under which they download their data; an operator never gets it',
  ),
  deleteAdminUser: endpoint({
    ...operatorChange,
    path: '/api/v1/admin/users/{id}/delete',
    right: 'users.manage',
    stepUp: true,
    summary: 'Delete an account as its user could; refused while something is open',
    params: IdParams,
    body: ReasonBody,
    reply: Data(AdminUser),
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listAdminSellers: sellers.rows,
  exportAdminSellers: sellers.csv,
  getAdminSeller: endpoint({
    ...operatorRead,
    path: '/api/v1/admin/sellers/{id}',
    right: 'sellers.view',
    summary: 'A seller with legal identity and sale places; written to the audit log',
    params: IdParams,
    reply: Data(AdminSeller),
    errors: ['validation', 'notFound'],
  }),
  verifySeller: endpoint(
    sellerAction(
      'verify',
      'sellers.verify',
      'The legal identity was checked; ends when the seller changes it',
    ),
  ),
  suspendSeller: endpoint(
    sellerAction(
      'suspend',
      'sellers.suspend',
      'Take everything of a seller off sale and out of sight; what is paid stays valid. The seller gets the reason',
    ),
  ),
  endSeller: endpoint(
    sellerAction(
      'end',
      'sellers.suspend',
      'End the work with a seller in 30 days; then everything goes off sale. The seller gets the reason and the day at once',
    ),
  ),
  reinstateSeller: endpoint(
    sellerAction(
      'reinstate',
      'sellers.suspend',
      'Lift a suspension or take back an announced end: what was on sale is so again',
    ),
  ),
  holdPayouts: endpoint({
    ...sellerAction('hold_payouts', 'sellers.hold_payouts', 'Make no payouts to the user for now'),
    stepUp: true,
  }),
  releasePayouts: endpoint({
    ...sellerAction('release_payouts', 'sellers.hold_payouts', 'Make payouts to the user again'),
    stepUp: true,
  }),
} as const;
