import type { CookieSerializeOptions } from '@fastify/cookie';
import { endpoints, type RateLimit } from '@wopack/contract';
import { pickLanguage } from '@wopack/domain';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../../config/config.ts';
import type { Context, Http } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { CheckRateLimit } from '../../../platform/http/rate-limits.ts';
import { toSingleLine } from '../../../platform/text-rules.ts';
import { consumeFlow, insertFlow } from '../identity.queries.ts';
import { generateToken, sha256 } from '../sessions/tokens.ts';
import { type AuthProviderName, enabledProviders } from './auth-providers.ts';
import { registerLocalProvider } from './local-provider.ts';
import {
  completeSocialSignIn,
  listLinkedAccounts,
  MAX_NAME_LENGTH,
  type SignInError,
  unlinkAccount,
} from './social-accounts.ts';

const FLOW_LIFETIME_SECONDS = 600;

/** As for logins: each start is a row, and each end may ask the provider. */
const FLOW_LIMIT: RateLimit = { max: 300, window: '1 minute' };

const isHttps = ({ publicUrl }: Config): boolean => publicUrl.startsWith('https:');

/**
 * The only cookie. With the prefix, browsers accept it only from this host itself over https, for all paths: another
 * host of the domain cannot plant one.
 */
const getSignInCookieName = (config: Config): string =>
  isHttps(config) ? '__Host-wopack_sign_in' : 'wopack_sign_in';

/** Routes at the host root, because browsers navigate to them: redirect to a provider, and its callback. */
export function socialRoutes(context: Context, { app, route, createRateLimit }: Http): void {
  const { config, db, clock } = context;
  const providers = enabledProviders(config);
  if (config.social.localProviderEnabled) registerLocalProvider(app, config);
  const enabledNames = new Set(providers.keys());
  route(endpoints.listAuthProviders, async () => ({ data: [...enabledNames] }));
  route(endpoints.listLinkedAccounts, (call) => listLinkedAccounts(context, call, enabledNames));
  route(endpoints.unlinkAccount, (call) => unlinkAccount(context, call, enabledNames));

  const buildAppUrl = (path: string, values: Record<string, string | null>) => {
    const url = new URL(path, config.publicUrl);
    for (const [name, value] of Object.entries(values)) if (value) url.searchParams.set(name, value);
    return url.href;
  };
  const redirectUri = (providerName: string) => `${config.publicUrl}/${providerName}/callback`;
  const hide = { schema: { hide: true } };
  const cookieName = getSignInCookieName(config);
  const cookieOptions: CookieSerializeOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(config),
  };

  void app.register(async (scope) => {
    for (const [name, provider] of providers) {
      const limitStarts = createRateLimit(`GET /${name}/redirect`, FLOW_LIMIT);
      const limitEnds = createRateLimit(`GET /${name}/callback`, FLOW_LIMIT);
      /** These are addresses that browsers go to: they are led back to the page they come from. */
      const isRefused = (limit: CheckRateLimit, request: FastifyRequest): Promise<boolean> =>
        limit(request).then(
          () => false,
          () => true,
        );
      scope.get(`/${name}/redirect`, hide, async (request, reply) => {
        const { url: requestUrl, headers, log } = request;
        // Of a repeated parameter the first counts.
        const query = readQuery(requestUrl);
        const referralCode = query.get('ref_link');
        const secrets = { state: generateToken(), nonce: generateToken(), codeVerifier: generateToken() };
        const browserSecret = generateToken();
        const next = parseLocalPath(query.get('next'));
        if (await isRefused(limitStarts, request))
          return reply.redirect(buildAppUrl('/auth', { problem: 'unavailable', next }));
        try {
          const url = await provider.start(secrets, redirectUri(name));
          await insertFlow(db, {
            state_hash: sha256(secrets.state),
            browser_hash: sha256(browserSecret),
            provider: name,
            nonce: secrets.nonce,
            code_verifier: secrets.codeVerifier,
            return_path: next,
            referral_code: referralCode && toSingleLine(referralCode, 64),
            language: pickLanguage(query.get('language') ?? headers['accept-language']),
            expires_at: new Date(clock.now().getTime() + FLOW_LIFETIME_SECONDS * 1000),
          });
          return reply
            .setCookie(cookieName, browserSecret + formatClientState(query.get('client_state')), {
              ...cookieOptions,
              maxAge: FLOW_LIFETIME_SECONDS,
            })
            .redirect(url.href);
        } catch (error) {
          log.error({ err: error }, `sign-in provider ${name} is unreachable`);
          return reply.redirect(buildAppUrl('/auth', { problem: 'unavailable', next }));
        }
      });

      const handleCallback = async (request: FastifyRequest, reply: FastifyReply) => {
        if (await isRefused(limitEnds, request))
          return reply.redirect(buildAppUrl('/auth', { problem: 'unavailable' }));
        const callbackUrl = new URL(`${redirectUri(name)}?${readQuery(request.url)}`);
        const state = callbackUrl.searchParams.get('state') ?? '';
        const { browser, clientState } = readSignInCookie(request, cookieName);
        const flow = await consumeFlow(db, sha256(state), sha256(browser), clock.now());
        const redirectWithError = (reason: SignInError) =>
          reply.redirect(buildAppUrl('/auth', { problem: reason, next: flow?.return_path ?? null }));
        reply.clearCookie(cookieName, cookieOptions).header('cache-control', 'no-store');
        if (!flow || flow.provider !== name) return redirectWithError('failed');
        // Providers name it differently: the user cancelled or may not sign in.
        const error = callbackUrl.searchParams.get('error');
        if (error) return redirectWithError(/denied|cancel/.test(error) ? 'cancelled' : 'failed');
        const secrets = { state, nonce: flow.nonce, codeVerifier: flow.code_verifier };
        let claims: Awaited<ReturnType<typeof provider.finish>>;
        try {
          claims = await provider.finish(secrets, callbackUrl);
          claims.name ||= toSingleLine(callbackUrl.searchParams.get('name') ?? '', MAX_NAME_LENGTH);
        } catch (cause) {
          request.log.error({ err: cause }, `sign-in with ${name} failed`);
          return redirectWithError('failed');
        }
        const { language, referral_code: referralCode, return_path: next } = flow;
        const deviceName = toSingleLine(request.headers['user-agent'] ?? name, 200);
        const result = await completeSocialSignIn(context, {
          providerName: name,
          claims,
          deviceName,
          referralCode,
          language: pickLanguage(language),
          request,
          reply,
        });
        if (typeof result === 'string') return redirectWithError(result);
        const { token, accessReset } = result;
        const access_reset = accessReset ? '1' : null;
        const values = { next, access_reset, client_state: clientState };
        // The pages that send a state read the fragment, which no server sees; other apps expect the specified query.
        return reply.redirect(
          clientState
            ? `${buildAppUrl('/auth/token', values)}#${new URLSearchParams({ token })}`
            : buildAppUrl('/auth/token', { token, ...values }),
        );
      };
      scope.get(`/${name}/callback`, hide, handleCallback);
      acceptFormCallback(scope, name);
    }
  });
}

/**
 * Apple posts the form cross-site, without our SameSite cookie: redirecting to the callback as GET brings
 * the cookie.
 */
function acceptFormCallback(app: FastifyInstance, name: AuthProviderName): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post(`/${name}/callback`, { schema: { hide: true } }, async ({ body }, reply) => {
      if (!(body instanceof URLSearchParams)) throw new AppError('validation');
      const forwardedParams = new URLSearchParams();
      for (const key of ['code', 'state', 'error']) {
        const value = body.get(key);
        if (value) forwardedParams.set(key, value);
      }
      const fullName = parseAppleName(body.get('user'));
      if (fullName) forwardedParams.set('name', fullName);
      return reply.redirect(`/${name}/callback?${forwardedParams}`, 303);
    });
  });
}

/**
 * Apple sends the name at the first sign-in only, unsigned beside the ID token; no more trusted than a name
 * the user types.
 */
function parseAppleName(user: string | null): string {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } };
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string');
    return toSingleLine(parts.join(' '), MAX_NAME_LENGTH);
  } catch {
    return '';
  }
}

const readQuery = (url: string): URLSearchParams => new URLSearchParams(url.split('?')[1]);

/** A path on this site; null for anything that could lead elsewhere. */
function parseLocalPath(value: string | null): string | null {
  if (!value?.startsWith('/') || /^\/[\\/]/.test(value) || value.length > 500) return null;
  const url = URL.parse(value, 'http://here.invalid');
  // '/.//elsewhere' is that too, once it is resolved.
  if (url?.origin !== 'http://here.invalid' || url.pathname.startsWith('//')) return null;
  return url.pathname + url.search;
}

/** Appended to the cookie value behind a dot; empty for a malformed value. */
const formatClientState = (state: string | null): string =>
  state && /^[\w-]{16,64}$/.test(state) ? `.${state}` : '';

function readSignInCookie(
  { cookies }: FastifyRequest,
  name: string,
): { browser: string; clientState: string | null } {
  const [browser = '', clientState = null] = cookies[name]?.split('.') ?? [];
  return { browser, clientState };
}
