import type { InvoicingServiceName } from '@wopack/contract';
import { MINUTE_MS } from '@wopack/domain';
import type { Context } from '../../../../platform/context.ts';
import {
  claimTokenRenewal,
  expireTokens,
  findTokens,
  releaseTokenRenewal,
  saveTokens,
} from '../commission-invoices.queries.ts';
import { CredentialsRefusedError, UnavailableError } from './invoicing-service.ts';

export interface Tokens {
  access: string;
  refresh: string | null;
  expiresInSeconds: number;
}

/** The answer of a token endpoint, by RFC 6749, section 5.1. */
export function parseTokens(body: unknown): Tokens {
  const { access_token, refresh_token, expires_in } = (body ?? {}) as Record<
    string,
    string | number | undefined
  >;
  if (!access_token) throw new CredentialsRefusedError('the credentials are not accepted');
  return {
    access: String(access_token),
    refresh: refresh_token ? String(refresh_token) : null,
    expiresInSeconds: Number(expires_in ?? 3600),
  };
}

export interface Grants {
  /** By the credentials of the settings. */
  begin(): Promise<Tokens>;
  renew(refreshToken: string): Promise<Tokens>;
}

type StoredTokens = Pick<Tokens, 'access' | 'refresh'>;
type Dependencies = Pick<Context, 'db' | 'clock' | 'secrets'>;

/** An access token is renewed before it ends: a call must not begin with one that ends meanwhile. */
const MARGIN_MS = 2 * MINUTE_MS;
/** Longer than the calls of a renewal take. */
const RENEWAL_MS = 3 * MINUTE_MS;

/**
 * Tokens of all processes, encrypted in the database. One process renews them, since a refresh token is often valid once;
 * the others go on with the access token as long as it is valid, else they try again later.
 */
export function createOAuthTokens(
  { db, clock, secrets }: Dependencies,
  service: InvoicingServiceName,
  grants: Grants,
) {
  const decrypt = (text: string | null): StoredTokens | null => {
    const plain = text && secrets.decrypt('invoicing-token', text);
    return plain ? (JSON.parse(plain) as StoredTokens) : null;
  };

  async function renew(stored: StoredTokens | null): Promise<string> {
    const now = clock.now();
    const claimedUntil = new Date(now.getTime() + RENEWAL_MS);
    if (!(await claimTokenRenewal(db, service, now, claimedUntil)))
      throw new UnavailableError('another process is renewing the access');
    try {
      const tokens = await (stored?.refresh
        ? // One that has ended, or whose renewal was not answered, is of no use any more.
          grants.renew(stored.refresh).catch(() => grants.begin())
        : grants.begin());
      await saveTokens(db, service, {
        tokens: secrets.encrypt(
          'invoicing-token',
          JSON.stringify({ access: tokens.access, refresh: tokens.refresh } satisfies StoredTokens),
        ),
        expiresAt: new Date(now.getTime() + tokens.expiresInSeconds * 1000),
      });
      return tokens.access;
    } catch (error) {
      await releaseTokenRenewal(db, service);
      throw error instanceof UnavailableError ? error : new UnavailableError((error as Error).message);
    }
  }

  async function getAccessToken(): Promise<string> {
    const row = await findTokens(db, service);
    const stored = decrypt(row?.tokens ?? null);
    const isValid = row?.expires_at && row.expires_at.getTime() - MARGIN_MS > clock.now().getTime();
    return stored && isValid ? stored.access : renew(stored);
  }

  return {
    /** A token that is not accepted is given up, and the next call begins with another one. */
    async withToken<T>(use: (accessToken: string) => Promise<T>): Promise<T> {
      const token = await getAccessToken();
      try {
        return await use(token);
      } catch (error) {
        if (error instanceof CredentialsRefusedError) await expireTokens(db, service, clock.now());
        throw error;
      }
    },
  };
}
