import Type, { type Static } from 'typebox';
import {
  Cents,
  Data,
  Day,
  Email,
  Euros,
  endpoint,
  FileReply,
  Id,
  IdParams,
  Instant,
  Nullable,
  Password,
  SalePlaceIds,
  Success,
  Text,
  TimeZone,
} from '../endpoint.ts';
import { activityKinds, handOutConflictReasons, memberRights, memberRoles } from '../vocabulary.ts';

const module = 'businesses';

const Role = Type.Enum(memberRoles, { $id: 'MemberRole' });

const SalePlaces = Nullable(
  Type.Array(Type.Object({ id: Id, name: Type.String() }), { description: 'null: all, also later ones' }),
);

const scopeFields = {
  role: Role,
  sale_place_ids: Nullable(
    Type.Array(Id, {
      minItems: 1,
      maxItems: 100,
      description: 'of the business; null: all, also later ones, which an owner has always',
    }),
  ),
};

/** So that a stolen session alone gives nobody rights. */
const proofFields = {
  password: Type.Optional(Password()),
  code: Type.Optional(
    Type.String({
      maxLength: 16,
      description: 'from send_code with the purpose members, instead of the password',
    }),
  ),
};

const Member = Type.Object(
  {
    id: Id,
    user_id: Type.Integer({ description: 'of the account, as in activity' }),
    name: Type.String(),
    email: Type.String(),
    role: Role,
    sale_places: SalePlaces,
    joined_at: Instant,
    last_seen_at: Nullable(
      Type.String({ format: 'date-time', description: 'of the last call for the business, to five minutes' }),
    ),
    is_me: Type.Boolean(),
  },
  { $id: 'Member' },
);

const Invitation = Type.Object(
  {
    id: Id,
    email: Type.String(),
    role: Role,
    sale_places: SalePlaces,
    invited_by: Type.String(),
    sent_at: Instant,
    expires_at: Instant,
  },
  { $id: 'MemberInvitation' },
);

const Team = Data(
  Type.Object({
    members: Type.Array(Member),
    invitations: Type.Array(Invitation, { description: 'open ones, also those whose time is over' }),
  }),
);

const Counter = Type.Object(
  {
    id: Id,
    name: Type.String(),
    sale_place: Type.Object({ id: Id, name: Type.String() }),
    paired_at: Nullable(Instant),
    last_used_at: Nullable(Type.String({ format: 'date-time', description: 'to the minute' })),
    code_expires_at: Nullable(
      Type.String({ format: 'date-time', description: 'of a code that has not been used; null without one' }),
    ),
    has_wrong_tries: Type.Boolean({
      description: 'the code ended after five wrong tries; a new one is needed',
    }),
    asks_name: Type.Boolean({ description: 'whoever is there chooses their name before they hand out' }),
  },
  { $id: 'Counter' },
);

const CounterWithCode = Data(
  Type.Object({
    counter: Counter,
    code: Type.String({ description: 'to type on the device, once, within ten minutes; shown only here' }),
  }),
);

const CounterName = Type.Object(
  { id: Id, name: Type.String(), sale_place: Type.Object({ id: Id, name: Type.String() }) },
  { $id: 'CounterName' },
);

const invitationKey = Type.Object({ key: Type.String({ maxLength: 64, description: 'of the mail' }) });

const ActivityValues = Type.Object(
  {
    quantity: Type.Optional(Type.Integer()),
    left: Type.Optional(Type.Integer()),
    price: Type.Optional(Euros),
    old_price: Type.Optional(Euros),
    refunded_cents: Type.Optional(Cents),
    orders: Type.Optional(Type.Integer({ description: 'cancelled with their slot' })),
    state: Type.Optional(Type.String()),
    plan: Type.Optional(Type.String()),
    date: Type.Optional(Type.String({ description: 'of the pickup' })),
    date_to: Type.Optional(Type.String()),
    time_start: Type.Optional(Type.String()),
    time_end: Type.Optional(Type.String()),
    days: Type.Optional(Type.Integer({ description: 'weekdays with a window' })),
    weekdays: Type.Optional(
      Type.String({
        description: 'whose hours changed, with commas: `mon,tue`; the hours if all have the same',
      }),
    ),
    role: Type.Optional(Type.Enum(memberRoles)),
    sale_places: Type.Optional(Type.Integer({ description: 'chosen ones; left out: all' })),
    fields: Type.Optional(Type.String({ description: 'names of the fields that changed' })),
    reason: Type.Optional(Type.Enum(handOutConflictReasons)),
  },
  { $id: 'ActivityValues', description: 'what changed, as far as it is a number or a code' },
);
export type ActivityValues = Static<typeof ActivityValues>;

const Activity = Type.Object(
  {
    id: Type.String({ description: 'increases with time' }),
    kind: Type.Enum(activityKinds),
    at: Instant,
    sent_at: Nullable(
      Type.String({
        format: 'date-time',
        description: 'when a counter device sent what it had noted without a connection; null: at once',
      }),
    ),
    by: Nullable(
      Type.Object(
        { id: Id, name: Type.String({ description: 'empty when the account was deleted' }) },
        { description: 'the member, also at a device; null: nobody with an account, or WoPack' },
      ),
    ),
    counter_name: Nullable(
      Type.String({ description: 'who acted at a device without an account; empty when it was deleted' }),
    ),
    device_id: Nullable(Id),
    device: Nullable(
      Type.String({
        description: 'name of the counter device that it happened at or is about; empty when it was deleted',
      }),
    ),
    sale_place: Nullable(Type.Object({ id: Id, name: Type.String(), time_zone: TimeZone })),
    product: Nullable(Type.Object({ id: Id, name: Type.String() })),
    order_id: Nullable(Id),
    member: Nullable(Type.Object({ id: Id, name: Type.String() }, { description: 'whom it is about' })),
    email: Nullable(
      Type.String({ description: 'of whoever was invited, until the invitation is answered or withdrawn' }),
    ),
    before: Nullable(ActivityValues),
    after: Nullable(ActivityValues),
  },
  { $id: 'Activity' },
);

const activityDay = (description: string) =>
  Type.Optional(Day(`${description}, at the sale place, else at the first one`));

const activityFilter = {
  sale_place_id: Type.Optional(Id),
  sale_place_ids: Type.Optional(SalePlaceIds),
  user_id: Type.Optional(Id),
  device_id: Type.Optional(Id),
  kind: Type.Optional(Type.Enum(activityKinds)),
  from: activityDay('first day'),
  to: activityDay('last day'),
};

const changeLimits = [
  { max: 20, window: '1 minute', by: 'user' },
  { max: 20, window: '1 hour', by: 'user', counts: 'failures' },
] as const;

/** Each sends a mail to an address that its owner has not confirmed. */
const invitationLimits = [...changeLimits, { max: 60, window: '1 hour', by: 'user' }] as const;
const keyLimits = [{ max: 30, window: '1 hour' }] as const;

export const businesses = {
  listMyBusinesses: endpoint({
    method: 'GET',
    path: '/api/v1/user/businesses',
    module,
    auth: 'user',
    summary:
      'Businesses that the user is a member of, with what the role allows; the current one is that of this device',
    reply: Data(
      Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          role: Role,
          rights: Type.Array(Type.Enum(memberRights)),
          sale_places: SalePlaces,
          is_current: Type.Boolean(),
          is_suspended: Type.Boolean({ description: 'by an operator: nothing of it is on sale' }),
          ends_at: Nullable(
            Type.String({
              format: 'date-time',
              description: 'announced by an operator: from then on nothing of it is on sale',
            }),
          ),
        }),
      ),
    ),
    errors: [],
  }),
  chooseBusiness: endpoint({
    method: 'POST',
    path: '/api/v1/user/businesses/{id}/choose',
    module,
    auth: 'user',
    summary: 'Work for another business on this device from now on',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound'],
  }),
  leaveBusiness: endpoint({
    method: 'POST',
    path: '/api/v1/user/businesses/{id}/leave',
    module,
    auth: 'user',
    summary:
      'End the own membership; the last owner cannot, and who founded the business ends it as that of another, with a proof (code 5)',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound', 'conflict'],
  }),
  listMembers: endpoint({
    method: 'GET',
    path: '/api/v1/seller/members',
    module,
    auth: 'member',
    businessRight: 'members.manage',
    summary: 'Members of the business and open invitations',
    reply: Team,
    errors: [],
  }),
  inviteMember: endpoint({
    method: 'POST',
    path: '/api/v1/seller/members/invite',
    module,
    auth: 'member',
    businessRight: 'members.manage',
    summary:
      'Invite somebody by mail, for 7 days; another invitation of the same address replaces the first. Who is a member is refused with code 5',
    body: Type.Object({ email: Email, ...scopeFields, ...proofFields }),
    reply: Team,
    limits: invitationLimits,
    errors: ['validation', 'conflict', 'tooMany'],
  }),
  repeatInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/seller/invitations/{id}/repeat',
    module,
    auth: 'member',
    businessRight: 'members.manage',
    summary: 'Mail an invitation again, for 7 days from now; the key of the mail before ends',
    params: IdParams,
    body: Type.Object(proofFields),
    reply: Team,
    limits: invitationLimits,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  withdrawInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/seller/invitations/{id}/withdraw',
    module,
    auth: 'member',
    businessRight: 'members.manage',
    summary: 'Withdraw an invitation',
    params: IdParams,
    reply: Team,
    errors: ['validation', 'notFound'],
  }),
  updateMember: endpoint({
    method: 'POST',
    path: '/api/v1/seller/members/{id}',
    module,
    auth: 'member',
    businessRight: 'members.manage',
    summary:
      'Change the role and sale places of a member; acts on the next call. The last owner stays one (code 5)',
    params: IdParams,
    body: Type.Object({ ...scopeFields, ...proofFields }),
    reply: Team,
    limits: changeLimits,
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  endMember: endpoint({
    method: 'POST',
    path: '/api/v1/seller/members/{id}/end',
    module,
    auth: 'member',
    businessRight: 'members.manage',
    summary:
      'End a membership, also the own one; acts on the next call. The last owner stays (code 5). When its founder goes, the business keeps all it has but the bank account',
    params: IdParams,
    body: Type.Object(proofFields),
    reply: Team,
    limits: changeLimits,
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  listActivity: endpoint({
    method: 'GET',
    path: '/api/v1/seller/activity',
    module,
    auth: 'member',
    businessRight: 'activity.view',
    summary: 'Who did what when in the business, newest first; of the chosen sale places of the member',
    query: Type.Object({
      ...activityFilter,
      cursor: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,17}$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    reply: Type.Object({
      data: Type.Array(Activity),
      next_cursor: Nullable(Type.String()),
      members: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
        description: 'to filter by, with the ids of their accounts; on the first page only',
      }),
      devices: Type.Array(Type.Object({ id: Id, name: Type.String() }), {
        description: 'counter devices to filter by; on the first page only',
      }),
    }),
    errors: ['validation', 'notFound'],
  }),
  exportActivity: endpoint({
    method: 'GET',
    path: '/api/v1/seller/activity/export',
    module,
    auth: 'member',
    businessRight: 'activity.view',
    summary: 'The same as a CSV file: RFC 4180, UTF-8, times of the sale place',
    query: Type.Object(activityFilter),
    produces: 'text/csv',
    reply: FileReply,
    errors: ['validation', 'notFound'],
  }),
  findInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/find',
    module,
    auth: 'public',
    summary:
      'Who invites to what, by the key of the mail; missing when it was used, withdrawn, or is older than 7 days',
    body: invitationKey,
    reply: Data(
      Type.Object({
        business: Type.String(),
        invited_by: Type.String(),
        email: Type.String({ description: 'the address that was invited' }),
        role: Role,
        sale_places: Nullable(
          Type.Array(Type.Object({ id: Id, name: Type.String(), address: Type.String() }), {
            description: 'null: all, also later ones',
          }),
        ),
        expires_at: Instant,
      }),
    ),
    limits: keyLimits,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/accept',
    module,
    auth: 'user',
    summary: 'Become a member, from an account with the invited address (else code 5)',
    body: invitationKey,
    reply: Data(Type.Object({ business_id: Id })),
    limits: keyLimits,
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
  }),
  declineInvitation: endpoint({
    method: 'POST',
    path: '/api/v1/invitations/decline',
    module,
    auth: 'public',
    summary: 'Decline an invitation, which then is over',
    body: invitationKey,
    reply: Success,
    limits: keyLimits,
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  listCounters: endpoint({
    method: 'GET',
    path: '/api/v1/seller/counters',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary: 'Counter devices of the business that have not been ended',
    reply: Data(Type.Array(Counter)),
    errors: [],
  }),
  addCounter: endpoint({
    method: 'POST',
    path: '/api/v1/seller/counters',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary: 'Add a counter device to a sale place; the device is paired by the code',
    body: Type.Object({ name: Text(60, 1), sale_place_id: Id }),
    reply: CounterWithCode,
    limits: [{ max: 20, window: '1 hour', by: 'user' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  renewCounterCode: endpoint({
    method: 'POST',
    path: '/api/v1/seller/counters/{id}/code',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary: 'Make a new code; a device that is paired stays so until the code is used',
    params: IdParams,
    reply: CounterWithCode,
    limits: [{ max: 20, window: '1 hour', by: 'user' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  updateCounter: endpoint({
    method: 'POST',
    path: '/api/v1/seller/counters/{id}',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary: 'Switch on or off that a counter device asks who is there before handing out',
    params: IdParams,
    body: Type.Object({ asks_name: Type.Boolean() }),
    reply: Data(Counter),
    errors: ['validation', 'notFound'],
  }),
  listCounterNames: endpoint({
    method: 'GET',
    path: '/api/v1/seller/counter_names',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary:
      'Names of people at the counters who have no account, by name; devices that ask offer them beside members',
    reply: Data(Type.Array(CounterName)),
    errors: [],
  }),
  addCounterName: endpoint({
    method: 'POST',
    path: '/api/v1/seller/counter_names',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary: 'Add a name at a sale place, 50 at most',
    body: Type.Object({ name: Text(40, 1), sale_place_id: Id }),
    reply: Data(CounterName),
    limits: [{ max: 100, window: '1 hour', by: 'user' }],
    errors: ['validation', 'notFound', 'tooMany'],
  }),
  removeCounterName: endpoint({
    method: 'POST',
    path: '/api/v1/seller/counter_names/{id}/remove',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary: 'Take a name off the list; what it handed out names it for 30 more days',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound'],
  }),
  endCounter: endpoint({
    method: 'POST',
    path: '/api/v1/seller/counters/{id}/end',
    module,
    auth: 'member',
    businessRight: 'devices.manage',
    summary: 'End a counter device: its next call is refused, its stream ends at once',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound'],
  }),
  pairCounter: endpoint({
    method: 'POST',
    path: '/api/v1/counter/pair',
    module,
    auth: 'public',
    summary:
      'Make the caller the counter device of a code; the code is used up. Five wrong tries that share its first two characters end it',
    body: Type.Object({
      code: Type.String({ maxLength: 20, description: 'six letters and digits, in any spelling' }),
    }),
    reply: Data(Type.Object({ token: Type.String({ description: 'for the header of all calls' }) })),
    limits: [{ max: 20, window: '1 hour', counts: 'failures' }],
    errors: ['validation', 'tooMany'],
  }),
} as const;
