import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extractText, getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestUser, expectApiError } from '../../../../test/support/builders.ts';
import { createTestOperator, grantOperatorRole } from '../../../../test/support/operators.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { runLaunchChecks } from './check-launch.ts';
import { personalColumns } from './personal-columns.gen.ts';
import { processingActivities } from './processing-record.ts';

const api = useTestApp();

let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'wopack-web-'));
});
afterAll(() => rm(webDir, { recursive: true }));

type List = Awaited<ReturnType<typeof readList>>;
const readList = async (language: 'en' | 'pt' | 'ru' = 'en') =>
  (await createTestOperator(api, 'support').then(({ token }) => api.client(token, language)('getLaunchList')))
    .data;
const find = ({ groups }: List, id: string) =>
  groups.flatMap(({ checks }) => checks).find((check) => check.id === id)!;
const listEntries = () =>
  api.db
    .selectFrom('audit_entries')
    .select(['operator_id', 'after'])
    .where('action', '=', 'checkLaunch')
    .execute();

test('before the first check there is nothing to see, and no PDF', async () => {
  const support = await createTestOperator(api, 'support');
  expect(await readList()).toMatchObject({ checked_at: null, ok: 0, missing: 0, groups: [] });
  const pdf = await api.app.inject({
    url: '/api/v1/admin/launch/pdf',
    headers: { authorization: `Bearer ${support.token}` },
  });
  expect(pdf.json()).toMatchObject({ code: 4 });
  await expectApiError(support.call('checkLaunch'), 3);
  expect(await listEntries()).toEqual([]);
});

test('an owner checks all: the list is in three languages, in the audit log, and counted in the menu', async () => {
  const owner = await createTestOperator(api, 'owner');
  const { data: list } = await owner.call('checkLaunch');
  expect(list.checked_at).toBe(api.clock.now().toISOString());
  expect(list.groups.map(({ title }) => title)).toEqual([
    'Money',
    'Machine room',
    'Who you are',
    'What people read',
  ]);
  const checks = list.groups.flatMap((group) => group.checks);
  expect(list.ok + list.later + list.missing).toBe(checks.length);
  expect(checks.filter(({ state }) => state === 'missing')).toHaveLength(list.missing);
  // What is missing stands first in its group.
  for (const { checks: own } of list.groups) {
    const order = own.map(({ state }) => ['missing', 'later', 'ok'].indexOf(state));
    expect(order).toEqual([...order].sort());
  }
  expect(find(list, 'payment_keys')).toMatchObject({
    state: 'missing',
    title: 'Payment keys',
    link: { kind: 'setting', target: 'STRIPE_SECRET_KEY' },
  });
  expect(find(list, 'second_factor')).toMatchObject({ state: 'ok', link: { target: '/operators' } });
  expect(await readList()).toEqual(list);
  for (const [language, title] of [
    ['pt', 'Cópias de segurança'],
    ['ru', 'Резервные копии'],
  ] as const)
    expect(find(await readList(language), 'backups').title).toBe(title);
  expect(JSON.stringify([await readList('pt'), await readList('ru'), list])).not.toMatch(
    /\{\{|admin\.launch/,
  );

  expect(await listEntries()).toMatchObject([
    { operator_id: owner.id, after: { missing: expect.arrayContaining(['payment_keys']) } },
  ]);
  const { tasks } = (await owner.call('getDashboard')).data;
  expect(tasks.find(({ kind }) => kind === 'launch_checks')).toEqual({
    kind: 'launch_checks',
    count: list.missing,
    oldest_at: list.checked_at,
  });
});

test('a backup, its trial and a second factor turn their rows green the next night', async () => {
  const colleague = await createTestUser(api);
  await grantOperatorRole(api, colleague, 'finance', { isConfirmed: false });
  await api.jobs.runScheduled('admin.check-launch');
  const before = await readList();
  expect(find(before, 'backups')).toMatchObject({
    state: 'missing',
    reason: 'None was made yet: npm run backup.',
  });
  expect(find(before, 'second_factor').state).toBe('missing');

  api.clock.advance(86_400_000);
  await api.db.insertInto('backups').values({ made_at: api.clock.now(), size_bytes: 412_000_000 }).execute();
  await api.jobs.runScheduled('admin.check-launch');
  expect(find(await readList(), 'backups')).toMatchObject({
    state: 'later',
    reason:
      'The last one is of 21 Nov, 12:00, 412 MB. Not restored within a year: npm run restore -- --trial.',
  });
  await api.db
    .insertInto('restore_trials')
    .values({ restored_at: api.clock.now(), data_as_of: api.clock.now() })
    .execute();
  await grantOperatorRole(api, colleague, 'finance');
  await api.jobs.runScheduled('admin.check-launch');
  const after = await readList();
  expect(find(after, 'backups').state).toBe('ok');
  expect(find(after, 'second_factor').state).toBe('ok');
  expect(after.ok).toBe(before.ok + 2);
  expect(after.checked_at).toBe(api.clock.now().toISOString());
});

test('what the pages say is read from the build, and the mail domain is looked up where mail is sent', async () => {
  const about = {
    company: { name: 'WoPack', address: 'Porto', tax_number: 'PT501442600' },
    contacts: { users: 'ola@example.com', authorities: 'dsa@example.com', languages: ['pt', 'en'] },
    complaints_book: true,
    policies: { terms: { path: '/policy/terms-conditions', date: '2026-11-23' } },
    ranking: true,
    accessibility: { pages: 55, date: '2026-11-29' },
  };
  await writeFile(join(webDir, 'about.json'), JSON.stringify(about));
  const names: string[] = [];
  const resolver = {
    async resolveTxt(name: string) {
      names.push(name);
      if (name === 'porto.example') return [['v=spf1 -all']];
      throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
    },
  };
  const sources = { provider: null, webDir, resolver };
  await runLaunchChecks(api.context, sources);
  expect(names).toEqual([]);
  const { config } = api.context;
  const former = { ...config, operator: { ...config.operator } };
  Object.assign(config, {
    smtpUrl: 'smtp://mail.example',
    mailFrom: 'ola@porto.example',
    dkimSelector: 'm1',
  });
  Object.assign(config.operator, {
    address: 'Rua das Flores 1',
    postCode: '4050-262',
    city: 'Porto',
    vatNumber: 'PT501442600',
  });
  await runLaunchChecks(api.context, sources);
  Object.assign(config, former);
  expect(names.sort()).toEqual(['_dmarc.porto.example', 'm1._domainkey.porto.example', 'porto.example']);
  const list = await readList();
  expect(find(list, 'mail')).toMatchObject({
    state: 'missing',
    reason: 'porto.example does not publish DKIM and DMARC: e-mails will land in spam.',
    link: { target: 'MAIL_DKIM_SELECTOR' },
  });
  expect(find(list, 'contacts').reason).toBe(
    'Users: ola@example.com, authorities: dsa@example.com, in pt and en (DSA 11, 12).',
  );
  for (const id of ['company', 'contacts', 'complaints_book', 'accessibility', 'legal_texts', 'ranking'])
    expect(find(list, id)).toMatchObject({ state: 'ok' });
  expect(find(list, 'accessibility').link!.target).toBe('http://localhost:3000/policy/accessibility');
});

test('the PDF says what the page says', async () => {
  const finance = await createTestOperator(api, 'finance');
  const { data: list } = await finance.call('checkLaunch');
  const response = await api.app.inject({
    url: '/api/v1/admin/launch/pdf',
    headers: { authorization: `Bearer ${finance.token}`, 'accept-language': 'en' },
  });
  expect(response.headers['content-type']).toBe('application/pdf');
  const pages = await getDocumentProxy(new Uint8Array(response.rawPayload));
  const { text } = await extractText(pages, { mergePages: true });
  const flat = text.replaceAll(/\s+/g, '');
  for (const { title, reason } of list.groups.flatMap(({ checks }) => checks))
    for (const part of [title, reason]) expect(flat).toContain(part.replaceAll(/\s+/g, ''));
});

test('the processing record names every column with personal data once, with what becomes of it', async () => {
  const support = await createTestOperator(api, 'support');
  const { data: record } = await support.call('getProcessingRecord');
  const listed = record.activities.flatMap(({ columns }) => columns);
  expect(listed).toHaveLength(personalColumns.length);
  // A table that is new belongs to an activity of processing-record.ts.
  expect(Object.values(processingActivities).flat().sort()).toEqual(
    [...new Set(personalColumns.map(([table]) => table))].sort(),
  );
  expect(listed).toContainEqual({ table: 'users', column: 'email', fate: 'erased' });
  expect(listed).toContainEqual({ table: 'payout_details', column: 'iban', fate: 'retained' });
  for (const { purpose, basis, data, recipients } of record.activities)
    expect([purpose, basis, data, recipients].join(' ')).not.toContain('admin.processing');
});
