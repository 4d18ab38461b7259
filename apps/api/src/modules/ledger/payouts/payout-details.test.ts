import { describe, expect, test } from 'vitest';
import { businessBody, PASSWORD, type Person, payOut, person, shop } from '../../../../test/builders.ts';
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
