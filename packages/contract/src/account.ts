import Type from 'typebox';
import { AccountExport } from './account-export.ts';
import { Data, Id, IdParams, Instant, Success, Text } from './common.ts';
import { endpoint } from './endpoint.ts';
import { authProviders } from './vocabulary.ts';

const module = 'identity';

const Code = Text(16, 1);

/** Calls about the user's own account. */
export const account = {
  updatePassword: endpoint({
    method: 'POST',
    path: '/api/v1/user/password',
    module,
    auth: 'user',
    summary: 'Set or change the password; ends the other tokens',
    body: Type.Object({
      current_password: Type.Optional(
        Type.String({ maxLength: 200, description: 'not needed while the account has none' }),
      ),
      code: Type.Optional(
        Type.String({
          maxLength: 16,
          description:
            'from send_code; needed while the account has no password, except within 10 minutes of signing in',
        }),
      ),
      password: Type.String({
        maxLength: 200,
        description: 'at least 6 characters with a digit, not a common one',
      }),
      password_confirmation: Text(200),
    }),
    reply: Success,
    errors: ['validation', 'tooMany'],
  }),
  listDevices: endpoint({
    method: 'GET',
    path: '/api/v1/user/devices',
    module,
    auth: 'user',
    summary: 'Where the person is signed in, last used first',
    reply: Data(
      Type.Array(
        Type.Object({
          id: Id,
          device_name: Type.String({ description: 'what it called itself when signing in' }),
          created_at: Instant,
          last_used: Type.String({ format: 'date-time', description: 'to the hour' }),
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
    summary: 'Sign all devices out but the one that asks',
    reply: Success,
    errors: ['validation'],
  }),
  listLinkedAccounts: endpoint({
    method: 'GET',
    path: '/api/v1/user/linked_accounts',
    module,
    auth: 'user',
    summary: 'Accounts elsewhere by which the person signs in',
    reply: Data(
      Type.Array(
        Type.Object({
          way: Type.Enum(authProviders),
          linked_at: Instant,
          is_only_way: Type.Boolean({
            description:
              'no password, no proven address and no other account leads in: it cannot be unlinked',
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
    summary: 'Sign in by this account no more; code 5 where nothing else would lead in',
    params: Type.Object({ way: Type.Enum(authProviders) }),
    reply: Success,
    errors: ['validation', 'conflict'],
  }),
  updateLanguage: endpoint({
    method: 'POST',
    path: '/api/v1/user/language',
    module,
    auth: 'user',
    summary: 'The language of mails and notices',
    body: Type.Object({ language: Type.Enum(['pt', 'en', 'ru']) }),
    reply: Success,
    errors: ['validation'],
  }),
  verifyEmail: endpoint({
    method: 'POST',
    path: '/api/v1/user/verify_email',
    module,
    auth: 'user',
    summary:
      'Prove the address by a code from send_code; ends the other tokens of an account unproven so far',
    body: Type.Object({ code: Code }),
    reply: Success,
    errors: ['validation', 'tooMany'],
  }),
  exportAccount: endpoint({
    method: 'GET',
    path: '/api/v1/user/export',
    module,
    auth: 'user',
    summary: 'Everything kept about the person, as the file wopack-export.json',
    reply: AccountExport,
    errors: ['tooMany'],
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/api/v1/user/delete',
    module,
    auth: 'user',
    summary:
      'Delete the account: hidden at once, erased within 30 days. `errors` of code 5 say what is still open',
    body: Type.Object({
      password: Type.Optional(Text(200)),
      code: Type.Optional(
        Type.String({ maxLength: 16, description: 'from send_code, instead of the password' }),
      ),
    }),
    reply: Success,
    errors: ['validation', 'conflict', 'tooMany'],
  }),
} as const;
