import { type ChildProcess } from 'node:child_process';
import type { PostgresHome } from './postgres-home.ts';
/** Makes the cluster: UTF-8 with the same order of letters on every machine. */
export declare function initCluster({ bin, clusterDir, user }: PostgresHome, password: string): Promise<void>;
/** Starts the server; answers once it takes connections, throws with its last words if it ends before. */
export declare function startPostgres(
  { bin, clusterDir, user }: PostgresHome,
  port: number,
): Promise<ChildProcess>;
/** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
export declare function stopPostgres(child: ChildProcess): Promise<void>;
