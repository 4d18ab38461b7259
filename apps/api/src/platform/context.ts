import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import type { Clock } from './clock.ts';
import type { Db } from './db/database.ts';
import type { ReadRouter } from './db/read-router.ts';
import type { FileRoute } from './http/file-route.ts';
import type { Route } from './http/route.ts';
import type { StreamRoute } from './http/stream-route.ts';
import type { JobFailures } from './job-failures.ts';
import type { Jobs } from './jobs.ts';
import type { LiveEvents } from './live-events.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail.ts';
import type { Push } from './push.ts';
import type { Secrets } from './secrets.ts';
import type { Storage } from './storage.ts';

/** Dependencies of the use cases. There are no globals, so tests build their own context. */
export interface Context {
  config: Config;
  db: Db;
  /** Where what only reads may be answered instead; see platform/http/route-read.ts. */
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
}

/** What a module needs to register its routes. */
export interface Http {
  app: FastifyInstance;
  route: Route;
  streamRoute: StreamRoute;
  fileRoute: FileRoute;
}
