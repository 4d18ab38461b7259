import { expect } from '@playwright/test';

/** The code that was mailed to somebody, as soon as the mail is there. */
export async function waitForMailedCode(email: string): Promise<string> {
  const readCode = async () => {
    const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
    const mail = outbox.split('<article>').find((text) => text.includes(email));
    return /<pre>[^<]*?(\d{6})/.exec(mail ?? '')?.[1] ?? '';
  };
  await expect.poll(readCode).not.toBe('');
  return readCode();
}
