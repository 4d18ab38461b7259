import Type from 'typebox';
import {
  Data,
  Email,
  endpoint,
  Id,
  IdParams,
  Instant,
  Password,
  Success,
  Text,
  TextLanguage,
} from '../../endpoint.ts';
import { authProviders, securityEventKinds } from '../../vocabulary.ts';
import { AccountExport } from './account-export.ts';

const module = 'identity';

const Code = Text(16, 1);

/** Limits calls that take a password or code of a signed-in user: guesses of whoever has a session get slower. */
const PROOF_LIMITS = [
  { max: 5, window: '1 minute', by: 'user' },
  { max: 20, window: '1 hour', by: 'user', counts: 'failures' },
] as const;

/** Calls about the user's own account. */
export const account = {
  updatePassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/password',
    module,
    auth: 'user',
    summary: 'Set or change the password; ends all other sessions',
    body: Type.Object({
      current_password: Type.Optional(
        Type.String({
          format: 'password',
          maxLength: 200,
          description:
            'required if the account has a password and no code is sent, except once within 10 minutes of signing in by a code',
        }),
      ),
      code: Type.Optional(
        Type.String({
          maxLength: 16,
          description:
            'from send_code with the purpose password; required without a password, except within 10 minutes of signing in; replaces a forgotten password if the address is verified',
        }),
      ),
      password: Password('at least 6 characters with a digit, not a common one'),
      password_confirmation: Password(),
    }),
    reply: Success,
    limits: PROOF_LIMITS,
    errors: ['validation', 'tooMany'],
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/v1/user/devices',
    module,
    auth: 'user',
    summary: 'Devices with a session, last used first',
    reply: Data(
      Type.Array(
        Type.Object({
          id: Id,
          device_name: Type.String({ description: 'name sent when signing in' }),
          created_at: Instant,
          last_used: Type.String({ format: 'date-time', description: 'accurate to the hour' }),
          is_current: Type.Boolean(),
        }),
      ),
    ),
    errors: [],
  }),
  endDevice: endpoint({
    method: 'POST',
    path: '/api/v1/user/devices/{id}/end',
    module,
    auth: 'user',
    summary: 'Sign a device out',
    params: IdParams,
    reply: Success,
    errors: ['validation', 'notFound'],
  }),
  endOtherDevices: endpoint({
    method: 'POST',
    path: '/api/v1/user/devices/end_others',
    module,
    auth: 'user',
    summary: 'Sign out all other devices',
    reply: Success,
    errors: ['validation'],
  }),
  listSecurityEvents: endpoint({
    method: 'GET',
    path: '/api/v1/user/security_events',
    module,
    auth: 'user',
    summary:
      'The last 30 security events of the account and 10 of failed sign-ins and codes sent, newest first',
    reply: Data(
      Type.Array(
        Type.Object({
          id: Type.Integer(),
          kind: Type.Enum(securityEventKinds),
          created_at: Instant,
          network: Type.String({
            description: 'shortened: the /24 of an IPv4 address, the /48 of IPv6; empty: unknown',
          }),
          device_name: Type.String({ description: 'name sent with the call; empty: unknown' }),
        }),
      ),
    ),
    errors: [],
  }),
  listLinkedAccounts: endpoint({
    method: 'GET',
    path: '/api/v1/user/linked_accounts',
    module,
    auth: 'user',
    summary: 'Linked accounts of social sign-in',
    reply: Data(
      Type.Array(
        Type.Object({
          way: Type.Enum(authProviders),
          linked_at: Instant,
          is_only_way: Type.Boolean({
            description:
              'the only sign-in method (no password, verified address or other account), so it cannot be unlinked',
          }),
        }),
      ),
    ),
    errors: [],
  }),
  unlinkAccount: endpoint({
    method: 'POST',
    path: '/api/v1/user/linked_accounts/{way}/unlink',
    module,
    auth: 'user',
    summary: 'Unlink an account; ends all other sessions; code 5 if it is the only sign-in method',
    params: Type.Object({ way: Type.Enum(authProviders) }),
    reply: Success,
    errors: ['validation', 'conflict'],
  }),
  updateLanguage: endpoint({
    method: 'POST',
    path: '/api/v1/user/language',
    module,
    auth: 'user',
    summary: 'Set the language of mails and notifications',
    body: Type.Object({ language: TextLanguage }),
    reply: Success,
    errors: ['validation'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/verify_email',
    module,
    auth: 'user',
    summary:
      'Verify the e-mail address by a code from send_code with the purpose verify_email; ends the other sessions of an unverified account',
    body: Type.Object({ code: Code }),
    reply: Success,
    limits: PROOF_LIMITS,
    errors: ['validation', 'tooMany'],
  }),
  updateEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/email',
    module,
    auth: 'user',
    summary: 'Change the e-mail address; ends all other sessions and tells the former address',
    body: Type.Object({
      email: Email,
      email_code: Type.String({
        minLength: 1,
        maxLength: 16,
        description: 'from send_code with the purpose verify_email for the new address',
      }),
      password: Type.Optional(Password()),
      code: Type.Optional(
        Type.String({
          maxLength: 16,
          description:
            'from send_code with the purpose change_email for the present address, instead of the password',
        }),
      ),
    }),
    reply: Success,
    limits: PROOF_LIMITS,
    errors: ['validation', 'tooMany'],
  }),
  exportAccount: endpoint({
    method: 'GET',
    path: '/api/v1/user/export',
    module,
    auth: 'user',
    summary: 'All stored data of the user, as the file wopack-export.json',
    reply: AccountExport,
    limits: [{ max: 10, window: '1 hour', by: 'user' }],
    errors: ['tooMany'],
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/api/v1/user/delete',
    module,
    auth: 'user',
    summary:
      'Delete the account: anonymised at once, erased within 30 days. `errors` of code 5 name open items',
    body: Type.Object({
      password: Type.Optional(Password()),
      code: Type.Optional(
        Type.String({
          maxLength: 16,
          description: 'from send_code with the purpose deletion, instead of the password',
        }),
      ),
    }),
    reply: Success,
    limits: PROOF_LIMITS,
    errors: ['validation', 'conflict', 'tooMany'],
  }),
} as const;
