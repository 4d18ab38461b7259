import { HOUR_MS, MINUTE_MS } from '@wopack/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  buildTaxNumber,
  createBusiness,
  endMonth,
  listRows,
  postCommission,
  stateTaxNumber,
} from '../../../../test/invoicing-services/commission.ts';
import { InvoiceXpressStandIn } from '../../../../test/invoicing-services/invoicexpress-stand-in.ts';
import { MoloniStandIn } from '../../../../test/invoicing-services/moloni-stand-in.ts';
import { TocOnlineStandIn } from '../../../../test/invoicing-services/toconline-stand-in.ts';
import { expectApiError } from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { type InvoicingConfig, parseInvoicingConfig } from '../../../config/invoicing.ts';
import { checkInvoicing, ledgerGauges } from '../index.ts';
import { correctStatement } from '../statements/issue-statements.ts';
import { sendDueInvoices } from './send-commission-invoice.ts';
import { createInvoicingService } from './services/create-invoicing-service.ts';

const invoiceXpress = new InvoiceXpressStandIn();
const former = new MoloniStandIn();
const present = new TocOnlineStandIn();
const api = useTestApp({ env: () => former.open() });
const configs = new Map<string, InvoicingConfig>();
const parseConfig = (env: NodeJS.ProcessEnv) =>
  parseInvoicingConfig({ ...env, INVOICING_TIMEOUT_MS: 300, OPERATOR_VAT_PERCENT: 23 } as never)!;
beforeAll(async () => {
  configs.set('invoicexpress', parseConfig(await invoiceXpress.open()));
  configs.set('moloni', api.context.config.invoicing!);
  configs.set('toconline', parseConfig(await present.open()));
});
afterAll(async () => {
  await former.close();
  await present.close();
  await invoiceXpress.close();
});
beforeEach(() => use('moloni'));

function use(service: 'moloni' | 'toconline') {
  (api.context.config as { invoicing: InvoicingConfig }).invoicing = configs.get(service)!;
}
async function sendAll() {
  for (let round = 0; round < 4; round++) {
    await sendDueInvoices(api.context, createInvoicingService(api.context)!);
    api.clock.advance(HOUR_MS);
  }
}
async function invoice(cents: number) {
  const business = await createBusiness(api);
  await postCommission(api, business, cents);
  await endMonth(api);
  return business;
}
const REASON = { reason: 'Issued on the pages of the service.' };
const describeRows = async (id: number) =>
  (await listRows(api, id)).map(({ kind, service, state, failure, amount_cents: cents }) => [
    ...[kind, service, state, failure, cents],
  ]);

test('a new service credits its own invoices; what the former one issued is credited by hand', async () => {
  const business = await invoice(500);
  await sendAll();
  use('toconline');
  // Documents of others have the numbers by which the former service knows its own.
  for (let other = 0; other < 5; other++) await invoice(900);
  await postCommission(api, business, 300);
  await endMonth(api);
  await postCommission(api, business, -700);
  await endMonth(api);
  await sendAll();
  expect(await describeRows(business.id)).toEqual([
    ['invoice', 'moloni', 'issued', null, 500],
    ['invoice', 'toconline', 'issued', null, 300],
    ['credit_note', 'toconline', 'issued', null, 300],
    ['credit_note', 'moloni', 'failed', 'credited_elsewhere', 400],
  ]);
  const credited = present.documents.filter(({ kind }) => kind === 'credit_note');
  const origin = present.documents.find(({ id }) => id === credited[0]!.creditedId);
  expect(origin).toMatchObject({ taxNumber: business.taxNumber });

  const finance = await createTestOperator(api, 'finance');
  const [, , , note] = await listRows(api, business.id);
  const params = { id: note!.id };
  await expectApiError(finance.call('retryCommissionInvoice', { params, body: REASON }), 5);
  const countStuck = () => ledgerGauges(api.context)[0]!.read();
  api.clock.advance(25 * HOUR_MS);
  const before = await countStuck();
  await finance.call('closeCommissionInvoice', { params, body: { number: 'NC M/7', ...REASON } });
  expect(await countStuck()).toBe(before - 1);
  expect((await finance.call('getCommissionInvoice', { params })).data).toMatchObject({
    state: 'by_hand',
    failure: null,
    number: 'NC M/7',
  });
  expect(
    await api.db
      .selectFrom('audit_entries')
      .select(['reason', 'before', 'after'])
      .where('action', '=', 'closeCommissionInvoice')
      .where('subject_id', '=', String(params.id))
      .execute(),
  ).toEqual([
    {
      reason: REASON.reason,
      before: { state: 'failed', failure: 'credited_elsewhere' },
      after: { number: 'NC M/7' },
    },
  ]);
  // Once.
  await expectApiError(
    finance.call('closeCommissionInvoice', { params, body: { number: 'NC M/8', ...REASON } }),
    5,
  );
});

test('a corrected statement that the former service invoiced is invoiced anew, and credited by hand', async () => {
  const business = await invoice(640);
  await sendAll();
  use('toconline');
  const { data } = await business.call('listStatements');
  await correctStatement(api.context, data[0]!.number, 'wrong recipient');
  await sendAll();
  expect(await describeRows(business.id)).toEqual([
    ['invoice', 'moloni', 'issued', null, 640],
    ['invoice', 'toconline', 'issued', null, 640],
    ['credit_note', 'moloni', 'failed', 'credited_elsewhere', 640],
  ]);
});

test('one of a former service is neither tried again nor looked up, but closed', async () => {
  former.planFailure = () => 'away';
  const queued = await invoice(111);
  const failed = await createBusiness(api, '512345670');
  former.planFailure = () => null;
  await postCommission(api, failed, 222);
  await endMonth(api);
  await api.db
    .updateTable('commission_invoices')
    .set({ next_try_at: new Date('2099-01-01') })
    .where('id', '=', (await listRows(api, queued.id))[0]!.id)
    .execute();
  await sendAll();
  const finance = await createTestOperator(api, 'finance');
  const params = { id: (await listRows(api, queued.id))[0]!.id };
  const failedParams = { id: (await listRows(api, failed.id))[0]!.id };
  const body = { number: 'FT M/9', ...REASON };
  // The present service may still issue it.
  await expectApiError(finance.call('closeCommissionInvoice', { params, body }), 5);
  use('toconline');
  const { data } = await finance.call('getCommissionInvoice', { params });
  expect(data.is_of_former_service).toBe(true);
  await expectApiError(finance.call('lookUpCommissionInvoice', { params, body: REASON }), 5);
  await expectApiError(finance.call('retryCommissionInvoice', { params: failedParams, body: REASON }), 5);
  await finance.call('closeCommissionInvoice', { params, body });
  await expectApiError(finance.call('closeCommissionInvoice', { params: failedParams, body }), 5);
  await finance.call('closeCommissionInvoice', {
    params: failedParams,
    body: { ...body, number: 'FT M/10' },
  });
  const { data: statements } = await queued.call('listStatements');
  const { data: statement } = await queued.call('getStatement', { params: { id: statements[0]!.id } });
  expect(statement.commission_invoices).toMatchObject([{ is_issued: true, number: 'FT M/9' }]);
});

test('documents of a former service keep none of the present one waiting', async () => {
  const first = await invoice(100);
  const { statement_id: statementId } = (await listRows(api, first.id))[0]!;
  await api.db
    .insertInto('commission_invoices')
    .values(
      Array.from({ length: 250 }, (_, index) => ({
        statement_id: statementId,
        kind: 'credit_note' as const,
        credits: null,
        ...{ service: 'moloni' as const, reference: `old-${index}`, amount_cents: 1, vat_percent: 23 },
        ...{ customer: JSON.stringify({}), state: 'by_hand' as const, number: `old-${index}` },
        next_try_at: new Date('2020-01-01'),
        created_at: api.clock.now(),
      })),
    )
    .execute();
  use('toconline');
  const second = await invoice(200);
  await sendDueInvoices(api.context, createInvoicingService(api.context)!);
  expect(await describeRows(second.id)).toEqual([['invoice', 'toconline', 'issued', null, 200]]);
  await api.db
    .updateTable('commission_invoices')
    .set({ next_try_at: null })
    .where('reference', 'like', 'old-%')
    .execute();
});

test('PDFs that are not ready keep no invoice waiting, and are asked for less and less often', async () => {
  former.isPdfReady = false;
  const first = await invoice(100);
  await sendDueInvoices(api.context, createInvoicingService(api.context)!);
  const getPdfs = () => former.calls.filter((each) => each.includes('getPDFLink')).length;
  former.calls.length = 0;
  for (let run = 0; run < 36; run++) {
    api.clock.advance(10 * MINUTE_MS);
    await sendDueInvoices(api.context, createInvoicingService(api.context)!);
  }
  expect(getPdfs()).toBeLessThan(5);
  const second = await createBusiness(api);
  await postCommission(api, second, 300);
  await endMonth(api);
  former.calls.length = 0;
  await sendDueInvoices(api.context, createInvoicingService(api.context)!);
  const calls = former.calls;
  expect(calls.findIndex((each) => each.includes('insert'))).toBeLessThan(
    calls.findIndex((each) => each.includes('getPDFLink')),
  );
  former.isPdfReady = true;
  api.clock.advance(24 * HOUR_MS);
  await sendAll();
  expect(await listRows(api, first.id)).toMatchObject([{ state: 'issued', next_try_at: null }]);
});

test('a credit note names whom its invoice named', async () => {
  const business = await invoice(900);
  await sendAll();
  await stateTaxNumber(api, business.id, buildTaxNumber(7_107));
  await postCommission(api, business, -200);
  await endMonth(api);
  await sendAll();
  expect(await describeRows(business.id)).toEqual([
    ['invoice', 'moloni', 'issued', null, 900],
    ['credit_note', 'moloni', 'issued', null, 200],
  ]);
  expect(former.sumByTaxNumber().get(business.taxNumber)).toBe(700);
  expect(former.sumByTaxNumber().get(buildTaxNumber(7_107))).toBeUndefined();
});

test('a corrected name, and then a corrected number, are what Moloni has on the next invoice', async () => {
  const business = await invoice(910);
  await sendAll();
  await api.db
    .updateTable('legal_identities')
    .set({ legal_name: 'Nome Certo, Lda' })
    .where('user_id', '=', business.id)
    .execute();
  await postCommission(api, business, 920);
  await endMonth(api);
  await sendAll();
  const taxNumber = buildTaxNumber(7_207);
  await stateTaxNumber(api, business.id, taxNumber);
  await postCommission(api, business, 930);
  await endMonth(api);
  await sendAll();
  expect(
    former.documents
      .filter(({ totalCents, state }) => [910, 920, 930].includes(totalCents) && state === 'final')
      .map(({ name, taxNumber: number }) => [name, number]),
  ).toEqual([
    ['Padaria do Largo, Lda', business.taxNumber],
    ['Nome Certo, Lda', business.taxNumber],
    ['Nome Certo, Lda', taxNumber],
  ]);
});

test('a business reads that its invoice waits for its tax number, until it has stated another', async () => {
  const business = await createBusiness(api, '512345670');
  await postCommission(api, business, 940);
  await endMonth(api);
  await sendAll();
  const read = async () => {
    const { data } = await business.call('listStatements');
    const { data: statement } = await business.call('getStatement', { params: { id: data[0]!.id } });
    return statement.commission_invoices.map(({ waits_for }) => waits_for);
  };
  expect(await read()).toEqual(['right_tax_number']);
  await stateTaxNumber(api, business.id, buildTaxNumber(7_307));
  expect(await read()).toEqual([null]);
});

test('the check names a setting that the service does not know', async () => {
  const moloni = configs.get('moloni') as InvoicingConfig & { service: 'moloni' };
  const invoicexpress = configs.get('invoicexpress') as InvoicingConfig & { service: 'invoicexpress' };
  const toconline = configs.get('toconline') as InvoicingConfig & { service: 'toconline' };
  const check = (config: InvoicingConfig) => {
    (api.context.config as { invoicing: InvoicingConfig }).invoicing = config;
    return checkInvoicing(api.context);
  };
  expect(await check({ ...invoicexpress, sequenceId: null })).toBe('accepted');
  expect(await check({ ...invoicexpress, sequenceId: '71' })).toBe('accepted');
  expect(await check({ ...invoicexpress, sequenceId: '7' })).toEqual({
    setting: 'INVOICEXPRESS_SEQUENCE_ID',
  });
  expect(await check({ ...invoicexpress, url: `${invoiceXpress.url}/nowhere` })).toEqual({
    setting: 'INVOICEXPRESS_ACCOUNT',
  });
  expect(await check({ ...invoicexpress, apiKey: 'another' })).toBe('refused');
  expect(await check(moloni)).toBe('accepted');
  expect(await check({ ...moloni, companyId: 6 })).toEqual({ setting: 'MOLONI_COMPANY_ID' });
  expect(await check({ ...moloni, documentSetId: 1 })).toEqual({ setting: 'MOLONI_DOCUMENT_SET_ID' });
  expect(await check({ ...toconline, series: '2026' })).toBe('accepted');
  expect(await check({ ...toconline, series: 'NONE' })).toEqual({ setting: 'TOCONLINE_SERIES' });
  expect(await check({ ...toconline, apiUrl: `${present.url}/nowhere` })).toEqual({
    setting: 'TOCONLINE_API_URL',
  });
  expect(JSON.stringify(api.logs.filter((line) => JSON.stringify(line).includes('invoicing')))).not.toContain(
    'at ',
  );
});
