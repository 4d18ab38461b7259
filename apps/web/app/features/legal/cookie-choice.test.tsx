import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { renderInLanguage } from '../../../test/render.tsx';
import { readStored } from '../../lib/storage/storage.ts';
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
