import Type from 'typebox';
import { Data, Email, endpoint, Id, IdParams, Nullable, Password, Success } from '../endpoint.ts';
import { memberRights, memberRoles } from '../vocabulary.ts';

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
    name: Type.String(),
    email: Type.String(),
    role: Role,
    sale_places: SalePlaces,
    joined_at: Type.String({ format: 'date-time' }),
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
    sent_at: Type.String({ format: 'date-time' }),
    expires_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'MemberInvitation' },
);

const Team = Data(
  Type.Object({
    members: Type.Array(Member),
    invitations: Type.Array(Invitation, { description: 'open ones, also those whose time is over' }),
  }),
);

const invitationKey = Type.Object({ key: Type.String({ maxLength: 64, description: 'of the mail' }) });

const changeLimits = [
  { max: 20, window: '1 minute', by: 'user' },
  { max: 20, window: '1 hour', by: 'user', counts: 'failures' },
] as const;

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
    summary: 'End the own membership; the last owner cannot (code 5)',
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
    limits: changeLimits,
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
    reply: Team,
    limits: changeLimits,
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
    summary: 'End a membership; acts on the next call. The last owner stays (code 5)',
    params: IdParams,
    body: Type.Object(proofFields),
    reply: Team,
    limits: changeLimits,
    errors: ['validation', 'notFound', 'conflict', 'tooMany'],
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
        sale_places: SalePlaces,
        expires_at: Type.String({ format: 'date-time' }),
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
    summary:
      'Become a member, from an account with the invited address (else code 5); the device works for that business from now on',
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
} as const;
