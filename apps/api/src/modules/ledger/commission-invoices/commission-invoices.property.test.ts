import { HOUR_MS, MINUTE_MS } from '@wopack/domain';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import {
  createBusiness,
  endMonth,
  listRows,
  postCommission,
} from '../../../../test/invoicing-services/commission.ts';
import { InvoiceXpressStandIn } from '../../../../test/invoicing-services/invoicexpress-stand-in.ts';
import type { Failure } from '../../../../test/invoicing-services/stand-in.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { correctStatement } from '../statements/issue-statements.ts';
import { sendCommissionInvoice, sendDueInvoices } from './send-commission-invoice.ts';
import { createInvoicingService } from './services/create-invoicing-service.ts';

const standIn = new InvoiceXpressStandIn();
const api = useTestApp({ env: () => standIn.open() });
afterAll(() => standIn.close());

type Step =
  | { do: 'post'; business: number; cents: number }
  | { do: 'endMonth' }
  | { do: 'correct'; statement: number }
  | { do: 'send'; minutes: number }
  | { do: 'crash'; invoice: number; isIssued: boolean }
  | { do: 'fail'; failures: (Failure | null)[] };

// 'slow' takes as long as the time limit.
const anyFailure = fc.constantFrom<Failure | null>(
  null,
  'away',
  'lost',
  'lateError',
  'broken',
  'error',
  'busy',
);
const anyIndex = fc.nat({ max: 100 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      business: fc.nat({ max: 1 }),
      cents: fc.integer({ min: -300, max: 900 }),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ do: 'endMonth' as const }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('correct' as const), statement: anyIndex }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('send' as const), minutes: fc.constantFrom(0, 11, 61) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('crash' as const), invoice: anyIndex, isIssued: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      failures: fc.array(anyFailure, { minLength: 1, maxLength: 8 }),
    }),
  },
);

/** Statements that none replaces, of businesses. */
const listStatements = (businessIds: readonly number[]) =>
  api.db
    .selectFrom('statements')
    .select(['id', 'year', 'number', 'user_id', 'commission_cents'])
    .where('user_id', 'in', businessIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('statements as later')
            .select('later.id')
            .whereRef('later.corrects', '=', 'statements.id'),
        ),
      ),
    )
    .orderBy('id')
    .execute();

test('whatever happens, there is one document for each statement, and all add up to the commission', async () => {
  const service = createInvoicingService(api.context)!;
  const send = () => sendDueInvoices(api.context, service);
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 25 }), async (steps) => {
      const businesses = [await createBusiness(api), await createBusiness(api)];
      const ids = businesses.map(({ id }) => id);
      let planned: (Failure | null)[] = [];
      standIn.planFailure = () => planned.shift() ?? null;
      for (const step of steps) {
        switch (step.do) {
          case 'post':
            if (step.cents !== 0) await postCommission(api, businesses[step.business]!, step.cents);
            break;
          case 'endMonth':
            await endMonth(api);
            break;
          case 'correct': {
            const statements = await listStatements(ids);
            const statement = statements[step.statement % Math.max(1, statements.length)];
            if (statement)
              await correctStatement(api.context, `WP-${statement.year}-${statement.number}`, 'corrected');
            break;
          }
          case 'send':
            await send();
            api.clock.advance(step.minutes * MINUTE_MS);
            break;
          case 'crash': {
            const rows = await listRows(api);
            const row = rows.filter(({ state }) => state === 'queued')[
              step.invoice % Math.max(1, rows.length)
            ];
            if (!row) break;
            // Ends before the service is asked, or before its answer is noted.
            const hasBegun = Promise.withResolvers<void>();
            const never = new Promise<never>(() => {});
            const dying: typeof service = {
              ...service,
              issue: async (request) => {
                if (step.isIssued) await service.issue(request).catch(() => {});
                hasBegun.resolve();
                return never;
              },
            };
            await Promise.race([sendCommissionInvoice(api.context, dying, row.id), hasBegun.promise]);
            break;
          }
          case 'fail':
            planned = step.failures;
        }
      }
      standIn.planFailure = () => null;
      await endMonth(api);
      for (let round = 0; round < 6; round++) {
        await send();
        api.clock.advance(2 * HOUR_MS);
      }
      for (const { id, taxNumber } of businesses) {
        const rows = await listRows(api, id);
        const uncredited = rows.filter(({ failure }) => failure === 'nothing_to_credit');
        expect(
          rows.filter((row) => !uncredited.includes(row) && !['issued', 'replaced'].includes(row.state)),
        ).toEqual([]);
        const documents = standIn.listFinal().filter((document) => document.taxNumber === taxNumber);
        // One document for each row that is issued, and none besides.
        expect(documents.map(({ reference }) => reference).sort()).toEqual(
          rows
            .filter(({ state }) => state === 'issued')
            .map(({ reference }) => reference)
            .sort(),
        );
        const commission = (await listStatements([id])).reduce(
          (sum, { commission_cents: cents }) => sum + cents,
          0,
        );
        const neverInvoiced = uncredited.reduce((sum, { amount_cents: cents }) => sum + cents, 0);
        expect(standIn.sumByTaxNumber().get(taxNumber) ?? 0).toBe(commission + neverInvoiced);
        const ofStatement = Map.groupBy(
          rows.filter(({ kind, state }) => kind === 'invoice' && state === 'issued'),
          (row) => row.statement_id,
        );
        expect([...ofStatement.values()].every(({ length }) => length === 1)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
}, 300_000);
