import { endpoints } from '@wopack/contract';
import { pickLanguage } from '@wopack/rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context, Http } from '../../../platform/context.ts';
import { AppError } from '../../../platform/http/error.ts';
import { randomToken, sha256 } from '../secrets.ts';
import { listLinkedAccounts, unlinkAccount } from './linked-accounts.ts';
import { localProvider } from './local-provider.ts';
import { openWays, type WayName } from './open-ways.ts';
import { insertFlow, takeFlow } from './social.queries.ts';
import { type Problem, socialSignIn } from './social-sign-in.ts';

const COOKIE = 'wopack_sign_in';
const TEN_MINUTES = 600;

interface Setting {
  next?: string;
  ref_link?: string;
  language?: string;
  /** What the page that sets out keeps to itself: by it it knows the answer from a link that somebody sent. */
  client_state?: string;
}

/** At the host root, where browsers go: out to a provider, and back from it. */
export function socialRoutes(context: Context, { app, route }: Http): void {
  const { config, db, clock } = context;
  const ways = openWays(config);
  if (config.social.local) localProvider(app, config);
  const open = new Set(ways.keys());
  route(endpoints.signInWays, async () => ({ data: [...open] }));
  route(endpoints.listLinkedAccounts, (call) => listLinkedAccounts(context, call, open));
  route(endpoints.unlinkAccount, (call) => unlinkAccount(context, call, open));

  const home = (path: string, values: Record<string, string | null>) => {
    const url = new URL(path, config.publicUrl);
    for (const [name, value] of Object.entries(values)) if (value) url.searchParams.set(name, value);
    return url.href;
  };
  const redirectUri = (way: string) => `${config.publicUrl}/${way}/callback`;
  const hide = { schema: { hide: true } };

  for (const [name, way] of ways) {
    app.get<{ Querystring: Setting }>(`/${name}/redirect`, hide, async ({ query, headers, log }, reply) => {
      const secrets = { state: randomToken(), nonce: randomToken(), codeVerifier: randomToken() };
      const browser = randomToken();
      const next = samePath(query.next);
      try {
        const url = await way.start(secrets, redirectUri(name));
        await insertFlow(db, {
          state_hash: sha256(secrets.state),
          browser_hash: sha256(browser),
          provider: name,
          nonce: secrets.nonce,
          code_verifier: secrets.codeVerifier,
          next,
          ref_link: query.ref_link?.slice(0, 64) ?? null,
          language: pickLanguage(query.language ?? headers['accept-language']),
          expires_at: new Date(clock.now().getTime() + TEN_MINUTES * 1000),
        });
        return reply
          .header('set-cookie', cookie(browser + plainState(query.client_state)))
          .redirect(url.href);
      } catch (error) {
        log.error({ err: error }, `${name} cannot be reached`);
        return reply.redirect(home('/auth', { problem: 'unavailable', next }));
      }
    });

    const back = async (request: FastifyRequest, reply: FastifyReply) => {
      const returned = new URL(request.url, config.publicUrl);
      const state = returned.searchParams.get('state') ?? '';
      const { browser, clientState } = cookieOf(request);
      const flow = await takeFlow(db, sha256(state), sha256(browser), clock.now());
      const refuse = (problem: Problem) =>
        reply.redirect(home('/auth', { problem, next: flow?.next ?? null }));
      reply.header('set-cookie', cookie(''));
      if (!flow || flow.provider !== name) return refuse('failed');
      // Whatever it is called: they pressed cancel, or may not.
      const error = returned.searchParams.get('error');
      if (error) return refuse(/denied|cancel/.test(error) ? 'cancelled' : 'failed');
      const secrets = { state, nonce: flow.nonce, codeVerifier: flow.code_verifier };
      let claims: Awaited<ReturnType<typeof way.finish>>;
      try {
        claims = await way.finish(secrets, returned);
        claims.name ||= plainName(returned.searchParams.get('name') ?? '');
      } catch (cause) {
        request.log.error({ err: cause }, `no sign-in by ${name}`);
        return refuse('failed');
      }
      const { language, ref_link: refLink, next } = flow;
      const deviceName = (request.headers['user-agent'] ?? name).slice(0, 200);
      const done = await socialSignIn(context, {
        way: name,
        claims,
        deviceName,
        refLink,
        language: pickLanguage(language),
      });
      if (typeof done === 'string') return refuse(done);
      const { token, accessReset } = done;
      const access_reset = accessReset ? '1' : null;
      return reply.redirect(home('/auth/token', { token, next, access_reset, client_state: clientState }));
    };
    app.get(`/${name}/callback`, hide, back);
    fromForm(app, name);
  }

  const cookie = (value: string) =>
    `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${value ? TEN_MINUTES : 0}` +
    (config.publicUrl.startsWith('https:') ? '; Secure' : '');
}

/** Apple posts a form from its own site, where our cookie stays at home: it comes back as an address, which brings it. */
function fromForm(app: Http['app'], name: WayName): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 16_384 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.post(`/${name}/callback`, { schema: { hide: true } }, async ({ body }, reply) => {
      if (!(body instanceof URLSearchParams)) throw new AppError('validation');
      const kept = new URLSearchParams();
      for (const key of ['code', 'state', 'error']) {
        const value = body.get(key);
        if (value) kept.set(key, value);
      }
      const person = nameOf(body.get('user'));
      if (person) kept.set('name', person);
      return reply.redirect(`/${name}/callback?${kept}`, 303);
    });
  });
}

/** Apple tells a name the first time alone, beside what it signs: as good as what somebody types about themselves. */
function nameOf(user: string | null): string {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: { firstName?: unknown; lastName?: unknown } };
    const parts = [name?.firstName, name?.lastName].filter((part) => typeof part === 'string');
    return plainName(parts.join(' '));
  } catch {
    return '';
  }
}

const plainName = (text: string): string =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 100);

/** A path of ours; null for anything that could lead elsewhere. */
function samePath(value: string | undefined): string | null {
  if (!value?.startsWith('/') || /^\/[\\/]/.test(value) || value.length > 500) return null;
  const url = URL.parse(value, 'http://here.invalid');
  return url?.origin === 'http://here.invalid' ? url.pathname + url.search : null;
}

/** Behind a dot, as the cookie keeps it; nothing for what is no such value. */
const plainState = (state: string | undefined): string =>
  state && /^[\w-]{16,64}$/.test(state) ? `.${state}` : '';

function cookieOf({ headers }: FastifyRequest): { browser: string; clientState: string | null } {
  const [, value = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(headers.cookie ?? '') ?? [];
  const [browser = '', clientState = null] = value.split('.');
  return { browser, clientState };
}
