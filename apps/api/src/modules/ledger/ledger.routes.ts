import { endpoints } from '@wopack/contract';
import type { Context, Http } from '../../platform/context.ts';
import { choosePayee } from '../../platform/http/payee.ts';
import { exportCommissionInvoicePdf } from './commission-invoices/get-commission-invoices.ts';
import { exportTransactions, type FindProductNames, listTransactions, validateRange } from './movements.ts';
import { getPayoutDetails, updatePayoutDetails, validatePayoutDetails } from './payouts/payout-details.ts';
import { createStatementPdfs } from './statements/get-statement-pdf.ts';
import { buildStatementCsv, getStatement, listMyStatements } from './statements/get-statements.ts';

export function ledgerRoutes(
  context: Context,
  { route, fileRoute }: Http,
  findProductNames: FindProductNames,
): void {
  const dependencies = { ...context, findProductNames };
  route(endpoints.listTransactions, (call, db) => listTransactions({ ...dependencies, db }, call), {
    validate: validateRange,
  });
  fileRoute(endpoints.exportTransactions, (call) => exportTransactions(dependencies, call), {
    validate: validateRange,
  });
  route(endpoints.getPayoutDetails, ({ actor, query }) =>
    getPayoutDetails(context, choosePayee(actor, query.business_id, 'money.view')),
  );
  route(endpoints.updatePayoutDetails, (call) => updatePayoutDetails(context, call), {
    validate: (call) => validatePayoutDetails(context, call),
  });
  route(endpoints.listStatements, (call) => listMyStatements(context, call));
  route(endpoints.getStatement, async ({ actor, params }) => ({
    data: await getStatement(context, actor, params.id),
  }));
  fileRoute(endpoints.exportStatementCsv, async ({ actor, params, language }) =>
    buildStatementCsv(await getStatement(context, actor, params.id), language),
  );
  fileRoute(endpoints.exportStatementPdf, createStatementPdfs(context));
  fileRoute(endpoints.exportCommissionInvoicePdf, (call) => exportCommissionInvoicePdf(context, call));
}
