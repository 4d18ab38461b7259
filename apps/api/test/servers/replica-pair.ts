import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openDatabase } from '../../src/platform/db/database.ts';
import { findFreePort, startEmbedded } from '../../src/platform/db/embedded.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { preparePostgres, startPostgres, stopPostgres } from '../../src/platform/db/postgres-server.ts';
import { startJobs } from '../../src/platform/jobs.ts';
import { runSql } from '../support/test-databases.ts';

const execFileAsync = promisify(execFile);

/** A primary and a replica that streams from it, both real. */
export async function startReplicaPair() {
  const dataDir = await mkdtemp(join(tmpdir(), 'wopack-pair-'));
  const initialServer = await startEmbedded(dataDir);
  const db = openDatabase(initialServer.url, 2);
  await migrate(db);
  await db.destroy();
  await (await startJobs(initialServer.url, console.error)).stop();
  await initialServer.stop();

  const installation = await preparePostgres(dataDir);
  const replicaInstallation = { ...installation, clusterDir: `${installation.clusterDir}-replica` };
  await execFileAsync('cp', ['-a', `${installation.clusterDir}/.`, replicaInstallation.clusterDir]);
  const primary = await startEmbedded(dataDir);
  const { password, port: primaryPort } = new URL(primary.url);
  const conninfo = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password}`;
  await writeFile(join(replicaInstallation.clusterDir, 'standby.signal'), '');
  await appendFile(
    join(replicaInstallation.clusterDir, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfo}'\n`,
  );

  const port = await findFreePort();
  const url = Object.assign(new URL(primary.url), { port: String(port) }).href;
  let replicaProcess = await startPostgres(replicaInstallation, port);
  const pair = {
    primaryUrl: primary.url,
    replicaUrl: url,
    primaryPort: Number(primaryPort),
    replicaPort: port,
    /** Changes still reach the replica, and nobody sees them there. */
    pause: () => runSql(url, 'SELECT pg_wal_replay_pause()'),
    resume: () => runSql(url, 'SELECT pg_wal_replay_resume()'),
    stopReplica: () => stopPostgres(replicaProcess),
    async startReplica() {
      replicaProcess = await startPostgres(replicaInstallation, port);
    },
    async stop() {
      await stopPostgres(replicaProcess);
      await primary.stop();
      await rm(replicaInstallation.clusterDir, { recursive: true, force: true });
      await rm(installation.clusterDir, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return pair;
}
