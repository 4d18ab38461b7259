import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { deleteToken } from './identity.queries.ts';
import { login, validateLogin } from './login.ts';
import {
  me,
  type OnSelling,
  saveAffiliate,
  saveCity,
  saveOwner,
  saveProfile,
  validateCity,
  validateProfile,
} from './profile.ts';
import { register, validateRegistration } from './register.ts';
import { saveAvatar } from './save-avatar.ts';
import { sendCode } from './send-code.ts';
import { socialRoutes } from './social/social.routes.ts';

export function identityRoutes(context: Context, http: Http, onSelling: OnSelling): void {
  const { route } = http;
  const guessing = { max: 10, window: '1 minute' } as const;
  // From many addresses at one account; high enough that nobody can lock somebody else out by it for long.
  const aiming = { max: 100, window: '1 hour', by: 'email' } as const;
  const flooding = { max: 10, window: '1 hour', by: 'email' } as const;
  route(endpoints.register, (call) => register(context, call), {
    limit: guessing,
    validate: (call) => validateRegistration(context, call),
  });
  route(endpoints.login, (call) => login(context, call), {
    limit: [guessing, aiming],
    validate: validateLogin,
  });
  route(endpoints.sendCode, (call) => sendCode(context, call), { limit: [guessing, flooding] });
  socialRoutes(context, http);
  route(endpoints.logout, async ({ actor }) => {
    await deleteToken(context.db, actor.tokenId);
    return { success: true, code: 0 as const };
  });
  route(endpoints.checkAuth, async ({ actor }) => ({ success: actor !== null }));
  route(endpoints.me, (call) => me(context, call));
  route(endpoints.saveProfile, (call) => saveProfile(context, call), { validate: validateProfile });
  route(endpoints.saveCity, (call) => saveCity(context, call), { validate: validateCity });
  route(endpoints.saveOwner, (call) => saveOwner(context, call, onSelling));
  route(endpoints.saveAffiliate, (call) => saveAffiliate(context, call));
  route(endpoints.saveAvatar, (call) => saveAvatar(context, call), {
    limit: [
      { max: 20, window: '1 minute', by: 'person' },
      { max: 60, window: '1 minute' },
    ],
  });
}
