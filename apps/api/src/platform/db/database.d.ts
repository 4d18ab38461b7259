import { Kysely, type Transaction } from 'kysely';
import type { Database } from './schema.ts';
export type Db = Kysely<Database>;
/** A database, or a transaction open in it. */
export type DbOrTrx = Db | Transaction<Database>;
export type Trx = Transaction<Database>;
/** Opens a pool of connections. Nothing is sent until the first query. */
export declare function openDatabase(url: string, poolSize: number): Db;
