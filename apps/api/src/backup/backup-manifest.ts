/** What `wopack.json` in a backup says about the rest of it. */
export interface BackupManifest {
  format: 1;
  /** Instant of the snapshot, ISO. */
  made_at: string;
  /** Migrations of the database it was taken from, in order. */
  migrations: string[];
  tables: BackupTable[];
  /** Last value given out, by name of the sequence; null when none was. */
  sequences: Record<string, string | null>;
  /** Work that was waiting. */
  jobs: PendingJob[];
}

export interface BackupTable {
  name: string;
  columns: string[];
}

export interface PendingJob {
  queue: string;
  data: object;
  /** ISO. */
  start_after: string;
}

export class BackupError extends Error {}
