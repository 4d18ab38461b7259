import { errorCodes } from '@wopack/contract';
import { DAY_MS } from '@wopack/domain';
import { expect, test } from 'vitest';
import {
  createInvitation,
  createMember,
  createProductOnSale,
  createProofCode,
  createTestUser,
  expectApiError,
  LOGIN_CODE,
  TEST_PASSWORD,
} from '../../../test/support/builders.ts';
import { useTestApp, waitUntilBlocked } from '../../../test/support/test-app.ts';
import { lockBusiness } from './businesses.queries.ts';

const api = useTestApp();
const { conflict, notAllowed, notFound, validation } = errorCodes;
const proof = { password: TEST_PASSWORD };

const createSeller = () => createProductOnSale(api, { seller: undefined });

async function readKey(email: string): Promise<string> {
  await api.jobs.runDue();
  const mail = api.mails.findLast(({ to }) => to === email)!;
  return /\/invitation#(\S+)/.exec(mail.text)![1]!;
}

test('whoever is invited sees by whom and to what, joins once, and does what the role allows', async () => {
  const { seller, salePlaceId } = await createSeller();
  const { name: salePlaceName, address } = (await seller.call('listMySalePlaces')).data[0]!;
  const email = `ana-${seller.id}@example.com`;
  const { data } = await seller.call('inviteMember', {
    body: { email: email.toUpperCase(), role: 'counter', sale_place_ids: [salePlaceId], ...proof },
  });
  const salePlaces = [{ id: salePlaceId, name: salePlaceName }];
  expect(data.invitations).toMatchObject([{ email, role: 'counter', sale_places: salePlaces }]);
  const key = await readKey(email);
  const guest = api.client();
  expect((await guest('findInvitation', { body: { key } })).data).toMatchObject({
    business: salePlaceName,
    email,
    role: 'counter',
    sale_places: [{ id: salePlaceId, name: salePlaceName, address }],
  });
  const mail = api.mails.findLast(({ to }) => to === email)!;
  // Dots in the words of others are no links.
  expect(mail.text.replaceAll('\u200c', '')).toContain(`${salePlaceName}, ${address}`);
  const ana = await createTestUser(api, { email, name: 'Ana Lopes' });
  await expectApiError(ana.call('getSellerToday'), notAllowed.code);
  expect((await ana.call('acceptInvitation', { body: { key } })).data).toEqual({ business_id: seller.id });
  await ana.call('getSellerToday');
  await expectApiError(ana.call('listMembers'), notAllowed.code);
  const { members, invitations } = (await seller.call('listMembers')).data;
  expect(invitations).toEqual([]);
  expect(members).toMatchObject([
    { role: 'owner', is_me: true, sale_places: null },
    { name: 'Ana Lopes', role: 'counter', is_me: false, sale_places: salePlaces },
  ]);
  // Used once.
  for (const name of ['findInvitation', 'declineInvitation', 'acceptInvitation'] as const)
    await expectApiError(ana.call(name, { body: { key } }), notFound.code);
});

test('the owners are told of each change, whoever made it', async () => {
  const { seller } = await createSeller();
  const second = await createMember(api, seller, 'owner');
  await second.call('inviteMember', {
    body: { email: `rui-${seller.id}@example.com`, role: 'manager', sale_place_ids: null, ...proof },
  });
  await api.jobs.runDue();
  // Dots in the words of others are no links.
  for (const { email } of [seller, second])
    expect(api.mails.findLast(({ to }) => to === email)!.text.replaceAll('\u200c', '')).toContain(
      `rui-${seller.id}@example.com`,
    );
});

test('an invitation is for one address', async () => {
  const { seller } = await createSeller();
  const { key } = await createInvitation(api, seller, `ana-${seller.id}@example.com`);
  const other = await createTestUser(api);
  await expect(other.call('acceptInvitation', { body: { key } })).rejects.toMatchObject({
    code: conflict.code,
    message: expect.stringContaining(`ana-${seller.id}@example.com`),
  });
  // Nothing was used up.
  await other.call('findInvitation', { body: { key } });
});

test('after seven days it is over, until it is repeated', async () => {
  const { seller } = await createSeller();
  const email = `ana-${seller.id}@example.com`;
  const { id, key } = await createInvitation(api, seller, email);
  const ana = await createTestUser(api, { email });
  api.clock.advance(7 * DAY_MS);
  await expectApiError(ana.call('acceptInvitation', { body: { key } }), notFound.code);
  // Not without the proof of the first one.
  await expectApiError(
    seller.call('repeatInvitation', { params: { id }, body: {} }),
    validation.code,
    'password',
    'code',
  );
  await seller.call('repeatInvitation', { params: { id }, body: proof });
  const newKey = await readKey(email);
  // The mail before is worth nothing.
  await expectApiError(ana.call('acceptInvitation', { body: { key } }), notFound.code);
  await ana.call('acceptInvitation', { body: { key: newKey } });
});

test('a withdrawn or declined one is over', async () => {
  const { seller } = await createSeller();
  const withdrawn = await createInvitation(api, seller, `ana-${seller.id}@example.com`);
  await seller.call('withdrawInvitation', { params: { id: withdrawn.id } });
  const declined = await createInvitation(api, seller, `rui-${seller.id}@example.com`);
  await api.client()('declineInvitation', { body: { key: declined.key } });
  for (const { key } of [withdrawn, declined])
    await expectApiError(api.client()('findInvitation', { body: { key } }), notFound.code);
  await expectApiError(seller.call('withdrawInvitation', { params: { id: declined.id } }), notFound.code);
});

test('of two who accept at the same moment one joins', async () => {
  const { seller } = await createSeller();
  const email = `ana-${seller.id}@example.com`;
  const { key } = await createInvitation(api, seller, email);
  const ana = await createTestUser(api, { email });
  const answers = await Promise.allSettled(
    Array.from({ length: 4 }, () => ana.call('acceptInvitation', { body: { key } })),
  );
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await seller.call('listMembers')).data.members).toHaveLength(2);
});

test('an invitation that is replaced while somebody accepts it is not accepted', async () => {
  const { seller } = await createSeller();
  const ana = await createTestUser(api, { isEmailVerified: true });
  const { id, key } = await createInvitation(api, seller, ana.email, 'manager');
  const accepting = await api.db.transaction().execute(async (trx) => {
    await lockBusiness(trx, seller.id);
    const answer = ana.call('acceptInvitation', { body: { key } });
    answer.catch(() => {});
    await waitUntilBlocked(api, 1, answer);
    const change = { role: 'counter', key_hash: null } as const;
    await trx.updateTable('member_invitations').set(change).where('id', '=', id).execute();
    return { answer };
  });
  await expectApiError(accepting.answer, notFound.code);
  const { members, invitations } = (await seller.call('listMembers')).data;
  expect(members).toHaveLength(1);
  expect(invitations).toMatchObject([{ id, role: 'counter' }]);
});

test('an owner whose role ended while their password was compared changes nothing more', async () => {
  const { seller } = await createSeller();
  const second = await createMember(api, seller, 'owner');
  const counter = await createMember(api, seller, 'counter');
  const { id } = await createInvitation(api, seller, `rui-${seller.id}@example.com`);
  const scope = { role: 'owner', sale_place_ids: null, ...proof } as const;
  const params = { id: counter.memberId };
  const calls = await api.db.transaction().execute(async (trx) => {
    await lockBusiness(trx, seller.id);
    const started = [
      second.call('inviteMember', { body: { email: `eva-${seller.id}@example.com`, ...scope } }),
      second.call('updateMember', { params, body: scope }),
      second.call('endMember', { params, body: proof }),
      second.call('repeatInvitation', { params: { id }, body: proof }),
      second.call('withdrawInvitation', { params: { id } }),
    ];
    for (const call of started) call.catch(() => {});
    await waitUntilBlocked(api, started.length, ...started);
    await trx.updateTable('members').set({ role: 'counter' }).where('id', '=', second.memberId).execute();
    return { started };
  });
  for (const call of calls.started) await expectApiError(call, notAllowed.code);
  const { members, invitations } = (await seller.call('listMembers')).data;
  expect(members.map(({ role }) => role)).toEqual(['owner', 'counter', 'counter']);
  expect(invitations).toHaveLength(1);
});

test('a sale place that is named twice is one', async () => {
  const { seller, salePlaceId } = await createSeller();
  const { memberId } = await createMember(api, seller, 'counter');
  const { data } = await seller.call('updateMember', {
    params: { id: memberId },
    body: { role: 'counter', sale_place_ids: [salePlaceId, salePlaceId], ...proof },
  });
  expect(data.members.find(({ id }) => id === memberId)!.sale_places).toMatchObject([{ id: salePlaceId }]);
});

test('all wrong fields are answered at once, and a code that would be refused anyway is not used up', async () => {
  const { seller, salePlaceId } = await createSeller();
  const { salePlaceId: foreignId } = await createSeller();
  const member = await createMember(api, seller, 'counter');
  const params = { id: member.memberId };
  const scope = { role: 'counter' as const, sale_place_ids: [foreignId] };
  const email = `ana-${seller.id}@example.com`;
  for (const call of [
    () => seller.call('inviteMember', { body: { email, ...scope, password: 'wrong1' } }),
    () => seller.call('updateMember', { params, body: { ...scope, password: 'wrong1' } }),
  ])
    await expectApiError(call(), validation.code, 'password', 'sale_place_ids');
  for (const call of [
    () => seller.call('inviteMember', { body: { email, ...scope } }),
    () => seller.call('updateMember', { params, body: scope }),
  ])
    await expectApiError(call(), validation.code, 'code', 'password', 'sale_place_ids');

  await createProofCode(api, seller, 'members');
  const withCode = { code: LOGIN_CODE };
  const right = { role: 'counter' as const, sale_place_ids: [salePlaceId] };
  const own = (await seller.call('listMembers')).data.members.find(({ is_me }) => is_me)!;
  await expectApiError(
    seller.call('inviteMember', { body: { email, ...scope, ...withCode } }),
    validation.code,
    'sale_place_ids',
  );
  await expectApiError(
    seller.call('inviteMember', { body: { email: member.email, ...right, ...withCode } }),
    conflict.code,
  );
  await expectApiError(
    seller.call('updateMember', { params: { id: own.id }, body: { ...right, ...withCode } }),
    conflict.code,
  );
  await expectApiError(seller.call('endMember', { params: { id: own.id }, body: withCode }), conflict.code);
  await expectApiError(seller.call('endMember', { params: { id: 999_999 }, body: withCode }), notFound.code);
  await seller.call('inviteMember', { body: { email, ...right, ...withCode } });
});

test('what is refused', async () => {
  const { seller, salePlaceId } = await createSeller();
  const { salePlaceId: foreignId } = await createSeller();
  const member = await createMember(api, seller, 'counter');
  const invite = (body: object) =>
    seller.call('inviteMember', {
      body: { email: 'ana@example.com', role: 'counter', sale_place_ids: null, ...proof, ...body },
    });
  await expectApiError(invite({ email: member.email }), conflict.code);
  await expectApiError(
    invite({ sale_place_ids: [salePlaceId, foreignId] }),
    validation.code,
    'sale_place_ids',
  );
  await expectApiError(
    invite({ role: 'owner', sale_place_ids: [salePlaceId] }),
    validation.code,
    'sale_place_ids',
  );
  await expectApiError(invite({ password: 'wrong1' }), validation.code, 'password');
  await expectApiError(
    invite({ role: 'boss', sale_place_ids: [] }),
    validation.code,
    'role',
    'sale_place_ids',
  );
  await expectApiError(api.client()('findInvitation', { body: { key: 'x' } }), notFound.code);
});

test('a business keeps an owner, and its founder', async () => {
  const { seller } = await createSeller();
  const { members } = (await seller.call('listMembers')).data;
  const founderId = members[0]!.id;
  const end = (caller: typeof seller) => caller.call('endMember', { params: { id: founderId }, body: proof });
  await expectApiError(end(seller), conflict.code);
  const second = await createMember(api, seller, 'owner');
  await expectApiError(end(second), conflict.code);
  await expectApiError(
    second.call('updateMember', {
      params: { id: founderId },
      body: { role: 'manager', sale_place_ids: null, ...proof },
    }),
    conflict.code,
  );
  await second.call('leaveBusiness', { params: { id: seller.id } });
  expect((await second.call('listMyBusinesses')).data).toEqual([]);
  await expectApiError(seller.call('leaveBusiness', { params: { id: seller.id } }), conflict.code);
});

test('a business that has stopped selling lets nobody act for it', async () => {
  const seller = await createTestUser(api, { isSeller: true });
  const manager = await createMember(api, seller, 'manager');
  await manager.call('listMyProducts');
  await seller.call('updateSellerRole', { body: { is_owner: false } });
  await expectApiError(manager.call('listMyProducts'), notAllowed.code);
  await seller.call('updateSellerRole', { body: { is_owner: true } });
  await manager.call('listMyProducts');
});
