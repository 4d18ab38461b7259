import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '@wopack/contract';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { bookSources } from '../src/app.ts';
import { checkBooks } from '../src/modules/ledger/index.ts';
import { confirmPayout, sendRun } from '../src/modules/ledger/payouts/follow-payouts.ts';
import { findRun, payoutsOf } from '../src/modules/ledger/payouts/payouts.queries.ts';
import { refundOrder } from '../src/modules/orders/index.ts';
import { businessBody, buy, type Person, person, shop } from './builders.ts';
import { IBAN, IBAN_DE, ready } from './money.ts';
import { useTestApp } from './test-app.ts';

/** docs/worked-example.md, lived through: every number there is looked for where people see it. */
const api = useTestApp();
let doc = '';

type Who = 'Aurora' | 'Bento' | 'Paula' | 'Quim';
let people: Record<Who, Person>;
let buyers: Record<'Marta' | 'Nuno' | 'Olga', Person>;

const euros = (cents: number) => (cents / 100).toFixed(2);
const table = (rows: [string, number][], head = '') =>
  [`| ${head} | euros |`, '|---|---:|', ...rows.map(([name, cents]) => `| ${name} | ${euros(cents)} |`)].join(
    '\n',
  );

async function pay(buyer: Person, productId: number, amount: number) {
  const { token, client_secret } = await buyer.call('initiatePayment', {
    body: { amount, currency: 'EUR', productId },
  });
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2031, cvc: '123' };
  await buyer.call('sandboxConfirm', { body: { client_secret, card } });
  return (await buyer.call('completePayment', { body: { token } })).data.order;
}

/** The hour at which everything regular of a day is done. */
async function at(iso: string): Promise<void> {
  api.clock.set(iso);
  for (const queue of ['packs.keep-slots', 'orders.not-collected', 'affiliates.approve', 'ledger.settle'])
    await api.jobs.tick(queue);
  await api.jobs.runDue();
}

async function statement(who: Who, month: string) {
  const { data } = await people[who].call('listStatements');
  const found = data.find((one) => one.month === month)!;
  return (await people[who].call('showStatement', { params: { id: found.id } })).data;
}

const names = {
  sale: 'Sales',
  reversal: 'Taken back',
  partial_refund: 'Partial refunds',
  share: 'Shares',
  payout: 'Payouts',
} as Record<string, string>;

beforeAll(async () => {
  doc = await readFile(join(import.meta.dirname, '../../../docs/worked-example.md'), 'utf8');
  Object.assign(api.context.config.operator, { iban: 'PT50003300004555698867005', minPayoutCents: 100 });
  const partner = (name: string) => person(api, { name, is_partner: true, verified: true });
  const [paula, quim] = [await partner('Paula Pires'), await partner('Quim Queirós')];
  const seller = (broughtBy?: Person) => person(api, { is_owner: true, broughtBy });
  const aurora = await shop(api, { seller: await seller(), quantity: 7 });
  const bento = await shop(api, { seller: await seller(paula), quantity: 7, product: { price: 5.99 } });
  people = { Aurora: aurora.seller, Bento: bento.seller, Paula: paula, Quim: quim };
  await ready(api, aurora.seller);
  await ready(api, bento.seller, IBAN_DE);
  await bento.seller.call('saveBusiness', { body: { ...businessBody, legal_name: 'Бенто & Filhos, Lda.' } });
  for (const one of [paula, quim]) await ready(api, one);
  const [marta, nuno, olga] = [
    await person(api, { broughtBy: paula }),
    await person(api, { broughtBy: quim }),
    await person(api),
  ];
  buyers = { Marta: marta, Nuno: nuno, Olga: olga };

  await at('2026-11-20T12:00:00Z');
  for (const buyer of [marta, marta, nuno, nuno, olga, olga]) await buy(buyer, aurora.productId);
  const regretted = await pay(marta, bento.productId, 5.99);
  const half = await pay(nuno, bento.productId, 5.99);
  await pay(olga, bento.productId, 5.99);
  await at('2026-11-21T09:00:00Z');
  await refundOrder(api.context, { orderId: half.id, total: 100, by: 'operator', reason: 'one bun short' });
  await at('2026-12-01T06:00:00Z');
  await at('2026-12-05T06:00:00Z');
  await sendRun(api.context, 1);
  for (const { id } of await payoutsOf(api.db, 1)) await confirmPayout(api.context, id);
  await at('2026-12-10T09:00:00Z');
  await refundOrder(api.context, { orderId: regretted.id, total: 'all', by: 'operator', reason: 'spoilt' });
  await at('2026-12-11T12:00:00Z');
  for (const buyer of [nuno, nuno, olga]) await pay(buyer, bento.productId, 5.99);
  await at('2027-01-01T06:00:00Z');
  await at('2027-01-05T06:00:00Z');
}, 60_000);

const cases: [Who, string][] = [
  ['Aurora', '2026-11'],
  ['Bento', '2026-11'],
  ['Paula', '2026-11'],
  ['Quim', '2026-11'],
  ['Aurora', '2026-12'],
  ['Bento', '2026-12'],
  ['Paula', '2026-12'],
  ['Quim', '2026-12'],
];

describe.each(cases)('%s, %s', (who, month) => {
  test('the statement says what the example says', async () => {
    const { number, role, opening_cents, closing_cents, sums, ...vat } = await statement(who, month);
    const rows: [string, number][] = [
      ['Carried over', opening_cents],
      ...sums.map(({ kind, count, amount_cents }): [string, number] => [
        `${names[kind]} × ${count}`,
        amount_cents,
      ]),
      ['Balance', closing_cents],
    ];
    if (role === 'seller') {
      rows.push(['Commission', vat.commission_cents], ['of it VAT', vat.vat_cents]);
    }
    expect(doc).toContain(`### ${who}, ${month}: ${number}\n\n${table(rows)}\n`);
  });

  test('so do its file and its document', async () => {
    const { id, lines, opening_cents, closing_cents } = await statement(who, month);
    const token = people[who].token;
    const get = (url: string) =>
      api.app.inject({ url: url.replace('{id}', String(id)), headers: { authorization: `Bearer ${token}` } });
    const csv = (await get(endpoints.statementCsv.path)).body.trim().split('\r\n');
    const amounts = csv.slice(1).map((line) => line.split(',').at(-1));
    expect(amounts).toEqual([
      euros(opening_cents),
      ...lines.map(({ amount_cents }) => euros(amount_cents)),
      euros(closing_cents),
    ]);
    expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, opening_cents)).toBe(closing_cents);

    const pdf = await get(endpoints.statementPdf.path);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf.rawPayload)), {
      mergePages: true,
    });
    const shown = (cents: number) => `${cents < 0 ? '-' : ''}€${euros(Math.abs(cents))}`;
    for (const cents of [opening_cents, closing_cents, ...lines.map(({ amount_cents }) => amount_cents)])
      expect(text).toContain(shown(cents));
    expect(text).toContain(who === 'Bento' ? 'Бенто & Filhos, Lda.' : 'Aurora Panificação, Lda.');
  });
});

describe.each([
  [1, '5 December 2026'],
  [2, '5 January 2027'],
])('payout run %d', (runId, day) => {
  const fileOf = async () => (await findRun(api.db, runId))!.file!;

  test('pays what the example says', async () => {
    const paid = await payoutsOf(api.db, runId);
    const whose = (id: number) => Object.entries(people).find(([, one]) => one.id === id)![0];
    const rows = paid.map(({ user_id, amount_cents }): [string, number] => [whose(user_id), amount_cents]);
    rows.push(['In all', paid.reduce((sum, { amount_cents }) => sum + amount_cents, 0)]);
    expect(doc).toContain(`### Paid out on ${day}\n\n${table(rows)}\n`);
    const file = await fileOf();
    const inFile = [...file.matchAll(/<InstdAmt Ccy="EUR">([\d.]+)</g)].map(([, amount]) => amount);
    expect(inFile).toEqual(paid.map(({ amount_cents }) => euros(amount_cents)));
    expect(file).toContain(`<CtrlSum>${euros(rows.at(-1)![1])}</CtrlSum>`);
    for (const { iban } of paid) expect(file).toContain(`<IBAN>${iban}</IBAN>`);
    expect(paid.some(({ iban }) => iban === (runId === 1 ? IBAN : IBAN_DE).replaceAll(' ', ''))).toBe(true);
  });

  test('its file is a valid ISO 20022 credit transfer', async () => {
    const schema = await readFile(join(import.meta.dirname, 'iso20022/pain.001.001.03.xsd'), 'utf8');
    const valid = (contents: string) =>
      validateXML({
        xml: [{ fileName: 'file.xml', contents }],
        schema: [{ fileName: 'schema.xsd', contents: schema }],
      });
    const file = await fileOf();
    expect((await valid(file)).errors).toEqual([]);
    // A test that cannot fail proves nothing.
    expect((await valid(file.replace('<MsgId>', '<MsgId><Nm>x</Nm>'))).valid).toBe(false);
    expect(file).not.toMatch(/[^\x20-\x7e]/);
  });
});

test('screens are tried with these answers', async () => {
  const statements = [];
  for (const [who, month] of cases) statements.push(await statement(who, month));
  const transactions: Record<string, object> = {};
  for (const [name, { call }] of Object.entries({ ...people, ...buyers }))
    transactions[name] = await call('listTransactions', { query: { limit: 50 } });
  const paula = people.Paula.call;
  const answers = {
    statements,
    transactions,
    clients: await paula('affiliateClients'),
    sellers: await paula('affiliateSellers'),
    // Its code is another one each time.
    overview: { ...(await paula('affiliateOverview')).data, ref_code: 'PAULA', link: '/?ref=PAULA' },
  };
  // What apps/web/src/pages/worked-example.test.tsx shows; `vitest -u` writes it anew.
  await expect(`${JSON.stringify(answers, null, 2)}\n`).toMatchFileSnapshot(
    '../../web/test/worked-example.json',
  );
});

test('and the book agrees with all of it', async () => {
  expect(await checkBooks(api.context, bookSources)).toEqual([]);
});
