import { MINUTE_MS } from '@wopack/domain';
import { sql } from 'kysely';
import type { Trx } from '../../../src/platform/db/database.ts';

/** After the first forecasts of a new database. */
const FIRST_ASKING_MS = 3 * MINUTE_MS;

/** The demo seller is asked about the first pack, some minutes after the start too, if its pickup has not begun. */
export const insertDemoStockQuestion = (trx: Trx, { sellerId, now }: { sellerId: number; now: Date }) =>
  sql`INSERT INTO stock_question_settings (product_id, asks_at, next_at)
    SELECT min(id), '14:30', ${new Date(now.getTime() + FIRST_ASKING_MS)} FROM products
    WHERE seller_id = ${sellerId} HAVING count(*) > 0`.execute(trx);
