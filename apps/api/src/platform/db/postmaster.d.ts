/**
 * The PostgreSQL that runs on a cluster directory, by its postmaster.pid; null when none lives. A file left by one
 * that was killed is removed: its number may belong to anything by now, or to the dead process itself where nobody
 * clears dead processes away (as in many containers), and PostgreSQL would refuse to start.
 */
export declare function runningPostmaster(clusterDir: string): Promise<{
  pid: number;
  port: number;
} | null>;
/** Fast shutdown, then waits until the process is gone. */
export declare function stopPostmaster(clusterDir: string, pid: number): Promise<void>;
