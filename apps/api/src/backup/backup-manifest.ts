/** Contents of `wopack.json` in a backup. */
export interface BackupManifest {
  format: 1;
  /** Instant of the snapshot, ISO 8601. */
  made_at: string;
  /** Migrations applied to the source database, in order. */
  migrations: string[];
  tables: BackupTable[];
  /** Last value of each sequence; null when it was never used. */
  sequences: Record<string, string | null>;
  /** Jobs that were not finished. */
  jobs: PendingJob[];
}

export interface BackupTable {
  name: string;
  columns: string[];
}

export interface PendingJob {
  queue: string;
  data: object;
  /** ISO 8601. */
  start_after: string;
}

export class BackupError extends Error {}
