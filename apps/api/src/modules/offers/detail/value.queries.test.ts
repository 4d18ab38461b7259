import { beforeEach, expect, test } from 'vitest';
import { createTestUser } from '../../../../test/support/builders.ts';
import { copyOrder, createCollectedOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, useTestApp } from '../../../../test/support/test-app.ts';
import { listValueAnswers } from './value.queries.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

test('a figure is worked out from so many answers, and begins with the same one for as many more', async () => {
  const { id, productId, salePlaceId } = await createCollectedOrder(api);
  const people: number[] = [];
  const listPeople = async (subject: Parameters<typeof listValueAnswers>[1]) =>
    (await listValueAnswers(api.db, subject, 3)).map(({ userId }) => userId);
  for (const first of [0, 0, 0, 0, 0, 3, 3, 3, 6, 6]) {
    const buyer = await createTestUser(api);
    people.push(buyer.id);
    const answer = {
      order_id: await copyOrder(api, id, { buyer, reportDeadline: api.clock.now() }),
      user_id: buyer.id,
      product_id: productId,
      sale_place_id: salePlaceId,
    };
    await api.db
      .insertInto('value_answers')
      .values({ ...answer, answered_at: api.clock.now(), answer: 'about' })
      .execute();
    expect(await listPeople({ productId })).toEqual(people.slice(first));
    expect(await listPeople({ salePlaceId })).toEqual(people.slice(first));
  }
});
