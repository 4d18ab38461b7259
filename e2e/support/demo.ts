import type { Browser } from '@playwright/test';
import { type Device, newPerson, type Person } from './person.ts';

/** A demo account, signed in, the cookie choice made. */
export async function asDemo(browser: Browser, device: Device, who: DemoAccount): Promise<Person> {
  const token = await signInToDemo(who);
  const person = await newPerson(browser, device);
  await person.context.addInitScript(
    (stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { token, language: device.language, cookieChoice: 'essential' },
  );
  return { ...person, email: emailOf(who) };
}

type DemoAccount = 'buyer' | 'seller' | 'partner';

const emailOf = (who: DemoAccount): string => `${who}@wopack.example`;

/** A token of a demo account. */
export async function signInToDemo(who: DemoAccount): Promise<string> {
  const reply = await fetch(`${process.env.E2E_URL}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: emailOf(who), password: 'sobras1', device_name: 'journey' }),
  });
  return ((await reply.json()) as { token: string }).token;
}
