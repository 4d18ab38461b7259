import { expect } from '@playwright/test';

/** The code that was mailed to somebody, as soon as the mail is there. */
export async function mailedCode(email: string): Promise<string> {
  const read = async () => {
    const outbox = await (await fetch(`${process.env.E2E_URL}/dev/outbox`)).text();
    const mail = outbox.split('<article>').find((text) => text.includes(email));
    return /<pre>[^<]*?(\d{6})/.exec(mail ?? '')?.[1] ?? '';
  };
  await expect.poll(read).not.toBe('');
  return read();
}
