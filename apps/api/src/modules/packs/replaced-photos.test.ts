import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectRefusal, jpeg, type Person } from '../../../test/builders.ts';
import { packBuilders } from '../../../test/pack-builders.ts';
import { MINUTE, useTestApp } from '../../../test/test-app.ts';

const DAY = 24 * 60 * MINUTE;

const api = useTestApp();
const { counter, save, mine } = packBuilders(api);

const sent = async (seller: Person) =>
  (await seller.call('uploadPhoto', { file: await jpeg(640, 360) })).data.path;
const there = async (path: string): Promise<boolean> => {
  await api.jobs.runDue();
  return access(join(api.context.config.mediaDir, path.replace('/media/', ''))).then(
    () => true,
    () => false,
  );
};

test('a photo that was taken out of a pack goes in every size, the others stay', async () => {
  const { seller, placeId } = await counter();
  const [first, second] = [await sent(seller), await sent(seller)];
  const { id } = await save(seller, placeId, { photo: [first, second] });
  await save(seller, placeId, { id, photo: [second, first] });
  expect(await there(first)).toBe(true);
  await save(seller, placeId, { id, photo: [second] });
  expect([await there(first), await there(first.replace('1280', '320'))]).toEqual([false, false]);
  expect([await there(second), await there(second.replace('1280', '320'))]).toEqual([true, true]);
});

test('a photo that a copy shows stays until the last pack lets go of it', async () => {
  const { seller, placeId } = await counter();
  const [shared, other] = [await sent(seller), await sent(seller)];
  const { id } = await save(seller, placeId, { photo: [shared] });
  const copy = await save(seller, placeId, { photo: [shared], copy_of: id });
  await save(seller, placeId, { id, photo: [other] });
  expect(await there(shared)).toBe(true);
  await save(seller, placeId, { id: copy.id, photo: [await sent(seller)] });
  expect(await there(shared)).toBe(false);
});

test('a refused change takes no photo away', async () => {
  const { seller, placeId } = await counter();
  const photo = await sent(seller);
  const { id } = await save(seller, placeId, { photo: [photo] });
  await expectRefusal(save(seller, placeId, { id, photo: [await sent(seller)], price: 3.98 }), 1, 'price');
  expect(await there(photo)).toBe(true);
});

test('copying while the original lets go of its photo: either the copy has it and it stays, or it is told', async () => {
  const { seller, placeId } = await counter();
  for (let round = 0; round < 5; round += 1) {
    const photo = await sent(seller);
    const { id } = await save(seller, placeId, { photo: [photo] });
    const other = await sent(seller);
    const [, copied] = await Promise.allSettled([
      save(seller, placeId, { id, photo: [other] }),
      save(seller, placeId, { photo: [photo], copy_of: id }),
    ]);
    const stays = copied.status === 'fulfilled';
    if (stays) expect((await mine(seller, copied.value.id)).photos[0]!.path).toBe(photo);
    expect(await there(photo)).toBe(stays);
  }
});

test('what was sent and never used goes after two weeks, what is in a pack does not', async () => {
  const { seller, placeId } = await counter();
  const [used, unused] = [await sent(seller), await sent(seller)];
  await save(seller, placeId, { photo: [used] });
  api.clock.advance(13 * DAY);
  await api.jobs.tick('packs.drop-old-uploads');
  expect(await there(unused)).toBe(true);
  api.clock.advance(2 * DAY);
  const young = await sent(seller);
  await api.jobs.tick('packs.drop-old-uploads');
  expect([await there(used), await there(unused), await there(young)]).toEqual([true, false, true]);
});
