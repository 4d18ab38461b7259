import { DAY_MS, MINUTE_MS } from '@wopack/domain';
import { afterAll, expect, test } from 'vitest';
import {
  buildTaxNumber,
  createBusiness,
  endMonth,
  postCommission,
  stateTaxNumber,
} from '../../../../test/invoicing-services/commission.ts';
import { TocOnlineStandIn } from '../../../../test/invoicing-services/toconline-stand-in.ts';
import { expectApiError } from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';
import { ledgerGauges } from '../../ledger/index.ts';

const standIn = new TocOnlineStandIn();
const api = useTestApp({ env: () => standIn.open() });
afterAll(() => standIn.close());

const REASON = { reason: 'Corrected with the business.' };
const run = () => api.jobs.runScheduled('ledger.send-commission-invoices');
const countStuck = () => ledgerGauges(api.context)[0]!.read();

test('a failed one is counted, tried again with a reason, and issued', async () => {
  const business = await createBusiness(api, '512345670');
  await postCommission(api, business, 2_580);
  await endMonth(api);
  await run();
  const finance = await createTestOperator(api, 'finance');
  const { items } = await finance.call('listCommissionInvoices', { query: { state: 'failed' } });
  expect(items).toMatchObject([{ business: { id: business.id }, failure: 'refused', tries: 1 }]);
  const params = { id: items[0]!.id };
  const { data } = await finance.call('getCommissionInvoice', { params });
  expect(data).toMatchObject({
    service: 'toconline',
    customer: { name: 'Padaria do Largo, Lda', tax_number: 'PT512345670' },
    attempts: [{ outcome: 'refused', words: expect.stringContaining('Contribuinte inválido') }],
  });
  expect(await countStuck()).toBe(0);
  api.clock.advance(DAY_MS + MINUTE_MS);
  expect(await countStuck()).toBe(1);
  const countLate = async () =>
    (await finance.call('getDashboard')).data.tasks.find(({ kind }) => kind === 'late_invoices')!.count;
  const listLate = async (needs_attention: 'yes' | 'no') =>
    (await finance.call('listCommissionInvoices', { query: { needs_attention } })).items.map(
      ({ id, needs_attention: isLate }) => [id, isLate],
    );
  expect(await countLate()).toBe(1);
  expect([await listLate('yes'), await listLate('no')]).toEqual([[[items[0]!.id, true]], []]);

  const operator = await createTestOperator(api, 'finance');
  await stateTaxNumber(api, business.id, buildTaxNumber(5_005));
  await operator.call('retryCommissionInvoice', { params, body: REASON });
  await api.jobs.runDue();
  expect((await operator.call('getCommissionInvoice', { params })).data).toMatchObject({
    state: 'issued',
    number: 'FT 2026/1',
    atcud: 'TOCFT-1',
    has_pdf: true,
    customer: { tax_number: `PT${buildTaxNumber(5_005)}` },
  });
  const pdf = await sendRequest(api, 'exportConsoleInvoicePdf', { params, token: operator.token } as never);
  expect([pdf.status, pdf.headers['content-type'], pdf.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    expect.stringContaining('FT-2026-1.pdf'),
  ]);
  expect([await countLate(), await listLate('yes')]).toEqual([0, []]);
  const support = await createTestOperator(api, 'support');
  await expectApiError(support.call('exportConsoleInvoicePdf', { params }), 3);
  expect(await countStuck()).toBe(0);
  const entry = await api.db
    .selectFrom('audit_entries')
    .select(['action', 'reason', 'before'])
    .where('subject_kind', '=', 'commission_invoice')
    .where('reason', '=', REASON.reason)
    .executeTakeFirstOrThrow();
  expect(entry).toEqual({
    action: 'retryCommissionInvoice',
    reason: REASON.reason,
    before: { failure: 'refused' },
  });
  await expectApiError(operator.call('retryCommissionInvoice', { params, body: REASON }), 5);
  await expectApiError(operator.call('lookUpCommissionInvoice', { params, body: REASON }), 5);
});

test('one of unknown outcome is looked up on request, five minutes after it was asked for', async () => {
  const business = await createBusiness(api);
  await postCommission(api, business, 129);
  await endMonth(api);
  standIn.planFailure = ({ method, path }) =>
    method === 'POST' && path.endsWith('commercial_sales_documents') ? 'lost' : null;
  await run();
  standIn.planFailure = () => null;
  const finance = await createTestOperator(api, 'finance');
  const { items } = await finance.call('listCommissionInvoices', { query: { state: 'unknown' } });
  const params = { id: items[0]!.id };
  await expectApiError(finance.call('lookUpCommissionInvoice', { params, body: REASON }), 5);
  api.clock.advance(5 * MINUTE_MS);
  await finance.call('lookUpCommissionInvoice', { params, body: REASON });
  await api.jobs.runDue();
  expect((await finance.call('getCommissionInvoice', { params })).data).toMatchObject({ state: 'issued' });
  expect(standIn.listFinal().filter(({ taxNumber }) => taxNumber === business.taxNumber)).toHaveLength(1);
});
