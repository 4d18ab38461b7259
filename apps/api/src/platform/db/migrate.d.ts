import type { Db } from './database.ts';
/** Brings the schema up to date. Kysely's lock lets one process work while the others wait. */
export declare function migrate(db: Db): Promise<void>;
