import { HOUR_MS } from '@wopack/domain';
import { afterAll, expect, test } from 'vitest';
import { MoloniStandIn } from '../../../../test/invoicing-services/moloni-stand-in.ts';
import {
  createMember,
  createTestUser,
  expectApiError,
  IBAN_DE,
  TEST_PASSWORD,
  type TestUser,
} from '../../../../test/support/builders.ts';
import {
  createBusinessWithTwoOwners,
  FOUNDER,
  type HandedOverBusiness,
  SUCCESSOR,
} from '../../../../test/support/handed-over.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { readPdfText } from '../../../../test/support/pdf.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { sendRequest } from '../../../../test/support/test-request.ts';
import { sendDueInvoices } from '../commission-invoices/send-commission-invoice.ts';
import { createInvoicingService } from '../commission-invoices/services/create-invoicing-service.ts';
import { listDuePayouts } from '../payouts/payouts.queries.ts';
import { postTransaction } from '../post-transaction.ts';
import { correctStatement, issueStatements } from './issue-statements.ts';

const service = new MoloniStandIn();
const api = useTestApp({ env: () => service.open() });
afterAll(() => service.close());

const DOCUMENTS = ['getStatement', 'exportStatementCsv', 'exportStatementPdf'] as const;

async function issueOn(day: string) {
  api.clock.set(day);
  await issueStatements(api.context);
}

async function sendInvoices() {
  for (let round = 0; round < 3; round++) {
    await sendDueInvoices(api.context, createInvoicingService(api.context)!);
    api.clock.advance(HOUR_MS);
  }
}

/** What somebody reads, the oldest first. */
async function read(user: TestUser, query: { business_id?: number } = {}) {
  const { data } = await user.call('listStatements', { query });
  const views = [];
  for (const { id } of data.toReversed())
    views.push((await user.call('getStatement', { params: { id } })).data);
  return views;
}

const describeStatement = ({
  month,
  party,
  is_former: isFormer = false,
  lines,
  opening_cents: opening,
  closing_cents: closing,
  commission_cents: commission,
}: Awaited<ReturnType<typeof read>>[number]) => [
  ...[
    month,
    party.name,
    isFormer,
    lines.map(({ order_id: id }) => id!).toSorted(),
    opening,
    closing,
    commission,
  ],
];

const readSuccessor = ({ successor, query }: HandedOverBusiness) => read(successor, query);

test('sales from before and after the hand-over are on statements and invoices of their own', async () => {
  const business = await createBusinessWithTwoOwners(api, '2026-10-05T12:00:00Z');
  const { founder, successor, sell } = business;
  const october = await sell('2026-10-10T12:00:00Z');
  await issueOn('2026-11-01T06:00:00Z');
  const [first] = await read(founder);
  expect(first!.lines.map(({ order_id: id }) => id)).toContain(october);

  const early = await sell('2026-11-09T12:00:00Z');
  // Counts after the hand-over only.
  const late = await sell('2026-11-14T20:00:00Z');
  await business.handOver('2026-11-15T12:00:00Z');
  await business.stateSuccessor();
  const after = await sell('2026-11-18T12:00:00Z');
  await business.takeBack(early, '2026-11-20T12:00:00Z');
  await api.jobs.runDue();
  api.mails.length = 0;
  await issueOn('2026-12-01T06:00:00Z');
  await api.jobs.runDue();
  expect(api.mails.map(({ to }) => to).toSorted()).toEqual(
    [founder.email, successor.email, successor.email].toSorted(),
  );

  const balance = first!.closing_cents;
  const former = ['2026-11', FOUNDER.legal_name, true, [early, early, late], balance, balance + 270, 129];
  const present = ['2026-11', SUCCESSOR.legal_name, false, [after], balance + 270, balance + 540, 129];
  const shown = await readSuccessor(business);
  expect(shown.map(describeStatement)).toEqual([describeStatement(first!), former, present]);
  expect((await read(founder)).map(describeStatement)).toEqual([describeStatement(first!), former]);

  await sendInvoices();
  const ids = shown.map(({ id }) => id);
  const invoiceIds = (await readSuccessor(business)).map((statement) => statement.commission_invoices[0]!.id);
  const getStatus = async (user: TestUser, name: (typeof DOCUMENTS)[number], id: number) =>
    (await sendRequest(api, name, { token: user.token, params: { id } })).status;
  for (const name of DOCUMENTS) {
    for (const id of ids) expect(await getStatus(successor, name, id), name).toBe(200);
    expect(await Promise.all(ids.map((id) => getStatus(founder, name, id))), name).toEqual([200, 200, 404]);
  }
  const pdfs = await Promise.all(
    invoiceIds.map(
      async (id) =>
        (await sendRequest(api, 'exportCommissionInvoicePdf', { token: founder.token, params: { id } }))
          .status,
    ),
  );
  expect(pdfs).toEqual([200, 200, 404]);
  const issued = service.documents.map(({ taxNumber }) => taxNumber);
  expect(issued.slice(-3)).toEqual([FOUNDER.tax_number, FOUNDER.tax_number, SUCCESSOR.tax_number]);

  const file = await founder.call('exportStatementPdf', { params: { id: ids[1]! } });
  const pdf = await readPdfText(new Uint8Array(await file.arrayBuffer()));
  expect(pdf).toContain(FOUNDER.legal_name);
  expect(pdf).toContain('before the business was handed over');
  expect(pdf).not.toContain(SUCCESSOR.legal_name);
  const csv = await (await founder.call('exportStatementCsv', { params: { id: ids[1]! } })).text();
  expect(csv).toContain(String(late));
  expect(csv).not.toContain(String(after));
});

test('the console names on each document whom it is for, also when the founder’s account is erased', async () => {
  const business = await createBusinessWithTwoOwners(api, '2029-10-05T12:00:00Z');
  await business.sell('2029-10-08T12:00:00Z');
  await business.handOver('2029-10-15T12:00:00Z');
  await business.stateSuccessor();
  await business.founder.call('deleteAccount', { body: { password: TEST_PASSWORD } });
  await business.sell('2029-10-20T12:00:00Z');
  await issueOn('2029-11-20T06:00:00Z');
  await api.jobs.runScheduled('identity.purge-deleted-accounts');
  const finance = await createTestOperator(api, 'finance');
  const query = { user_id: business.founder.id };
  const names = [SUCCESSOR.legal_name, FOUNDER.legal_name];
  const statements = (await finance.call('listAdminStatements', { query })).items;
  expect(statements.map(({ user }) => user.name)).toEqual(names);
  const invoices = (await finance.call('listCommissionInvoices', { query })).items;
  expect(invoices.map((invoice) => invoice.business.name)).toEqual(names);
});

test('what is given back later of a sale from before has the founder’s invoice credited, and shows no balance', async () => {
  const business = await createBusinessWithTwoOwners(api, '2027-02-05T12:00:00Z');
  const early = await business.sell('2027-02-08T12:00:00Z');
  await business.handOver('2027-02-15T12:00:00Z');
  await business.stateSuccessor();
  await business.sell('2027-02-20T12:00:00Z');
  await issueOn('2027-03-01T06:00:00Z');
  const after = await business.sell('2027-03-05T12:00:00Z');
  await business.takeBack(early, '2027-03-20T12:00:00Z');
  await issueOn('2027-04-01T06:00:00Z');
  const [, second, former, present] = await readSuccessor(business);
  expect(describeStatement(former!)).toEqual(['2027-03', FOUNDER.legal_name, true, [early], 0, -270, -129]);
  const opening = second!.closing_cents - 270;
  expect(describeStatement(present!)).toEqual([
    ...['2027-03', SUCCESSOR.legal_name, false, [after], opening, opening + 270, 129],
  ]);
  await sendInvoices();
  expect(service.documents.slice(-2).map(({ kind, taxNumber }) => [kind, taxNumber])).toEqual(
    expect.arrayContaining([
      ['credit_note', FOUNDER.tax_number],
      ['invoice', SUCCESSOR.tax_number],
    ]),
  );
  // All that is owed is paid, although the last statement opens with less.
  const { data } = await business.successor.call('listTransactions', { query: business.query });
  expect(present!.closing_cents).toBe(data.reduce((sum, { amount_cents: cents }) => sum + cents, 0));
});

test('a payout pays what all statements owe, also when the last one is of the founder’s time alone', async () => {
  const business = await createBusinessWithTwoOwners(api, '2028-05-05T12:00:00Z');
  const { successor, query } = business;
  const early = await business.sell('2028-05-08T12:00:00Z');
  await business.handOver('2028-05-15T12:00:00Z');
  await business.stateSuccessor();
  await business.sell('2028-05-20T12:00:00Z');
  await issueOn('2028-06-01T06:00:00Z');
  await business.takeBack(early, '2028-06-10T12:00:00Z');
  const body = { iban: IBAN_DE, holder: 'Nova Aurora', password: TEST_PASSWORD, ...query };
  await successor.call('updatePayoutDetails', { body });
  await issueOn('2028-07-01T06:00:00Z');
  const statements = await readSuccessor(business);
  expect(statements.at(-1)).toMatchObject({ is_former: true, opening_cents: 0, closing_cents: -270 });
  const due = await listDuePayouts(api.db, api.clock.now());
  const owed = statements.at(-2)!.closing_cents - 270;
  expect(due.filter(({ user_id: id }) => id === business.founder.id)).toMatchObject([{ cents: owed }]);
});

test('what a founder earned as a partner is not paid to the account of the business', async () => {
  const business = await createBusinessWithTwoOwners(api, '2030-05-05T12:00:00Z');
  const { founder, successor, query } = business;
  await business.handOver('2030-05-15T12:00:00Z');
  api.clock.advance(HOUR_MS);
  await business.stateSuccessor();
  const body = { iban: IBAN_DE, holder: 'Nova Aurora', password: TEST_PASSWORD, ...query };
  await successor.call('updatePayoutDetails', { body });
  await api.db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'adjustment',
      note: `share of ${founder.id}`,
      entries: [
        { account: { kind: 'partner', userId: founder.id }, amountCents: -190 },
        { account: { kind: 'commission' }, amountCents: 190 },
      ],
      now: api.clock.now(),
    }),
  );
  await issueOn('2030-06-01T06:00:00Z');
  const due = await listDuePayouts(api.db, api.clock.now());
  expect(due.filter(({ user_id: id }) => id === founder.id).map(({ role }) => role)).toEqual(['seller']);
});

test('a month that ended before the hand-over, and whose statement is issued after it, is the founder’s', async () => {
  const business = await createBusinessWithTwoOwners(api, '2027-05-05T12:00:00Z');
  const may = await business.sell('2027-05-08T12:00:00Z');
  await business.handOver('2027-06-01T01:00:00Z');
  await business.stateSuccessor();
  await issueOn('2027-06-01T06:00:00Z');
  const [former, ...others] = await read(business.founder);
  expect(others).toEqual([]);
  expect(former).toMatchObject({ month: '2027-05', is_former: true, party: { name: FOUNDER.legal_name } });
  expect(former!.lines.map(({ order_id: id }) => id)).toContain(may);
  expect((await readSuccessor(business)).map(({ id }) => id)).toEqual([former!.id]);
});

test('a correction of what the founder had is the founder’s', async () => {
  const business = await createBusinessWithTwoOwners(api, '2027-07-05T12:00:00Z');
  await business.sell('2027-07-08T12:00:00Z');
  await issueOn('2027-08-01T06:00:00Z');
  await business.sell('2027-08-08T12:00:00Z');
  await business.handOver('2027-08-15T12:00:00Z');
  await business.stateSuccessor();
  await issueOn('2027-09-01T06:00:00Z');
  for (const { number } of await read(business.founder))
    await correctStatement(api.context, number, 'wrong VAT rate');
  const statements = await read(business.founder);
  expect(statements.map(({ month, party, corrects }) => [month, party.name, corrects !== null])).toEqual([
    ['2027-07', FOUNDER.legal_name, false],
    ['2027-08', FOUNDER.legal_name, false],
    ['2027-07', FOUNDER.legal_name, true],
    ['2027-08', FOUNDER.legal_name, true],
  ]);
});

test('what was kept of the founder is in their export, and ends with the legal retention', async () => {
  const business = await createBusinessWithTwoOwners(api, '2027-10-05T12:00:00Z');
  await business.handOver('2027-10-15T12:00:00Z');
  await business.stateSuccessor();
  const exported = await business.founder.call('exportAccount');
  expect(exported.former_business).toMatchObject({ legal_name: FOUNDER.legal_name, tax_number: '212345672' });
  expect(exported.business).toBeNull();
  await business.founder.call('deleteAccount', { body: { password: TEST_PASSWORD } });
  api.clock.set('2027-12-15T12:00:00Z');
  await api.jobs.runScheduled('identity.purge-deleted-accounts');
  const findNames = async () => {
    const rows = await api.db
      .selectFrom('former_legal_identities')
      .select('legal_name')
      .where('user_id', '=', business.founder.id)
      .execute();
    return rows.map(({ legal_name: name }) => name);
  };
  expect(await findNames()).toEqual([FOUNDER.legal_name]);
  await api.jobs.runScheduled('identity.delete-expired-data');
  expect(await findNames()).toEqual([FOUNDER.legal_name]);
  // The report and statements of that time still name them.
  await issueOn('2028-01-01T06:00:00Z');
  expect((await readSuccessor(business)).at(-1)).toMatchObject({ party: { name: FOUNDER.legal_name } });
  await expectApiError(business.founder.call('listStatements', { query: {} }), 2);
  api.clock.set('2038-01-01T12:00:00Z');
  await api.jobs.runScheduled('identity.delete-expired-data');
  expect(await findNames()).toEqual([]);
});

test('of a founder who never earned anything nothing stays when their account is erased', async () => {
  api.clock.set('2028-02-05T12:00:00Z');
  const founder = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  await founder.call('updateBusiness', { body: FOUNDER });
  await createMember(api, founder, 'owner');
  await founder.call('deleteAccount', { body: { password: TEST_PASSWORD } });
  const count = async () =>
    (
      await api.db
        .selectFrom('former_legal_identities')
        .select('user_id')
        .where('user_id', '=', founder.id)
        .execute()
    ).length;
  expect(await count()).toBe(1);
  api.clock.set('2028-04-05T12:00:00Z');
  await api.jobs.runScheduled('identity.purge-deleted-accounts');
  expect(await count()).toBe(0);
});
