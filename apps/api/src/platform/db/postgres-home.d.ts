/** Where the embedded PostgreSQL has its programs and its cluster, and who it runs as. */
export interface PostgresHome {
  /** Folder of `postgres` and `initdb`. */
  bin: string;
  clusterDir: string;
  /** Its own user where WoPack runs as root, which PostgreSQL refuses to be; null: like WoPack. */
  user: {
    uid: number;
    gid: number;
  } | null;
}
export declare function findHome(dataDir: string): Promise<PostgresHome>;
