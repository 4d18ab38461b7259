import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { languages } from '@wopack/domain';
import { expect, test } from 'vitest';
import { getTranslations, renderInLanguage } from '../../../test/render.tsx';
import { readStored, writeStored } from '../../lib/storage/storage.ts';
import storedValues from '../../lib/storage/stored-values.ts?raw';
import { CookieChoice } from './cookie-choice.tsx';

const getButtonLabels = () => screen.getAllByRole('button').map((button) => button.textContent);

test('has the specified texts, and both answers look the same', async () => {
  renderInLanguage('en', <CookieChoice />);
  const acceptAll = await screen.findByRole('button', { name: 'Accept All' });
  const essential = screen.getByRole('button', { name: 'Accept Essential Only' });
  expect(acceptAll.className).toBe(essential.className);
  expect(getButtonLabels()).toEqual(['Accept All', 'Accept Essential Only']);
});

test('traps the focus and cannot be dismissed', async () => {
  renderInLanguage('en', <CookieChoice />);
  const dialog = await screen.findByRole('dialog', { name: /Cookies/ });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBe(dialog);
  expect(readStored('cookieChoice')).toBeNull();
});

test.each([
  ['Aceitar todos', 'all'],
  ['Aceitar só os essenciais', 'essential'],
])('%s is stored as %s, and the dialog closes', async (name, expectedChoice) => {
  renderInLanguage('pt', <CookieChoice />);
  await userEvent.click(await screen.findByRole('button', { name }));
  expect(readStored('cookieChoice')).toBe(expectedChoice);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

import { CookieSettings } from './cookie-settings.tsx';

const pressButton = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('the settings show the choice and let it be changed', async () => {
  writeStored('cookieChoice', 'all');
  writeStored('ref_link', 'ANA');
  writeStored('ref_date', new Date().toISOString());
  renderInLanguage('en', <CookieSettings />);
  expect(screen.getByRole('status')).toHaveTextContent('Your choice: all cookies.');
  await pressButton('Change my choice');
  await userEvent.click(await screen.findByRole('button', { name: 'Accept Essential Only' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('status')).toHaveTextContent('essential cookies only');
  expect(readStored('cookieChoice')).toBe('essential');
  expect(readStored('ref_link')).toBeNull();
});

test('when shown again, it can be dismissed', async () => {
  writeStored('cookieChoice', 'all');
  renderInLanguage('en', <CookieSettings />);
  await pressButton('Change my choice');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(readStored('cookieChoice')).toBe('all');
});

test.each(languages)('the policy lists every stored key (%s)', (language) => {
  const interfaceBody = /interface StoredValues \{(.*?)\n\}/s.exec(storedValues)![1]!;
  const storedKeys = [...interfaceBody.matchAll(/^ {2}(\w+)\??:/gm)].map(([, key]) => key!);
  const policy = JSON.stringify(getTranslations(language)['policy-cookie']);
  const documentedKeys = [...policy.matchAll(/<key>(\w+)<\/key>/g)].map(([, key]) => key!);
  // 'scroll' and 'reloaded' last as long as the tab; 'wopack_sign_in' is the server's one cookie, set during an
  // external sign-in.
  expect(documentedKeys.sort()).toEqual([...storedKeys, 'reloaded', 'scroll', 'wopack_sign_in'].sort());
});
