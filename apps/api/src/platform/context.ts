import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Db } from './db/database.ts';
import type { ReadRouter } from './db/read-router.ts';
import type { Storage } from './files/storage.ts';
import type { JsonDownloadRoute } from './http/json-download.ts';
import type { createRateLimitFactory } from './http/rate-limits.ts';
import type { FileRoute, Route } from './http/route.ts';
import type { StreamRoute } from './http/stream-route.ts';
import type { JobFailures, Jobs } from './jobs.ts';
import type { LiveEvents } from './live-events.ts';
import type { Mailer } from './mail/mail.ts';
import type { Log } from './observability/log.ts';
import type { Push } from './push.ts';
import type { Quiet } from './quiet.ts';
import type { Secrets } from './secrets.ts';

/** Source of the current time: that of the database (`db/database-clock.ts`); tests set their own. */
export interface Clock {
  now(): Date;
}

/** Dependencies of the use cases; tests build their own. */
export interface Context {
  config: Readonly<Config>;
  db: Db;
  /** Routes reads to replicas. */
  readRouter: ReadRouter;
  clock: Clock;
  jobs: Jobs;
  /** Failures of the jobs that this process works on. */
  jobFailures: JobFailures;
  log: Log;
  mailer: Mailer;
  storage: Storage;
  liveEvents: LiveEvents;
  push: Push;
  secrets: Secrets;
  quiet: Quiet;
}

/** What a module needs to register its routes. */
export interface Http {
  app: FastifyInstance;
  route: Route;
  streamRoute: StreamRoute;
  fileRoute: FileRoute;
  jsonDownloadRoute: JsonDownloadRoute;
  /** Used by routes that are no endpoints; the others have theirs from the contract. */
  createRateLimit: ReturnType<typeof createRateLimitFactory>;
}
