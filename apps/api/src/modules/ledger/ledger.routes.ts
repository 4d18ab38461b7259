import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { routeRead } from '../../platform/http/route-read.ts';
import { getPayoutDetails, updatePayoutDetails, validatePayoutDetails } from './payouts/payout-details.ts';
import { getStatement, listMyStatements } from './statements/get-statements.ts';
import { buildStatementCsv } from './statements/statement-csv.ts';
import { exportTransactions, listTransactions, validateRange } from './transactions.ts';

export function ledgerRoutes(context: Context, { route, fileRoute }: Http): void {
  route(endpoints.listTransactions, routeRead(context, listTransactions), { validate: validateRange });
  fileRoute(endpoints.exportTransactions, (call) => exportTransactions(context, call), {
    validate: validateRange,
  });
  route(endpoints.getPayoutDetails, ({ actor }) => getPayoutDetails(context, actor));
  route(endpoints.updatePayoutDetails, (call) => updatePayoutDetails(context, call), {
    limit: { max: 5, window: '1 minute', by: 'person' },
    validate: (call) => validatePayoutDetails(context, call),
  });
  route(endpoints.listStatements, (call) => listMyStatements(context, call));
  route(endpoints.getStatement, async ({ actor, params }) => ({
    data: await getStatement(context.db, actor.id, params.id),
  }));
  fileRoute(endpoints.exportStatementCsv, async ({ actor, params, language }) =>
    buildStatementCsv(await getStatement(context.db, actor.id, params.id), language),
  );
  fileRoute(endpoints.exportStatementPdf, async ({ actor, params, language }) => {
    const statement = await getStatement(context.db, actor.id, params.id);
    const { buildStatementPdf } = await import('./statements/statement-pdf.ts');
    return buildStatementPdf(statement, language, context.config.operatorTimeZone);
  });
}
