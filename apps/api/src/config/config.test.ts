import { describe, expect, test } from 'vitest';
import { greeting } from '../greeting.ts';
import { exposedParts, readConfig } from './config.ts';

const DATABASE_URL = 'postgresql://user:password@db:5432/wopack';
const byName = { ENABLE_SANDBOX: '1', ENABLE_OUTBOX: '1', ENABLE_LOCAL_SIGN_IN: '1' };
const partsOf = (env: NodeJS.ProcessEnv) => {
  const { sandbox, outboxPage, social } = readConfig(env);
  return { sandbox, outboxPage, localSignIn: social.local };
};
const on = { sandbox: true, outboxPage: true, localSignIn: true };
const off = { sandbox: false, outboxPage: false, localSignIn: false };

describe('sandbox, outbox page and local sign-in', () => {
  test.each([
    ['on without any settings', {}, on],
    ['off in production', { NODE_ENV: 'production' }, off],
    ['off with a database of one’s own', { DATABASE_URL }, off],
    ['off with both', { NODE_ENV: 'production', DATABASE_URL }, off],
    ['on in production by name', { NODE_ENV: 'production', ...byName }, on],
    ['on with a database of one’s own by name', { DATABASE_URL, ...byName }, on],
    ['off by name', { ENABLE_SANDBOX: '0', ENABLE_OUTBOX: '0', ENABLE_LOCAL_SIGN_IN: '0' }, off],
  ])('are %s', (_case, env, parts) => {
    expect(partsOf(env)).toEqual(parts);
  });

  test('are switched on one by one', () => {
    expect(partsOf({ DATABASE_URL, ENABLE_OUTBOX: '1' })).toEqual({ ...off, outboxPage: true });
  });
});

describe('what lets everybody in is warned of', () => {
  const names = ['ENABLE_LOCAL_SIGN_IN', 'ENABLE_OUTBOX', 'ENABLE_SANDBOX'];
  const loopback = { HOST: '127.0.0.1' };
  const stripe = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'wh' };
  test.each([
    ['listening on all addresses', {}, names],
    ['listening on an address of the network', { HOST: '192.168.1.20' }, names],
    ['a public address in front', { ...loopback, PUBLIC_URL: 'https://wopack.example' }, names],
    ['one part alone', { DATABASE_URL, ENABLE_OUTBOX: '1' }, ['ENABLE_OUTBOX']],
    ['card payments by Stripe', stripe, ['ENABLE_LOCAL_SIGN_IN', 'ENABLE_OUTBOX']],
  ])('%s', (_case, env, parts) => {
    expect(exposedParts(readConfig(env))).toEqual(parts);
  });

  test.each([
    ['on this machine alone', loopback],
    ['by its name', { HOST: 'localhost', PUBLIC_URL: 'http://localhost:3000' }],
    ['by IPv6', { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' }],
    ['with all of them off', { NODE_ENV: 'production', PUBLIC_URL: 'https://wopack.example' }],
  ])('but not %s', (_case, env) => {
    expect(exposedParts(readConfig(env))).toEqual([]);
  });

  test('at the start, by the names that switch it off', () => {
    const start = { publicUrl: 'https://wopack.example', demo: [], production: false };
    expect(greeting({ ...start, exposed: ['ENABLE_OUTBOX', 'ENABLE_SANDBOX'] })).toMatch(
      /WARNING[\s\S]*ENABLE_OUTBOX=0 ENABLE_SANDBOX=0/,
    );
    expect(greeting({ ...start, exposed: [] })).not.toContain('WARNING');
  });
});
