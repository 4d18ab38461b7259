import Type from 'typebox';
import {
  Data,
  Email,
  endpoint,
  Id,
  IdData,
  Instant,
  Latitude,
  Longitude,
  Nullable,
  Password,
  Phone,
  Success,
  Text,
} from '../../endpoint.ts';
import { authProviders, codePurposes, legalTexts, memberRoles } from '../../vocabulary.ts';
import { Food } from './food.ts';

const DeviceName = Text(512);
/** Browsers keep it as a cookie instead. */
const DeviceKey = Type.Optional(
  Type.String({
    maxLength: 64,
    description:
      'for clients without cookies: the device_key of an earlier reply, or empty to be given one; a recognised device is not held up by failed attempts of others, and is not reported as new',
  }),
);
const TokenReply = Type.Object(
  {
    token: Type.String({ description: 'bearer token' }),
    code: Type.Literal(0),
    device_key: Type.Optional(
      Type.String({ description: 'only if the request has one: to be kept after signing out' }),
    ),
  },
  { $id: 'TokenReply' },
);

const LoginReply = Type.Object(
  {
    ...TokenReply.properties,
    access_reset: Type.Optional(
      Type.Boolean({
        description:
          'true: the first verification of the address removed the password, sessions and linked accounts set up before',
      }),
    ),
  },
  { $id: 'LoginReply' },
);

/** The signed-in user. */
const Me = Type.Object(
  {
    id: Type.Integer(),
    name: Type.String(),
    sname: Type.String(),
    email: Type.String(),
    email_verified: Type.Boolean(),
    has_password: Type.Boolean({ description: 'false for accounts made by a code' }),
    phone: Type.String(),
    city: Type.String(),
    latitude: Nullable(Type.Number()),
    longitude: Nullable(Type.Number()),
    avatar_path: Nullable(Type.String({ description: 'relative to the API host' })),
    is_partner: Type.Boolean(),
    is_owner: Type.Boolean(),
    food: Type.Optional(Food),
    has_handed_over: Type.Optional(
      Type.Boolean({
        description: 'a business that they founded; its statements of their time stay readable',
      }),
    ),
    has_legal_text_changes: Type.Optional(Type.Boolean({ description: 'see GET /api/v1/user/legal_texts' })),
    business: Nullable(
      Type.Object(
        { id: Id, role: Type.Enum(memberRoles) },
        { description: 'that this device works for; null: the user is a member of none' },
      ),
    ),
  },
  { $id: 'Me' },
);

const module = 'identity';

const LegalTextChange = Type.Object({
  version: Type.String({ format: 'date' }),
  holds_from: Instant,
  changes: Type.String({ description: 'what changes, in the language of the request' }),
});

export const identity = {
  listAuthProviders: endpoint({
    method: 'GET',
    path: '/api/v1/sign_in_ways',
    module,
    auth: 'public',
    summary:
      'Enabled providers of social sign-in; start with GET /{way}/redirect?next=&ref_link=&language=&client_state=',
    reply: Data(Type.Array(Type.Enum(authProviders))),
    errors: [],
  }),
  register: endpoint({
    method: 'POST',
    path: '/api/v1/register',
    module,
    auth: 'public',
    summary: 'Register with a password',
    body: Type.Object({
      name: Text(80, 1),
      email: Email,
      password: Password('at least 6 characters with a digit, not a common one'),
      device_name: DeviceName,
      is_owner: Type.Optional(Type.Boolean()),
      is_partner: Type.Optional(Type.Boolean()),
      check_terms: Type.Boolean({ description: 'must be true: 18 or older, terms accepted' }),
      ref_link: Type.Optional(Text(64)),
      device_key: DeviceKey,
      remember: Type.Optional(
        Type.Boolean({ description: 'false: the session expires after 24 hours without use' }),
      ),
    }),
    reply: TokenReply,
    limits: [
      // A hall behind one address, and accounts without end.
      { max: 200, window: '1 minute' },
      { max: 1000, window: '1 hour' },
      { max: 10, window: '1 minute', counts: 'failures' },
    ],
    errors: ['validation', 'tooMany'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/v1/login',
    module,
    auth: 'public',
    summary: 'Sign in with a password, or with a code sent by e-mail',
    body: Type.Object({
      email: Email,
      password: Type.Optional(Password()),
      code: Type.Optional(Text(16)),
      device_name: DeviceName,
      ref_link: Type.Optional(Text(64)),
      device_key: DeviceKey,
      remember: Type.Optional(
        Type.Boolean({ description: 'false: the session expires after 24 hours without use' }),
      ),
    }),
    reply: LoginReply,
    // Limits of failures, by address and network, are those of sign-in-limits.ts.
    limits: [{ max: 300, window: '1 minute' }],
    errors: ['validation', 'tooMany'],
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/api/v1/send_code',
    module,
    auth: 'optional',
    summary:
      'Send a six-digit code, or the same again while it works; same reply for addresses with and without an account',
    body: Type.Object({
      email: Email,
      device_name: DeviceName,
      purpose: Type.Optional(
        Type.Enum(codePurposes, {
          description:
            'what the code is for, sign_in by default; it works for nothing else. Others than sign_in need a token; of these verify_email goes to any address, the rest to the address of the account',
        }),
      ),
      device_key: DeviceKey,
    }),
    reply: Success,
    // Further limits, by address and network, are those of sign-in-limits.ts.
    limits: [{ max: 200, window: '1 minute' }],
    errors: ['validation', 'notSignedIn', 'tooMany'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v1/logout',
    module,
    auth: 'user',
    summary: 'Sign out: end this session',
    reply: Success,
    errors: ['validation'],
  }),
  checkAuth: endpoint({
    method: 'GET',
    path: '/api/v1/user/checkAuth',
    module,
    auth: 'optional',
    summary: 'Whether the token is valid; always 200',
    reply: Type.Object({ success: Type.Boolean() }),
    errors: [],
  }),
  getMe: endpoint({
    method: 'GET',
    path: '/api/v1/me',
    module,
    auth: 'user',
    summary: 'The signed-in user',
    reply: Data(Me),
    errors: [],
  }),
  updateProfile: endpoint({
    method: 'POST',
    path: '/api/v1/user/profile',
    module,
    auth: 'user',
    summary: 'Change name, surname and phone',
    body: Type.Object({
      name: Text(80, 1),
      sname: Text(80),
      phone: Phone(),
    }),
    reply: IdData,
    errors: ['validation'],
  }),
  updateCity: endpoint({
    method: 'POST',
    path: '/api/v1/user/city',
    module,
    auth: 'user',
    summary: 'Set the city whose offers are shown',
    body: Type.Object({ city: Text(120, 1), latitude: Latitude, longitude: Longitude }),
    reply: IdData,
    errors: ['validation'],
  }),
  updateFood: endpoint({
    method: 'POST',
    path: '/api/v1/user/food',
    module,
    auth: 'user',
    summary: 'Keep what the user eats, for all of their devices and for notices; empty lists end that',
    body: Food,
    reply: Success,
    errors: ['validation'],
  }),
  updateSellerRole: endpoint({
    method: 'POST',
    path: '/api/v1/user/owner',
    module,
    auth: 'user',
    summary: 'Switch the seller role on or off; off is refused with open orders or holds',
    body: Type.Object({ is_owner: Type.Boolean() }),
    reply: IdData,
    errors: ['validation', 'conflict'],
  }),
  updatePartnerRole: endpoint({
    method: 'POST',
    path: '/api/v1/user/affiliate',
    module,
    auth: 'user',
    summary: 'Switch the partner role on or off',
    body: Type.Object({ is_partner: Type.Boolean() }),
    reply: IdData,
    errors: ['validation'],
  }),
  uploadAvatar: endpoint({
    method: 'POST',
    path: '/api/v1/user/avatar',
    module,
    auth: 'user',
    summary: 'Upload an avatar (JPEG, PNG or WebP, at most 10 MB)',
    file: 'avatar',
    reply: Data(Type.Object({ avatar_path: Type.String() })),
    limits: [
      { max: 20, window: '1 minute', by: 'user' },
      { max: 60, window: '1 minute' },
    ],
    errors: ['validation', 'uploadRefused', 'uploadTooLarge', 'tooMany'],
  }),
  listLegalTexts: endpoint({
    method: 'GET',
    path: '/api/v1/legal_texts',
    module,
    auth: 'public',
    summary: 'Versions of the legal texts: which hold, which held, which are announced',
    reply: Data(
      Type.Array(
        Type.Object({
          text: Type.Enum(legalTexts),
          version: Type.String({ format: 'date', description: 'names the version that holds' }),
          holds_from: Instant,
          earlier: Type.Array(
            Type.Object({ version: Type.String({ format: 'date' }), holds_from: Instant }),
            {
              description: 'newest first',
            },
          ),
          planned: Nullable(LegalTextChange),
        }),
      ),
    ),
    errors: [],
  }),
  listLegalTextChanges: endpoint({
    method: 'GET',
    path: '/api/v1/user/legal_texts',
    module,
    auth: 'user',
    summary: 'Announced versions that the user has not confirmed, and those in force to be accepted',
    reply: Data(
      Type.Array(
        Type.Object({
          text: Type.Enum(legalTexts),
          ...LegalTextChange.properties,
          is_in_force: Type.Boolean({ description: 'else it is ahead' }),
          needs_acceptance: Type.Boolean({ description: 'else the user is only told' }),
        }),
      ),
    ),
    errors: [],
  }),
  confirmLegalText: endpoint({
    method: 'POST',
    path: '/api/v1/user/legal_texts',
    module,
    auth: 'user',
    summary: 'Accept a version of a legal text that holds or is announced, or confirm having been told of it',
    body: Type.Object({ text: Type.Enum(legalTexts), version: Type.String({ format: 'date' }) }),
    reply: Success,
    errors: ['validation', 'conflict'],
  }),
} as const;
