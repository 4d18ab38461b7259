import { DAY_MS } from '@wopack/domain';
import { beforeAll, expect, test } from 'vitest';
import { createPaidOrder } from '../../test/support/order-builders.ts';
import { useTestApp } from '../../test/support/test-app.ts';
import { createOperatorProgram, formatRefusal } from './program.ts';

const api = useTestApp();

const createProgram = (print: (line: string) => void, context = api.context) =>
  createOperatorProgram({
    context,
    createProvider: async () => api.provider,
    webDir: null,
    print,
    ownerUrl: null,
  });

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const program = createProgram((line) => lines.push(line));
  await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
    throw new Error(formatRefusal(error, 'en'));
  });
  return lines.join('\n');
}

const listEntries = () =>
  api.db
    .selectFrom('audit_entries')
    .select(['operator_id', 'action', 'subject_kind', 'subject_id', 'before', 'after', 'reason'])
    .orderBy('id')
    .execute();

/** A seller with an order of a month that has ended. */
beforeAll(async () => {
  await createPaidOrder(api);
  await api.jobs.runDue();
  api.clock.set('2026-12-02T09:00:00Z');
  await api.jobs.runScheduled('orders.mark-not-collected');
});

test('the help names what works without a browser, and nothing else', () => {
  const names = createProgram(() => {}).commands.map((command) => command.name());
  expect(names).toEqual([
    'admin',
    'check',
    'reconcile',
    'statements',
    'pins',
    'tickets',
    'place-types',
    'recovery',
    'check-launch',
    'legal-texts',
  ]);
});

test('statements are issued once, and a wrong one is replaced by the next number', async () => {
  expect(await run('statements', 'issue')).toBe('Issued: 1.');
  expect(await run('statements', 'issue')).toBe('Issued: 0.');
  api.context.config.operator.vatPercent = 6;
  expect(await run('statements', 'correct', 'WP-2026-00001', '--reason', 'VAT is 6 % here')).toBe(
    'WP-2026-00001 is corrected by WP-2026-00002.',
  );
  await expect(run('statements', 'correct', 'WP-2026-00001', '--reason', 'again')).rejects.toThrow(
    'WP-2026-2',
  );
  await expect(run('statements', 'correct', 'WP-2026-00009', '--reason', 'none')).rejects.toThrow();
  // What was refused changed nothing.
  const issued = { operator_id: null, action: 'operator statements issue' };
  expect(await listEntries()).toMatchObject([
    issued,
    issued,
    {
      action: 'operator statements correct',
      subject_kind: 'statement',
      subject_id: 'WP-2026-00001',
      reason: 'VAT is 6 % here',
    },
  ]);
});

test('books, audit log and payments are checked', async () => {
  expect(await run('check')).toMatch(
    /The books add up\.\nThe audit log is as it was written: \d+ entries, the last with hash [0-9a-f]{64}\./,
  );
  const [, head] = /with hash ([0-9a-f]{64})/.exec(await run('check'))!;
  expect(await run('check', '--head', head!)).toMatch(
    /The noted hash is in the audit log; entries since: 0\.$/,
  );
  await expect(run('check', '--head', '0'.repeat(64))).rejects.toThrow('The audit log is cut');
  expect(await run('reconcile')).toBe('Both books agree.');
});

test('a comparison by hand is the one of the night, on the page of trust too', async () => {
  const listNights = async () => (await api.client()('getTrust')).data.nights;
  const withoutPage = { ...api.context, config: { ...api.context.config, trustPage: false } };
  await createPaidOrder(api);
  await api.jobs.runDue();
  api.clock.advance(DAY_MS);
  await api.jobs.runScheduled('ledger.check-balances');
  expect(await run('reconcile')).toBe('The night is on /trust: covered.\nBoth books agree.');
  const [night] = await listNights();
  expect(night).toMatchObject({ verdict: 'covered', compared_at: api.clock.now().toISOString() });
  await api.db.updateTable('sandbox_intents').set({ amount_cents: 398 }).execute();
  api.clock.advance(DAY_MS);
  await expect(run('reconcile')).rejects.toThrow(/399.*398/);
  expect((await listNights()).map(({ verdict }) => verdict)).toEqual(['differences', 'covered']);
  await api.db.updateTable('sandbox_intents').set({ amount_cents: 399 }).execute();
  api.clock.advance(DAY_MS);
  await createProgram(() => {}, withoutPage).parseAsync(['reconcile'], { from: 'user' });
  expect(await listNights()).toHaveLength(2);
});

test('types of sale places are added and renamed', async () => {
  const names = ['--pt', 'Cantina', '--en', 'Canteen', '--ru', 'Столовая'];
  await run('place-types', 'set', '90', 'canteen', ...names);
  expect(await run('place-types', 'list')).toMatch(/90 +canteen +Cantina +Canteen +Столовая/);
  await expect(run('place-types', 'set', '91', 'Canteen', ...names)).rejects.toThrow('A slug');
  expect((await listEntries()).at(-1)).toMatchObject({
    action: 'operator place-types set',
    subject_id: '90',
    after: { slug: 'canteen' },
  });
});

test('each rotation makes the next key of tickets', async () => {
  const [first, second] = [await run('tickets', 'rotate'), await run('tickets', 'rotate')];
  const getNumber = (text: string) => Number(/^New key: (\d+)\.$/.exec(text)![1]);
  expect(getNumber(second)).toBe(getNumber(first) + 1);
});

test('the check list before opening is printed as the console shows it, and fails while something is missing', async () => {
  const lines: string[] = [];
  const checking = createProgram((line) => lines.push(line)).parseAsync(['check-launch'], { from: 'user' });
  await expect(checking).rejects.toThrow(/^\d+\/21\. Not yet\. Missing: \d+, can wait: \d+\./);
  expect(lines).toContain('Machine room: 1/7');
  expect(lines.join('\n')).toContain(
    '  - Alerts: They go to the log alone: nobody is told. (OPERATOR_EMAIL)',
  );
  // The console keeps what the server found with its own settings.
  expect(await api.db.selectFrom('launch_checks').select('id').execute()).toEqual([]);
});
