import { describe, expect, test } from 'vitest';
import {
  businessBody,
  expectRefusal,
  PASSWORD,
  type Person,
  payOut,
  person,
  shop,
} from '../../../../test/builders.ts';
import { statementOf } from '../../../../test/money.ts';
import { MINUTE, useTestApp } from '../../../../test/test-app.ts';
import { post } from '../post.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;
const account = { iban: 'PT50 0002 0123 1234 5678 9015 4', holder: 'Fontes & Filha, Lda.' };

const seller = async () => {
  const who = (await shop(api)).seller;
  const proven = { email_verified_at: api.clock.now() };
  await api.db.updateTable('users').set(proven).where('id', '=', who.id).execute();
  await who.call('saveBusiness', { body: businessBody });
  await who.call('savePayout', { body: account });
  return who;
};
const kept = ({ id }: Person) =>
  api.db.selectFrom('payout_details').selectAll().where('user_id', '=', id).executeTakeFirst();
const earn = ({ id }: Person, cents: number, kind = 'test_earning') =>
  api.db.transaction().execute((trx) =>
    post(trx, {
      kind,
      reference: `user:${id}`,
      entries: [
        { account: 'provider', amountCents: cents },
        { account: `seller:${id}`, amountCents: -cents },
      ],
      now: api.clock.now(),
    }),
  );
const leave = (who: Person) => who.call('deleteAccount', { body: { password: PASSWORD } });
async function erased(who: Person) {
  await leave(who);
  api.clock.advance(30 * DAY);
  await api.jobs.tick('identity.erase');
}
async function cleanAt(instant: string) {
  api.clock.set(instant);
  await api.jobs.tick('ledger.clean');
}

test('the export says in full where its person is paid out', async () => {
  const owner = await person(api);
  expect((await owner.call('exportAccount')).payout_details).toBeNull();
  const rui = await seller();
  expect(await rui.call('exportAccount')).toMatchObject({
    payout_details: { iban: 'PT50000201231234567890154', holder: account.holder },
    payouts: [],
  });
});

test('where a payout went is kept for ten calendar years, how much it was for good', async () => {
  const rui = await seller();
  const statement_id = await statementOf(api, rui);
  const paid = {
    user_id: rui.id,
    role: 'seller',
    amount_cents: 270,
    iban: account.iban,
    holder: account.holder,
  };
  const state = { state: 'confirmed', return_reason: null } as const;
  const made_at = new Date('2026-12-05T06:00:00Z');
  const run = { month: null, made_at, sent_at: made_at, file: '<Document>Fontes</Document>' };
  const { id: run_id } = await api.db
    .insertInto('payout_runs')
    .values(run)
    .returning('id')
    .executeTakeFirstOrThrow();
  await api.db
    .insertInto('payouts')
    .values({ ...paid, ...state, run_id, statement_id, changed_at: made_at } as never)
    .execute();
  const stored = async () => [
    await api.db.selectFrom('payouts').selectAll().where('run_id', '=', run_id).executeTakeFirst(),
    await api.db.selectFrom('payout_runs').select('file').where('id', '=', run_id).executeTakeFirst(),
  ];
  await cleanAt('2036-12-31T03:27:00Z');
  expect(await stored()).toMatchObject([paid, { file: run.file }]);
  await cleanAt('2037-01-01T03:27:00Z');
  expect(await stored()).toMatchObject([{ amount_cents: 270, iban: '', holder: '' }, { file: null }]);
  // What this test put there behind the book's back.
  await api.db.deleteFrom('payouts').where('run_id', '=', run_id).execute();
});

describe('saving an account is refused', () => {
  test.each([
    ['nothing', { iban: ' ' }, 'iban'],
    ['a wrong check digit', { iban: 'PT51 0002 0123 1234 5678 9015 4' }, 'iban'],
    ['a digit too few', { iban: 'PT50 0002 0123 1234 5678 9015' }, 'iban'],
    ['a country that has none', { iban: 'US50 0002 0123 1234 5678 9015 4' }, 'iban'],
    ['one that SEPA does not reach', { iban: 'TR33 0006 1005 1978 6457 8413 26' }, 'iban'],
    ['no holder', { holder: '  ' }, 'holder'],
    ['a holder longer than banks take', { holder: 'x'.repeat(71) }, 'holder'],
  ])('with %s', async (_what, change, field) => {
    const rui = await seller();
    await expectRefusal(rui.call('savePayout', { body: { ...account, ...change } }), 1, field);
    expect(await kept(rui)).toMatchObject({ iban: 'PT50000201231234567890154', holder: account.holder });
  });

  test('while the address is not proven', async () => {
    const rui = await person(api, { is_owner: true });
    await expectRefusal(rui.call('savePayout', { body: account }), 5);
    expect(await kept(rui)).toBeUndefined();
    expect((await rui.call('showPayout')).data.missing).toEqual(['email', 'business', 'iban']);
  });

  test('in the words of who asks, beside the field', async () => {
    const rui = await seller();
    const said = api.client(rui.token, 'pt')('savePayout', { body: { ...account, iban: 'PT00' } });
    await expect(said).rejects.toMatchObject({ errors: { iban: [expect.stringMatching(/IBAN/)] } });
  });
});

test('an account is shown by its last four digits alone, and takes spaces and small letters', async () => {
  const rui = await seller();
  await rui.call('savePayout', { body: { iban: 'de89 3704 0044 0532 0130 00', holder: ' Rui ' } });
  expect((await rui.call('showPayout')).data).toMatchObject({
    iban: '•••• 3000',
    holder: 'Rui',
    missing: [],
  });
  expect(await kept(rui)).toMatchObject({ iban: 'DE89370400440532013000' });
});

describe('when its person leaves', () => {
  test('of somebody who never earned anything nothing is kept', async () => {
    const rui = await seller();
    await leave(rui);
    expect(await kept(rui)).toBeDefined();
    api.clock.advance(30 * DAY);
    await api.jobs.tick('identity.erase');
    expect(await kept(rui)).toBeUndefined();
  });

  test('of somebody who did it stays locked for ten calendar years', async () => {
    api.clock.set('2026-11-20T12:00:00Z');
    const rui = await seller();
    await earn(rui, 270);
    await payOut(api, rui, 270);
    await erased(rui);
    expect(await kept(rui)).toMatchObject({ locked_until: new Date('2037-01-01T00:00:00Z') });
    await cleanAt('2036-12-31T03:27:00Z');
    expect(await kept(rui)).toBeDefined();
    await cleanAt('2037-01-01T03:27:00Z');
    expect(await kept(rui)).toBeUndefined();
  });

  test('and longer while money is due, e.g. because a payout came back', async () => {
    api.clock.set('2026-11-20T12:00:00Z');
    const olga = await seller();
    await earn(olga, 270);
    await payOut(api, olga, 270);
    await erased(olga);
    await earn(olga, 270, 'test_return');
    await cleanAt('2037-01-01T03:27:00Z');
    expect(await kept(olga)).toBeDefined();
  });
});
