import { DAY_MS, HOUR_MS, MINUTE_MS } from '@wopack/domain';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  buildTaxNumber,
  createBusiness,
  endMonth,
  listRows,
  postCommission,
  standIns,
  stateTaxNumber,
} from '../../../../test/invoicing-services/commission.ts';
import type { Failure } from '../../../../test/invoicing-services/stand-in.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { correctStatement } from '../statements/issue-statements.ts';
import { requeueCommissionInvoice } from './decide-commission-invoice.ts';
import { sendCommissionInvoice, sendDueInvoices } from './send-commission-invoice.ts';
import { createInvoicingService } from './services/create-invoicing-service.ts';
import { CredentialsRefusedError } from './services/invoicing-service.ts';

const WRONG_NUMBER = '512345670';

describe.each(standIns)('%s', (name, createStandIn) => {
  const standIn = createStandIn();
  const api = useTestApp({ env: () => standIn.open() });
  afterAll(() => standIn.close());
  beforeEach(() => {
    standIn.planFailure = () => null;
    standIn.calls.length = 0;
  });

  const getService = () => createInvoicingService(api.context)!;
  const send = () => sendDueInvoices(api.context, getService());
  /** Runs the job as often as it is due until all is done. */
  async function sendAll() {
    for (let round = 0; round < 5; round++) {
      await send();
      api.clock.advance(HOUR_MS);
    }
  }
  const retry = (id: number) =>
    api.db.transaction().execute((trx) => requeueCommissionInvoice(api.context, trx, id));
  /** The business with its commission on a statement. */
  async function invoice(cents: number, taxNumber?: string) {
    const business = await createBusiness(api, taxNumber);
    await postCommission(api, business, cents);
    await endMonth(api);
    return business;
  }
  const sumOf = (taxNumber: string) => standIn.sumByTaxNumber().get(taxNumber) ?? 0;
  const countOf = (taxNumber: string) =>
    standIn.listFinal().filter((document) => document.taxNumber === taxNumber).length;

  test('a statement is invoiced once, with number, ATCUD and PDF', async () => {
    const business = await invoice(12_345);
    expect(await listRows(api, business.id)).toMatchObject([
      { state: 'queued', tries: 0, amount_cents: 12_345 },
    ]);
    await sendAll();
    const [row] = await listRows(api, business.id);
    expect(row).toMatchObject({ kind: 'invoice', state: 'issued', service: name, next_try_at: null });
    expect(row!.number).toMatch(/\d/);
    expect(row!.atcud).toMatch(/^\w+-\d+$/);
    expect(sumOf(business.taxNumber)).toBe(12_345);
    const { data } = await business.call('listStatements');
    const { data: statement } = await business.call('getStatement', { params: { id: data[0]!.id } });
    expect(statement.commission_invoices).toMatchObject([
      { kind: 'invoice', is_issued: true, number: row!.number, atcud: row!.atcud, has_pdf: true },
    ]);
    await sendAll();
    expect(countOf(business.taxNumber)).toBe(1);
  });

  test('each amount is exact to the cent', async () => {
    const service = getService();
    for (let cents = 1; cents <= 400; cents += 7) {
      const { totalCents } = await service.issue({
        kind: 'invoice',
        reference: `exact-${cents}`,
        customer: {
          id: 1,
          name: 'Padaria',
          address: 'Largo do Carmo 3',
          post_code: '1200-092',
          city: 'Lisboa',
          country: 'PT',
          tax_number: `PT${buildTaxNumber(77)}`,
        },
        description: 'Comissão',
        amountCents: cents,
        vatPercent: 23,
        date: '2026-11-20',
        since: '2026-11-20',
        credited: null,
      });
      expect(totalCents).toBe(cents);
    }
  });

  test('whichever answer is lost, and however, there is one document', async () => {
    // To the server 'slow' is 'away', after the time limit.
    const failures: Failure[] = ['away', 'lost', 'lateError', 'broken', 'error', 'busy'];
    for (const failure of failures) {
      for (let failing = 0; ; failing++) {
        const business = await invoice(4_321);
        let calls = 0;
        let hasFailed = false;
        standIn.planFailure = () => {
          if (calls++ !== failing) return null;
          hasFailed = true;
          return failure;
        };
        await send();
        const [row] = await listRows(api, business.id);
        if (hasFailed) expect(['queued', 'unknown', 'issued']).toContain(row!.state);
        standIn.planFailure = () => null;
        await sendAll();
        expect(
          [await listRows(api, business.id), sumOf(business.taxNumber), countOf(business.taxNumber)],
          `${failure} at call ${failing}`,
        ).toMatchObject([[{ state: 'issued', next_try_at: null }], 4_321, 1]);
        if (!hasFailed) break;
      }
    }
  });

  test('a silent service is tried again', async () => {
    const business = await invoice(888);
    standIn.planFailure = () => 'slow';
    await send();
    standIn.planFailure = () => null;
    await sendAll();
    expect([sumOf(business.taxNumber), countOf(business.taxNumber)]).toEqual([888, 1]);
  });

  test('a lost answer is unknown, and nothing is asked again before it is looked up', async () => {
    const business = await invoice(999);
    standIn.planFailure = ({ method, path }) =>
      method === 'POST' && /(invoices\.json|invoices\/insert\/|commercial_sales_documents)$/.test(path)
        ? 'lost'
        : null;
    await send();
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'unknown' }]);
    api.clock.advance(MINUTE_MS);
    standIn.calls.length = 0;
    await send();
    expect(standIn.calls).toEqual([]);
    standIn.planFailure = () => null;
    await sendAll();
    expect([sumOf(business.taxNumber), countOf(business.taxNumber)]).toEqual([999, 1]);
  });

  test('a process that ends while the service is asked leaves it to the next one', async () => {
    const business = await invoice(555);
    const [row] = await listRows(api, business.id);
    const service = getService();
    const dying = {
      ...service,
      issue: (request: never) => service.issue(request).then(() => new Promise<never>(() => {})),
    };
    void sendCommissionInvoice(api.context, dying, row!.id);
    await expect.poll(() => countOf(business.taxNumber)).toBe(1);
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'sent' }]);
    await sendAll();
    api.clock.advance(HOUR_MS);
    await sendAll();
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'issued' }]);
    expect(countOf(business.taxNumber)).toBe(1);
  });

  test('several processes at once issue it once', async () => {
    const business = await invoice(777);
    await Promise.all([send(), send(), send(), send()]);
    await sendAll();
    expect([sumOf(business.taxNumber), countOf(business.taxNumber)]).toEqual([777, 1]);
  });

  test('a refusal says why; after the correction it is tried again', async () => {
    const business = await invoice(1_000, WRONG_NUMBER);
    await sendAll();
    const [row] = await listRows(api, business.id);
    expect(row).toMatchObject({ state: 'failed', failure: 'refused', next_try_at: null });
    expect(row!.error).toContain('Contribuinte inválido');
    const right = buildTaxNumber(4_711);
    await stateTaxNumber(api, business.id, right);
    await retry(row!.id);
    await sendAll();
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'issued', failure: null, error: null }]);
    expect([sumOf(right), countOf(right)]).toEqual([1_000, 1]);
    await expect(retry(row!.id)).rejects.toMatchObject({ kind: 'conflict' });
  });

  test('one that was refused for its tax number is tried again once the business corrects it', async () => {
    const business = await invoice(1_100, WRONG_NUMBER);
    await sendAll();
    const before = await listRows(api, business.id);
    await sendAll();
    expect(await listRows(api, business.id)).toEqual(before);
    const right = buildTaxNumber(4_712);
    await stateTaxNumber(api, business.id, right);
    await sendAll();
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'issued', failure: null, error: null }]);
    expect([sumOf(right), countOf(right)]).toEqual([1_100, 1]);
  });

  test('a business without a tax number is not asked for', async () => {
    const business = await createBusiness(api);
    await api.ownerDb.deleteFrom('legal_identities').where('user_id', '=', business.id).execute();
    await postCommission(api, business, 300);
    await endMonth(api);
    await sendAll();
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'failed', failure: 'refused' }]);
  });

  test('a document with our reference for somebody else is not ours', async () => {
    const business = await invoice(750);
    const [row] = await listRows(api, business.id);
    expect(row!.reference).toMatch(/^[0-9A-F]{6}\/WP-/);
    standIn.documents.push({
      ...{ id: 9_000_001, kind: 'invoice', state: 'final', reference: row!.reference },
      ...{ taxNumber: buildTaxNumber(31), name: 'Outra, Lda', totalCents: 750, creditedId: null },
      ...{ serial: 9_001, date: api.clock.now().toISOString().slice(0, 10) },
    });
    await sendAll();
    const [failed] = await listRows(api, business.id);
    expect(failed).toMatchObject({ state: 'failed', failure: 'difference', number: null });
    expect(failed!.error).toContain(buildTaxNumber(31));
  });

  test('a number is that of one document', async () => {
    const first = await invoice(410);
    await sendAll();
    const second = await invoice(420);
    const [issued] = await listRows(api, first.id);
    const service = getService();
    const [row] = await listRows(api, second.id);
    await sendCommissionInvoice(
      api.context,
      {
        ...service,
        issue: async (request) => ({ ...(await service.issue(request)), number: issued!.number! }),
      },
      row!.id,
    );
    expect(await listRows(api, second.id)).toMatchObject([
      { state: 'failed', failure: 'difference', error: expect.stringContaining(issued!.reference) },
    ]);
  });

  test('a service that is down for two days catches up', async () => {
    standIn.planFailure = () => 'away';
    const first = await invoice(100);
    await send();
    const second = await invoice(200);
    for (let hours = 0; hours < 48; hours++) {
      await send();
      api.clock.advance(HOUR_MS);
    }
    standIn.planFailure = () => null;
    await send();
    api.clock.advance(HOUR_MS);
    await send();
    expect([sumOf(first.taxNumber), sumOf(second.taxNumber)]).toEqual([100, 200]);
    expect([countOf(first.taxNumber), countOf(second.taxNumber)]).toEqual([1, 1]);
  });

  test('sixty statements, two days without the service, then lost answers: one document each, and what is late is listed', async () => {
    const businesses: Awaited<ReturnType<typeof createBusiness>>[] = [];
    for (let index = 0; index < 60; index++) {
      const business = await createBusiness(api);
      await postCommission(api, business, 100 + index);
      businesses.push(business);
    }
    await endMonth(api);
    const finance = await createTestOperator(api, 'finance');
    const listStates = async () => {
      const rows = (await listRows(api)).slice(-60);
      return Object.fromEntries(
        ['queued', 'unknown', 'issued', 'failed'].map((state) => [
          state,
          rows.filter((row) => row.state === state).length,
        ]),
      );
    };
    const countLate = async () =>
      (await finance.call('getDashboard')).data.tasks.find(({ kind }) => kind === 'late_invoices')!.count;
    const before = await countLate();
    standIn.planFailure = () => 'away';
    for (let hours = 0; hours < 48; hours++) {
      await send();
      api.clock.advance(HOUR_MS);
    }
    expect(await listStates()).toMatchObject({ issued: 0, failed: 0, queued: 60 });
    expect((await countLate()) - before).toBe(60);
    expect(
      standIn.listFinal().filter(({ taxNumber }) => businesses.some((b) => b.taxNumber === taxNumber)),
    ).toEqual([]);
    // It works again, but each third answer is lost after the work is done.
    let calls = 0;
    standIn.planFailure = () => (++calls % 3 === 0 ? 'lost' : null);
    for (let hours = 0; hours < 6; hours++) {
      await send();
      api.clock.advance(HOUR_MS);
    }
    standIn.planFailure = () => null;
    for (let hours = 0; hours < 30; hours++) {
      await send();
      api.clock.advance(HOUR_MS);
    }
    expect(await listStates()).toEqual({ queued: 0, unknown: 0, issued: 60, failed: 0 });
    expect(await countLate()).toBe(before);
    for (const [index, { taxNumber }] of businesses.entries())
      expect([sumOf(taxNumber), countOf(taxNumber)]).toEqual([100 + index, 1]);
  });

  test('refused credentials change nothing, and count when they are right', async () => {
    const business = await invoice(250);
    standIn.acceptsCredentials = false;
    await send();
    await expect(getService().check()).rejects.toThrow(CredentialsRefusedError);
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'queued', failure: null }]);
    standIn.acceptsCredentials = true;
    await sendAll();
    await getService().check();
    expect(countOf(business.taxNumber)).toBe(1);
  });

  test('a document with another total is not accepted', async () => {
    standIn.roundsNet = true;
    // 3 cents are 2 without VAT, and 2 are 2 with it.
    const business = await invoice(3);
    await sendAll();
    standIn.roundsNet = false;
    const [row] = await listRows(api, business.id);
    expect(row).toMatchObject({ state: 'failed', failure: 'difference' });
    expect(row!.error).toBe('the document is over 0.02 EUR, not 0.03 EUR');
    if (name === 'toconline') {
      // It is final there: the operator cancels it.
      const document = standIn.listFinal().find(({ taxNumber }) => taxNumber === business.taxNumber)!;
      await retry(row!.id);
      await sendAll();
      expect(await listRows(api, business.id)).toMatchObject([{ state: 'failed', failure: 'difference' }]);
      document.state = 'canceled';
      await retry(row!.id);
      await sendAll();
      expect(await listRows(api, business.id)).toMatchObject([{ state: 'failed', failure: 'cancelled' }]);
    } else expect(countOf(business.taxNumber)).toBe(0);
    await retry(row!.id);
    await sendAll();
    expect([sumOf(business.taxNumber), countOf(business.taxNumber)]).toEqual([3, 1]);
  });

  test('a commission that was given back is credited to the newest invoices', async () => {
    const business = await createBusiness(api);
    for (const cents of [100, 50, -120]) {
      await postCommission(api, business, cents);
      await endMonth(api);
    }
    // The credit notes wait for their invoices.
    await send();
    await sendAll();
    expect(
      (await listRows(api, business.id)).map(({ kind, state, amount_cents: cents }) => [kind, state, cents]),
    ).toEqual([
      ['invoice', 'issued', 100],
      ['invoice', 'issued', 50],
      ['credit_note', 'issued', 50],
      ['credit_note', 'issued', 70],
    ]);
    expect(sumOf(business.taxNumber)).toBe(30);
  });

  test('what was never invoiced waits for an invoice, or for the operator', async () => {
    const business = await invoice(-40);
    const [row] = await listRows(api, business.id);
    expect(row).toMatchObject({
      kind: 'credit_note',
      state: 'failed',
      failure: 'nothing_to_credit',
      credits: null,
    });
    await expect(retry(row!.id)).rejects.toMatchObject({ kind: 'conflict' });
    await postCommission(api, business, 100);
    await endMonth(api);
    await retry(row!.id);
    await sendAll();
    expect(sumOf(business.taxNumber)).toBe(60);
  });

  test('the invoice of a corrected statement is given back, and the new one issued', async () => {
    const business = await invoice(600);
    await sendAll();
    const { data } = await business.call('listStatements');
    const right = buildTaxNumber(8_008);
    await stateTaxNumber(api, business.id, right);
    await correctStatement(api.context, data[0]!.number, 'wrong recipient');
    await sendAll();
    expect((await listRows(api, business.id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['invoice', 'issued'],
      ['invoice', 'issued'],
      ['credit_note', 'issued'],
    ]);
    // The credit note is for whom its invoice was for.
    expect([sumOf(business.taxNumber), sumOf(right)]).toEqual([0, 600]);
  });

  test('one that was not sent yet is replaced', async () => {
    const business = await invoice(600, WRONG_NUMBER);
    await sendAll();
    const { data } = await business.call('listStatements');
    const right = buildTaxNumber(9_009);
    await stateTaxNumber(api, business.id, right);
    await correctStatement(api.context, data[0]!.number, 'wrong recipient');
    await sendAll();
    expect((await listRows(api, business.id)).map(({ kind, state }) => [kind, state])).toEqual([
      ['invoice', 'replaced'],
      ['invoice', 'issued'],
    ]);
    expect([sumOf(right), countOf(right)]).toEqual([600, 1]);
  });

  test('a PDF that is not ready is fetched later', async () => {
    standIn.isPdfReady = false;
    const business = await invoice(321);
    await send();
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'issued' }]);
    standIn.isPdfReady = true;
    api.clock.advance(DAY_MS);
    await send();
    expect(await listRows(api, business.id)).toMatchObject([{ state: 'issued', next_try_at: null }]);
  });

  test('keys and tokens are in no row and no line of the log', async () => {
    const secrets = [...Object.entries(standIn.buildEnv())]
      .filter(([setting]) => /SECRET|PASSWORD|_KEY/.test(setting))
      .map(([, value]) => value!);
    if ('accessToken' in standIn) secrets.push(standIn.accessToken, standIn.refreshToken);
    const rows = JSON.stringify([
      await api.db.selectFrom('invoicing_tokens').select(['service', 'tokens']).execute(),
      await api.db.selectFrom('commission_invoice_tries').select('words').execute(),
      await api.db.selectFrom('commission_invoices').select('error').execute(),
    ]);
    const lines = JSON.stringify(api.logs);
    for (const secret of secrets) {
      expect(rows).not.toContain(secret);
      expect(lines).not.toContain(secret);
    }
  });
});
