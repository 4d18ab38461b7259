import { afterAll, beforeAll, expect, test } from 'vitest';
import { MailServer } from '../../../test/servers/mail-server.ts';
import { createSmtpMailer, requiresTls } from './smtp-mailer.ts';

const server = new MailServer();
beforeAll(() => server.open());
afterAll(() => server.close());

const mail = { to: 'marta@example.com', subject: 'x', text: 'x' };
const sendTo = async (url: string) => {
  const mailer = createSmtpMailer({ url, from: 'WoPack <ola@wopack.example>' }, () => new Date(), 0);
  try {
    await mailer.send(mail);
  } finally {
    await mailer.close();
  }
};

test.each([
  ['smtp://user:password@mail.example.com:587', true],
  ['smtp://user:password@mail.example.com:587?pool=true', true],
  ['smtp://user:password@10.0.0.5', true],
  ['smtps://user:password@mail.example.com', true],
  ['smtp://user:password@mail.example.com:587?requireTLS=true', true],
  ['smtp://mail.internal:25?requireTLS=false', false],
  ['smtp://mail.internal:25?ignoreTLS=true', false],
  ['smtp://localhost:1025', false],
  ['smtp://127.0.0.1:1025', false],
  ['smtp://[::1]:1025', false],
  ['smtp://127.0.0.1:1025?requireTLS=true', true],
])('%s: encryption is required: %s', (url, required) => {
  expect(requiresTls(url)).toBe(required);
});

test('no mail is sent to a server without encryption where it is required', async () => {
  await expect(sendTo(`${server.url}?requireTLS=true`)).rejects.toThrow();
  expect(server.mails).toHaveLength(0);
  await sendTo(server.url);
  expect(server.mails).toHaveLength(1);
});
