import { legalTextVersions } from '@wopack/domain';
import { beforeAll, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  payHold,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import { readPdfText } from '../../../../test/support/pdf.ts';
import { MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { findVersionAt } from '../../identity/index.ts';
import { announceLegalText } from './announcements.ts';

const api = useTestApp();
const [NEW, OLD] = legalTextVersions.terms.map(({ version }) => version) as [string, string];
const START = '2027-01-02';

const announce = (date: string, version = NEW) =>
  announceLegalText(api.context, { text: 'terms', version, date: Temporal.PlainDate.from(date) });
const listChanges = async (user: TestUser) => (await user.call('listLegalTextChanges')).data;
const confirm = (user: TestUser, version: string) =>
  user.call('confirmLegalText', { body: { text: 'terms', version } });
const listMailed = () =>
  api.mails.filter(({ subject }) => subject.includes('Terms and conditions')).map(({ to }) => to);

/** The version before holds, and the newest waits for its announcement. */
beforeAll(async () => {
  api.clock.set('2026-12-01T12:00:00Z');
  const recordedAt = new Date('2026-11-23T00:00:00Z');
  await api.ownerDb
    .updateTable('legal_text_versions')
    .set({ version: OLD, announced_at: recordedAt, holds_from: recordedAt })
    .where('text', '=', 'terms')
    .execute();
});

let early: TestUser;
let late: TestUser;

test('who registers accepts the version that holds, by the specified call', async () => {
  early = await createTestUser(api);
  const { legal_texts: texts } = await early.call('exportAccount');
  expect(texts!.accepted).toEqual([{ text: 'terms', version: OLD, at: '2026-12-01T12:00:00.000Z' }]);
  expect(await listChanges(early)).toEqual([]);
  expect((await early.call('getMe')).data.has_legal_text_changes).toBe(false);
});

test('a change is announced as far ahead as promised, and not sooner', async () => {
  await expect(announce('2026-12-16')).rejects.toMatchObject({ kind: 'conflict' });
  await expect(announce('2026-12-31')).rejects.toMatchObject({ kind: 'conflict' });
  await expect(announce(START, OLD)).rejects.toMatchObject({ kind: 'conflict' });
  await api.jobs.runDue();
  expect(listMailed()).toEqual([]);
  await announce(START);
  await expect(announce('2027-03-01')).rejects.toMatchObject({ kind: 'conflict' });
});

test('the console says what waits and from when, and only owners announce there, by the same rules', async () => {
  const owner = await createTestOperator(api, 'owner');
  const { data } = await owner.call('getConsoleLegalTexts');
  const terms = data.find(({ text }) => text === 'terms');
  expect(terms).toMatchObject({ version: OLD, planned: { version: NEW }, waiting: null });
  await api.ownerDb
    .deleteFrom('legal_text_versions')
    .where('text', '=', 'terms')
    .where('version', '=', NEW)
    .execute();
  const { data: before } = await owner.call('getConsoleLegalTexts');
  expect(before.find(({ text }) => text === 'terms')).toMatchObject({
    planned: null,
    // The version before promised 30 days.
    waiting: { version: NEW, notice_days: 30, earliest: '2027-01-01' },
  });
  const body = { text: 'terms', version: NEW, holds_from: START, reason: 'With release 0.3.' } as const;
  const finance = await createTestOperator(api, 'finance');
  await expectApiError(finance.call('announceLegalText', { body }), 3);
  await expect(
    owner.call('announceLegalText', { body: { ...body, holds_from: '2026-12-31' } }),
  ).rejects.toMatchObject({ code: 5, errors: { holds_from: [expect.stringContaining('too soon')] } });
  const both = await Promise.allSettled([1, 2].map(() => owner.call('announceLegalText', { body })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const { data: after } = await owner.call('getConsoleLegalTexts');
  expect(after.find(({ text }) => text === 'terms')).toMatchObject({
    planned: { version: NEW, changes: expect.stringContaining('15 days ahead') },
    waiting: null,
  });
  const entries = await api.db
    .selectFrom('audit_entries')
    .select(['operator_id', 'reason', 'after'])
    .where('action', '=', 'announceLegalText')
    .execute();
  expect(entries).toEqual([
    { operator_id: owner.id, reason: body.reason, after: { version: NEW, holds_from: START } },
  ]);
});

test('each user is told once, by mail and in the app, also who comes later', async () => {
  await api.jobs.runDue();
  const email = (await early.call('getMe')).data.email;
  expect(listMailed()).toContain(email);
  const { text } = api.mails.find(({ to }) => to === email)!;
  for (const part of [
    '2 January 2027',
    'at least 15 days ahead',
    `/policy/terms-conditions/${NEW}`,
    '/account/delete',
  ])
    expect(text).toContain(part);
  expect(await listChanges(early)).toMatchObject([
    { text: 'terms', version: NEW, is_in_force: false, needs_acceptance: true },
  ]);
  const count = listMailed().length;
  late = await createTestUser(api);
  await api.jobs.runScheduled('admin.announce-legal-texts');
  await api.jobs.runDue();
  expect(listMailed()).toHaveLength(count + 1);
  expect((await late.call('exportAccount')).legal_texts!.announced).toMatchObject([{ version: NEW }]);
});

test('a version is accepted ahead, and only one that holds or is planned', async () => {
  await expectApiError(confirm(early, '2026-01-01'), 5);
  await confirm(early, NEW);
  expect(await listChanges(early)).toEqual([]);
});

test('a payment that has begun goes on under the version of the hold', async () => {
  const { productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { id } = await buyProduct(buyer, productId);
  const { created_at: heldAt } = await api.db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.id', 'orders.payment_id')
    .select('payments.created_at')
    .where('orders.id', '=', id)
    .executeTakeFirstOrThrow();
  expect(await findVersionAt(api.db, 'terms', heldAt)).toBe(OLD);
  expect(await findVersionAt(api.db, 'terms', new Date(`${START}T12:00:00Z`))).toBe(NEW);
});

test('who pays while the version begins to hold buys under the former one, and is asked about it once', async () => {
  const payer = await createTestUser(api);
  const confirmed = await createTestUser(api);
  await confirm(confirmed, NEW);
  const [from] = await api.db
    .selectFrom('legal_text_versions')
    .select('holds_from')
    .where('version', '=', NEW)
    .where('text', '=', 'terms')
    .execute();
  const start = from!.holds_from.getTime();
  await api.jobs.runScheduled('admin.announce-legal-texts');
  await api.jobs.runDue();
  const mailCount = listMailed().length;
  for (const buyer of [payer, confirmed]) {
    api.clock.set(new Date(start - MINUTE).toISOString());
    // Collected on the day on which it begins to hold.
    const { productId } = await createProductOnSale(api, {
      schedule: { sat: { time_start: '12:00', time_end: '20:00' } },
    });
    const request = { body: { amount: 3.99, currency: 'EUR', productId } } as const;
    const hold = await buyer.call('initiatePayment', request);
    const { email } = (await buyer.call('getMe')).data;
    api.clock.set(new Date(start + MINUTE).toISOString());
    // Whoever asks for the same hold again does not come under another version.
    expect((await buyer.call('initiatePayment', request)).token).toBe(hold.token);
    const order = await payHold(buyer, hold);
    expect(order.state).toBe('paid');
    const { held_at: heldAt } = await api.db
      .selectFrom('orders')
      .innerJoin('payments', 'payments.id', 'orders.payment_id')
      .select('payments.created_at as held_at')
      .where('orders.id', '=', order.id)
      .executeTakeFirstOrThrow();
    expect(await findVersionAt(api.db, 'terms', heldAt)).toBe(OLD);
    const receipt = await api.app.inject({
      url: `/api/v1/orders/${order.id}/receipt`,
      headers: { authorization: `Bearer ${buyer.token}`, 'accept-language': 'en' },
    });
    expect(await readPdfText(receipt.rawPayload)).toContain(OLD);
    expect((await listChanges(buyer)).map(({ version, is_in_force }) => [version, is_in_force])).toEqual(
      buyer === payer ? [[NEW, true]] : [],
    );
    await api.jobs.runScheduled('admin.announce-legal-texts');
    await api.jobs.runDue();
    expect(listMailed().filter((to) => to === email)).toHaveLength(1);
  }
  expect(listMailed()).toHaveLength(mailCount);
  await confirm(payer, NEW);
  expect(await listChanges(payer)).toEqual([]);
});

test('once it holds, who has not accepted it is asked, and every call goes on working', async () => {
  api.clock.set(`${START}T12:00:00Z`);
  const { data } = await early.call('listLegalTexts');
  expect(data.find(({ text }) => text === 'terms')).toMatchObject({
    version: NEW,
    earlier: [{ version: OLD }],
    planned: null,
  });
  expect(await listChanges(late)).toMatchObject([
    { version: NEW, is_in_force: true, needs_acceptance: true },
  ]);
  expect((await late.call('getMe')).data.has_legal_text_changes).toBe(true);
  await confirm(late, NEW);
  expect(await listChanges(late)).toEqual([]);
  const newcomer = await createTestUser(api);
  expect(await listChanges(newcomer)).toEqual([]);
});
