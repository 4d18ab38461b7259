import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createOutboxMailer } from './mail.ts';

test('outbox files are readable only by the user that WoPack runs as', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'wopack-outbox-'));
  const folder = join(parent, 'outbox');
  const mailer = createOutboxMailer(folder, 'WoPack <ola@wopack.example>', () => new Date());
  await mailer.send({ to: 'marta@example.com', subject: 'Your code', text: 'Your code: 482731' });
  const [name] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, name!))).mode & 0o777).toBe(0o600);
  await rm(parent, { recursive: true });
});
