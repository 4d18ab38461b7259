import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { endpoints } from '@wopack/contract';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseConfig } from '../../config/config.ts';
import type { LiveEvents } from '../live-events.ts';
import { registerEndpointHooks } from './endpoint-hooks.ts';
import { buildFastify } from './fastify.ts';
import type { OperatorAuthenticator } from './route.ts';
import { createStreamRoute } from './stream-route.ts';

const config = parseConfig({
  DATA_DIR: tmpdir(),
  LOG_LEVEL: 'silent',
  OVERLOADED_AFTER_MS: '0',
  TRUST_PROXY: 'loopback',
});
const app = await buildFastify(config);
let port: number;
beforeAll(async () => {
  // The token is the number of its user.
  const authenticate = async (token: string) => ({
    id: Number(token),
    tokenId: Number(token),
    isSeller: false,
    hasHandedOver: false,
    member: null,
    lastVisitAt: null,
    device: null,
  });
  registerEndpointHooks(
    app,
    {
      authenticate: authenticate as never,
      operatorAuthenticator: {} as OperatorAuthenticator,
      recordMemberVisit: async () => {},
    },
    async () => {},
  );
  createStreamRoute(app, {
    config,
    liveEvents: { subscribe: () => {} } as unknown as LiveEvents,
  })(endpoints.streamOffers, () => () => {});
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** Status of the answer, over a connection that stays open. */
async function openStream(userId: number, network: string): Promise<{ status: string; socket: Socket }> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(
    `GET /api/v1/live HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${network}\r\nauthorization: Bearer ${userId}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  return { status: String(head).slice(9, 12), socket };
}

test('accounts of one network share its streams, another network has its own, and who leaves makes room', async () => {
  const statuses: string[] = [];
  const sockets: Socket[] = [];
  for (let i = 0; i < 501; i++) {
    const { status, socket } = await openStream(Math.floor(i / 10) + 1, '203.0.113.7');
    statuses.push(status);
    sockets.push(socket);
  }
  expect(statuses.filter((status) => status === '200')).toHaveLength(500);
  expect(statuses.at(-1)).toBe('429');
  expect((await openStream(900, '198.51.100.7')).status).toBe('200');
  sockets[0]!.destroy();
  await expect.poll(async () => (await openStream(901, '203.0.113.7')).status).toBe('200');
});
