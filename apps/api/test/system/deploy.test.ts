import { exec } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { beforeAll, expect, test } from 'vitest';

// What the image and the compose file stand on, beyond what Docker alone would forgive.
const repositoryRoot = join(import.meta.dirname, '../../../..');
let composeFile: string;

beforeAll(async () => {
  composeFile = await readFile(join(repositoryRoot, 'deploy/compose.yaml'), 'utf8');
});

test('the pictures of the demo come with an install for production, which the image is', async () => {
  const { packages } = JSON.parse(await readFile(join(repositoryRoot, 'package-lock.json'), 'utf8'));
  expect(packages['node_modules/@lobehub/fluent-emoji-3d']).not.toHaveProperty('dev');
});

test('no value has an empty default: podman-compose would leave it as it is written', () => {
  expect(composeFile.match(/^[^#\n]*\$\{\w+:?-\}/gm) ?? []).toEqual([]);
});

test.each(['172.18.0.5', '10.89.1.4', '192.168.112.3'])(
  'a proxy at %s is believed who calls',
  async (proxyAddress) => {
    const app = Fastify({ trustProxy: /TRUST_PROXY: (.+)/.exec(composeFile)![1]! });
    app.get('/', ({ ip }) => ip);
    const headers = { 'x-forwarded-for': '85.240.1.2' };
    expect((await app.inject({ url: '/', remoteAddress: proxyAddress, headers })).body).toBe('85.240.1.2');
    expect((await app.inject({ url: '/', remoteAddress: '85.240.9.9', headers })).body).toBe('85.240.9.9');
  },
);

// As one string: a list is given by podman-compose 1.0.3 to the first of two alone.
test('the health command tells a WoPack that can serve from one that cannot', async () => {
  const command = /test: >-\n +(node .+)\n/.exec(composeFile)![1]!;
  const app = Fastify();
  let status = 200;
  app.get('/ready', (_request, reply) => reply.code(status).send({}));
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const runHealthCommand = () =>
    new Promise((resolve) => {
      exec(command.replace('http://127.0.0.1:3000', url), (error) => resolve(error?.code ?? 0));
    });
  expect(await runHealthCommand()).toBe(0);
  status = 503;
  expect(await runHealthCommand()).toBe(1);
  await app.close();
  expect(await runHealthCommand()).toBe(1);
});
