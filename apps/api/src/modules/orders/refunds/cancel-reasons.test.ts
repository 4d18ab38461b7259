import { readyReasons } from '@wopack/domain';
import { beforeEach, expect, test } from 'vitest';

import { createTestOperator } from '../../../../test/support/operators.ts';
import { createPaidOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => {
  api.clock.set(FRIDAY_NOON);
  api.mails.length = 0;
});

const { broken, allergens } = readyReasons;

/** What buyer, seller and console read of an order in a language. */
async function readReasons(
  { id, buyer, seller }: Awaited<ReturnType<typeof createPaidOrder>>,
  language: 'pt' | 'en' | 'ru',
) {
  const order = (await api.client(buyer.token, language)('getOrder', { params: { id } })).data;
  const { data } = await api.client(seller.token, language)('listSellerOrders', {
    query: { search: String(id) },
  });
  return [order, data[0]!].map((one) => [one.cancel_reason, one.cancel_reason_language]);
}

test('a ready reason is read by everybody in their own language, whatever it was sent in', async () => {
  const order = await createPaidOrder(api);
  await api.client(order.seller.token, 'en')('cancelSellerOrder', {
    params: { id: order.id },
    body: { reason: broken.pt },
  });
  for (const language of ['pt', 'en', 'ru'] as const)
    expect(await readReasons(order, language)).toEqual([
      [broken[language], language],
      [broken[language], language],
    ]);
  const support = await createTestOperator(api, 'support');
  const { data } = await support.call('getAdminOrder', { params: { id: order.id } });
  expect(data).toMatchObject({ cancel_reason: broken.en, cancel_reason_language: 'en' });
  expect(data.time_line).toContainEqual(
    expect.objectContaining({ kind: 'cancelled_by_store', text: broken.en, text_language: 'en' }),
  );
});

test('the mail has a ready reason in its own language, also where no words of users may be', async () => {
  const order = await createPaidOrder(api);
  await api.db.updateTable('users').set({ language: 'ru' }).where('id', '=', order.buyer.id).execute();
  await order.seller.call('cancelSellerOrder', { params: { id: order.id }, body: { reason: broken.pt } });
  await api.jobs.runDue();
  expect(api.mails.findLast(({ to }) => to === order.buyer.email)!.text).toContain(`> ${broken.ru}`);
});

test('other words are marked with the language that they were sent in, in the mail too', async () => {
  const order = await createPaidOrder(api);
  for (const user of [order.buyer, order.seller])
    await api.db
      .updateTable('users')
      .set({ email_verified_at: api.clock.now() })
      .where('id', '=', user.id)
      .execute();
  await api.client(order.seller.token, 'pt')('cancelSellerOrder', {
    params: { id: order.id },
    body: { reason: 'O forno avariou.' },
  });
  expect(await readReasons(order, 'ru')).toEqual([
    ['O forno avariou.', 'pt'],
    ['O forno avariou.', 'pt'],
  ]);
  await api.jobs.runDue();
  const mail = api.mails.findLast(({ to }) => to === order.buyer.email)!;
  expect(mail.blocks).toContainEqual({ kind: 'quote', lines: ['O forno avariou.'], language: 'pt' });
});

test('a late refund and a cancellation by the buyer have ready reasons too', async () => {
  const late = await createPaidOrder(api);
  const early = await createPaidOrder(api);
  api.clock.set('2026-11-20T16:30:00Z');
  await late.seller.call('refundSellerOrder', { params: { id: late.id }, body: { reason: broken.ru } });
  expect(await readReasons(late, 'pt')).toEqual([
    [broken.pt, 'pt'],
    [broken.pt, 'pt'],
  ]);
  await early.buyer.call('cancelOrder', { params: { id: early.id }, body: { reason: allergens.en } });
  expect((await readReasons(early, 'ru'))[1]).toEqual([allergens.ru, 'ru']);
});
