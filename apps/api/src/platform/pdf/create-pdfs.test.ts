import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { createPdfs } from './create-pdfs.ts';

/** Over a connection that stays open. */
const createCall = (id: number, ip: string) => ({
  actor: { id },
  request: { ip, raw: { socket: { once: () => {}, off: () => {} } } } as unknown as FastifyRequest,
});

test('ten accounts of one network keep no place from another network, and its document is the next', async () => {
  const composed: string[] = [];
  const first = Promise.withResolvers<void>();
  const getPdf = createPdfs<string>(async (name) => {
    composed.push(name);
    if (name === 'account 1') await first.promise;
    return Buffer.from(name);
  });
  const get = (id: number, ip: string, name: string) =>
    getPdf(createCall(id, ip), `${name} ${Math.random()}`, async () => name);
  // One is in work, 20 wait.
  const flood = Array.from({ length: 11 }, (_, index) => [index + 1, index + 1])
    .flat()
    .map((id) => get(id, `203.0.113.${id}`, `account ${id}`).catch((error: unknown) => error));
  await expect.poll(() => composed).toEqual(['account 1']);
  const honest = get(99, '198.51.100.7', 'honest');
  first.resolve();
  expect(String(await honest)).toBe('honest');
  const outcomes = await Promise.all(flood);
  expect(composed[1]).toBe('honest');
  // The newest of the network: one for the 21st that waits, one for the honest one.
  expect(outcomes.filter((outcome) => !Buffer.isBuffer(outcome))).toMatchObject([
    { kind: 'serviceDown' },
    { kind: 'serviceDown' },
  ]);
});
