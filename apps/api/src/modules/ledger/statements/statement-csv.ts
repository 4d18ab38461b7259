import type { Language } from '@wopack/domain';
import { createCsvStream } from '../../../platform/csv.ts';
import { translate } from '../../../platform/messages/translate.ts';
import type { StatementView } from './get-statements.ts';

/** Lines between opening and closing balance; the amounts add up. */
export function buildStatementCsv(statement: StatementView, language: Language) {
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
  return { name: `${statement.number}.csv`, content: createCsvStream(header, rows) };
}
