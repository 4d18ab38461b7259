import { endpoints } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import type { Context, Http } from '../../platform/context.ts';
import { createCsvStream } from '../../platform/files/csv.ts';
import { translate } from '../../platform/messages/translate.ts';
import { getPayoutDetails, updatePayoutDetails, validatePayoutDetails } from './payouts/payout-details.ts';
import { getStatement, listMyStatements, type StatementView } from './statements/get-statements.ts';
import {
  exportTransactions,
  type FindProductNames,
  listTransactions,
  validateRange,
} from './transactions.ts';

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
  route(endpoints.getPayoutDetails, ({ actor }) => getPayoutDetails(context, actor));
  route(endpoints.updatePayoutDetails, (call) => updatePayoutDetails(context, call), {
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

/** Lines between opening and closing balance; the amounts add up. */
function buildStatementCsv(statement: StatementView, language: Language) {
  const t = (key: string) => translate(`ledger.${key}`, language);
  const header = ['at', 'kind', 'order', 'pack', 'price', 'commission', 'amount'].map((name) =>
    t(`csv.${name}`),
  );
  const buildBalanceRow = (name: string, cents: number) => [null, t(name), null, null, null, null, { cents }];
  const rows = [
    buildBalanceRow('statement.opening', statement.opening_cents),
    ...statement.lines.map(({ at, kind, order_id, text, price_cents, commission_cents, amount_cents }) => [
      at,
      t(`kind.${kind}`),
      order_id,
      text,
      { cents: price_cents },
      { cents: -commission_cents },
      { cents: amount_cents },
    ]),
    buildBalanceRow('statement.closing', statement.closing_cents),
  ];
  return { name: `${statement.number}.csv`, content: createCsvStream(header, rows, language) };
}
