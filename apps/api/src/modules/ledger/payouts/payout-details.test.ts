import { describe, expect, test } from 'vitest';
import {
  businessBody,
  CODE,
  codeFor,
  expectRefusal,
  PASSWORD,
  type Person,
  payOut,
  person,
  shop,
} from '../../../../test/builders.ts';
import { IBAN_DE, statementOf } from '../../../../test/money.ts';
import { MINUTE, useTestApp } from '../../../../test/test-app.ts';
import { post } from '../post.ts';
import { makePayouts } from './make-payouts.ts';

const api = useTestApp();
const DAY = 24 * 60 * MINUTE;
const account = {
  iban: 'PT50 0002 0123 1234 5678 9015 4',
  holder: 'Fontes & Filha, Lda.',
  password: PASSWORD,
};

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

describe('saving an account takes proof that it is they who ask', () => {
  const unchanged = { iban: 'PT50000201231234567890154', holder: account.holder };
  const to = { iban: IBAN_DE, holder: account.holder };

  test.each([
    ['neither password nor code', {}, ['code', 'password']],
    ['a wrong password', { password: 'sobras2' }, ['password']],
    ['a wrong code', { code: '000000' }, ['code']],
  ] as const)('%s', async (_what, proof, fields) => {
    const rui = await seller();
    await codeFor(api, rui.email);
    await expectRefusal(rui.call('savePayout', { body: { ...to, ...proof } }), 1, ...fields);
    expect(await kept(rui)).toMatchObject(unchanged);
  });

  test('the first one too', async () => {
    const rui = await person(api, { is_owner: true, verified: true });
    await expectRefusal(rui.call('savePayout', { body: to }), 1, 'code', 'password');
    expect(await kept(rui)).toBeUndefined();
    await rui.call('savePayout', { body: { ...to, password: PASSWORD } });
    expect(await kept(rui)).toMatchObject({ iban: IBAN_DE.replaceAll(' ', ''), held_until: null });
  });

  test('a code serves an account without a password, once', async () => {
    const rui = await seller();
    await api.db.updateTable('users').set({ password_hash: null }).where('id', '=', rui.id).execute();
    await expectRefusal(rui.call('savePayout', { body: { ...to, password: PASSWORD } }), 1, 'password');
    await codeFor(api, rui.email);
    await rui.call('savePayout', { body: { ...to, code: CODE } });
    expect(await kept(rui)).toMatchObject({ iban: IBAN_DE.replaceAll(' ', '') });
    await expectRefusal(
      rui.call('savePayout', { body: { ...account, password: '', code: CODE } }),
      1,
      'code',
    );
  });

  test('everything that is wrong is told at once, and a code is not used up by it', async () => {
    const rui = await seller();
    const wrong = { iban: '', holder: ' ', password: 'sobras2' };
    await expectRefusal(rui.call('savePayout', { body: wrong }), 1, 'holder', 'iban', 'password');
    await expectRefusal(
      rui.call('savePayout', { body: { iban: '', holder: '' } }),
      1,
      'code',
      'holder',
      'iban',
      'password',
    );
    await codeFor(api, rui.email);
    await expectRefusal(rui.call('savePayout', { body: { ...to, iban: 'DE00', code: CODE } }), 1, 'iban');
    await rui.call('savePayout', { body: { ...to, code: CODE } });
  });
});

describe('its owner is told by mail', () => {
  const mailsTo = async ({ email }: Person) => {
    await api.jobs.runDue();
    return api.mails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`);
  };

  test.each(['pt', 'en', 'ru'] as const)(
    'of the last four digits alone, old and new: %s',
    async (language) => {
      api.clock.set('2026-11-20T12:00:00Z');
      const rui = await seller();
      const [first] = await mailsTo(rui);
      expect(first).toContain('0154');
      await api.db.updateTable('users').set({ language }).where('id', '=', rui.id).execute();
      await rui.call('savePayout', { body: { ...account, iban: IBAN_DE } });
      const changed = (await mailsTo(rui)).at(-1)!;
      expect(changed).toMatch(/3000.*0154/);
      expect(changed).toContain('/account/password');
      for (const whole of ['PT50', 'DE89', '2013 00', '201300', '9015 4', '90154', PASSWORD])
        expect(changed + first).not.toContain(whole);
    },
  );

  test('and not when nothing changed', async () => {
    const rui = await seller();
    const before = (await mailsTo(rui)).length;
    await rui.call('savePayout', { body: { ...account, holder: 'Fontes' } });
    expect(await mailsTo(rui)).toHaveLength(before);
    expect(await kept(rui)).toMatchObject({ holder: 'Fontes', held_until: null });
  });
});

describe('after a change the next payout is skipped', () => {
  const stated = (who: Person) => who.call('showPayout').then(({ data }) => data);
  const settle = async (instant: string) => {
    api.clock.set(instant);
    await api.jobs.tick('ledger.settle');
  };
  const paidTo = ({ id }: Person) =>
    api.db.selectFrom('payouts').select(['amount_cents', 'iban']).where('user_id', '=', id).execute();

  test('once, and its amount goes with the one after it to the new account', async () => {
    api.context.config.operator.iban = 'PT50003300004555698867005';
    await settle('2026-11-10T12:00:00Z');
    const [rui, olga] = [await seller(), await seller()];
    for (const one of [rui, olga]) await earn(one, 1500);
    api.clock.set('2026-11-28T12:00:00Z');
    expect(await stated(rui)).toMatchObject({ held_until: null, next_payout: '2026-12-05' });
    const saved = await rui.call('savePayout', { body: { ...account, iban: IBAN_DE } });
    expect(saved.data).toMatchObject({ held_until: '2027-01-05', next_payout: '2027-01-05' });
    // Partners read the day elsewhere, too.
    expect((await rui.call('affiliateOverview')).data.next_payout).toBe('2027-01-05');
    expect((await olga.call('affiliateOverview')).data.next_payout).toBe('2026-12-05');

    await settle('2026-12-05T09:00:00Z');
    expect(await paidTo(olga)).toEqual([{ amount_cents: 1500, iban: 'PT50000201231234567890154' }]);
    expect(await paidTo(rui)).toEqual([]);
    // Nor by a run that the operator makes by hand.
    api.clock.set('2026-12-20T09:00:00Z');
    await makePayouts(api.context, null);
    expect(await paidTo(rui)).toEqual([]);
    expect((await stated(rui)).accounts).toMatchObject([{ role: 'seller', balance_cents: 1500 }]);

    await settle('2027-01-05T09:00:00Z');
    expect(await paidTo(rui)).toEqual([{ amount_cents: 1500, iban: IBAN_DE.replaceAll(' ', '') }]);
    expect(await stated(rui)).toMatchObject({ held_until: null, next_payout: '2027-02-05' });
  });

  test('a change on the day of a payout that is still to be made skips that one', async () => {
    api.context.config.operator.iban = 'PT50003300004555698867005';
    api.clock.set('2027-03-05T00:30:00Z');
    const rui = await seller();
    const { data } = await rui.call('savePayout', { body: { ...account, iban: IBAN_DE } });
    expect(data.held_until).toBe('2027-04-05');
    await settle('2027-03-05T09:00:00Z');
    const after = await rui.call('savePayout', { body: account });
    expect(after.data.held_until).toBe('2027-05-05');
  });
});

test('an account is shown by its last four digits alone, and takes spaces and small letters', async () => {
  const rui = await seller();
  const change = { iban: 'de89 3704 0044 0532 0130 00', holder: ' Rui ' };
  await rui.call('savePayout', { body: { ...account, ...change } });
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
