export interface EmbeddedDatabase {
  url: string;
  stop(): Promise<void>;
}
/** Only one WoPack may work on a DATA_DIR; said in words a person can act on. */
export declare class DataDirInUse extends Error {}
/**
 * Starts the PostgreSQL that lives under `dataDir`, making it on the first start. A server left behind by a killed
 * WoPack is stopped first; one that a living WoPack holds is left alone and refused.
 */
export declare function startEmbedded(dataDir: string): Promise<EmbeddedDatabase>;
