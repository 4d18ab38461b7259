import type { Browser } from '@playwright/test';
import { type Device, type JourneyUser, openUser } from './user.ts';

/** A demo account, signed in, the cookie choice made. */
export async function openAsDemoUser(
  browser: Browser,
  device: Device,
  account: DemoAccount,
): Promise<JourneyUser> {
  const token = await signInAsDemoUser(account);
  const user = await openUser(browser, device);
  await user.context.addInitScript(
    (storage) => {
      for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
    },
    { token, language: device.language, cookieChoice: 'essential' },
  );
  return { ...user, email: getDemoEmail(account) };
}

type DemoAccount = 'buyer' | 'seller' | 'partner';

const getDemoEmail = (account: DemoAccount): string => `${account}@wopack.example`;

/** A token of a demo account. */
export async function signInAsDemoUser(account: DemoAccount): Promise<string> {
  const reply = await fetch(`${process.env.E2E_URL}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: getDemoEmail(account), password: 'sobras1', device_name: 'journey' }),
  });
  return ((await reply.json()) as { token: string }).token;
}
