import type { Context } from '../../src/platform/context.ts';
import type { Trx } from '../../src/platform/db/database.ts';

/** Runs a use case in a transaction of its own. */
export const runInTransaction = <Args extends unknown[], Result>(
  context: Context,
  useCase: (context: Context, trx: Trx, ...args: Args) => Promise<Result>,
  ...args: Args
): Promise<Result> => context.db.transaction().execute((trx) => useCase(context, trx, ...args));
