import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { reading } from '../../platform/http/reading.ts';
import { savePayout, showPayout, validatePayout } from './payouts/payout-details.ts';
import { listMyStatements, loadStatement } from './statements/show-statements.ts';
import { statementCsv } from './statements/statement-csv.ts';
import { listTransactions, transactionsCsv, validateRange } from './transactions.ts';

export function ledgerRoutes(context: Context, { route, files }: Http): void {
  route(endpoints.listTransactions, reading(context, listTransactions), { validate: validateRange });
  files(endpoints.transactionsCsv, (call) => transactionsCsv(context, call), { validate: validateRange });
  route(endpoints.showPayout, ({ actor }) => showPayout(context, actor));
  route(endpoints.savePayout, (call) => savePayout(context, call), {
    limit: { max: 5, window: '1 minute', by: 'person' },
    validate: (call) => validatePayout(context, call),
  });
  route(endpoints.listStatements, (call) => listMyStatements(context, call));
  route(endpoints.showStatement, async ({ actor, params }) => ({
    data: await loadStatement(context.db, actor.id, params.id),
  }));
  files(endpoints.statementCsv, async ({ actor, params, language }) =>
    statementCsv(await loadStatement(context.db, actor.id, params.id), language),
  );
  files(endpoints.statementPdf, async ({ actor, params, language }) => {
    const statement = await loadStatement(context.db, actor.id, params.id);
    const { statementPdf } = await import('./statements/statement-pdf.ts');
    return statementPdf(statement, language, context.config.operatorZone);
  });
}
