import type { Config } from './config/config.ts';

interface SystemError {
  code?: string;
  path?: string;
  port?: number;
  syscall?: string;
  message?: string;
  /** Setting that is at fault; DATABASE_URL without it. */
  setting?: 'DATABASE_OWNER_URL';
}

/**
 * One line about what keeps the server from starting although its settings are well formed; null for a fault of the
 * server itself, whose stack says more.
 */
export function describeStartFailure(
  error: unknown,
  {
    port,
    dataDir,
    databaseUrl,
    databaseOwnerUrl,
  }: Pick<Config, 'port' | 'dataDir' | 'databaseUrl' | 'databaseOwnerUrl'>,
): string | null {
  // Connecting to a name with several addresses fails with all their errors.
  const { code = '', path, syscall = '', setting = 'DATABASE_URL' } = (error ?? {}) as SystemError;
  if (syscall === 'listen') {
    const taken = (error as SystemError).port ?? port;
    if (code === 'EADDRINUSE') return `PORT=${taken}: another program listens there. Set PORT to a free one.`;
    if (code === 'EACCES') return `PORT=${taken}: only root may listen there. Set PORT to one above 1023.`;
    if (code === 'EADDRNOTAVAIL') return 'HOST: this machine has no such address.';
  }
  if (/^(EACCES|EPERM|EROFS|ENOSPC|ENOTDIR)$/.test(code) && path)
    return `DATA_DIR=${dataDir}: ${path} cannot be written (${code}). ${FILE_HINTS[code] ?? 'Let the user that runs WoPack write there.'}`;
  if (!databaseUrl) return null;
  const { host, pathname, username } = new URL(
    (setting === 'DATABASE_OWNER_URL' && databaseOwnerUrl) || databaseUrl,
  );
  const reason = DATABASE_FAILURES.find(([pattern]) => pattern.test(code))?.[1];
  if (reason) return `${setting}: ${reason({ host, database: pathname.slice(1), user: username })} (${code})`;
  return /timeout exceeded when trying to connect/.test((error as Error)?.message ?? '')
    ? `${setting}: ${host} does not answer.`
    : null;
}

const FILE_HINTS: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EROFS: 'The disk is read-only.',
  ENOTDIR: 'A part of the path is a file.',
};

interface DatabaseTarget {
  host: string;
  database: string;
  user: string;
}

const DATABASE_FAILURES: [code: RegExp, describe: (target: DatabaseTarget) => string][] = [
  [/^ECONNREFUSED$/, ({ host }) => `no PostgreSQL listens at ${host}`],
  [/^(ENOTFOUND|EAI_AGAIN)$/, ({ host }) => `the name of ${host} cannot be resolved`],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ECONNRESET)$/, ({ host }) => `${host} cannot be reached`],
  [/^28P01$|^28000$/, ({ host, user }) => `${host} refuses the user ${user} or the password`],
  [/^3D000$/, ({ host, database }) => `${host} has no database ${database}`],
  [/^42501$/, ({ user }) => `the user ${user} lacks a right that WoPack needs`],
  [/^53300$/, ({ host }) => `${host} has no connection free`],
  [/^57P03$/, ({ host }) => `PostgreSQL at ${host} is starting or stopping`],
];
