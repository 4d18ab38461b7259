import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { fakeApi, mockServer } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import type { OffersQuery } from '../offers.api.ts';
import { OfferSearchBox } from './offer-controls.tsx';

const names = [
  { kind: 'place', text: 'Padaria São João' },
  { kind: 'pack', text: 'Pão da tarde' },
];
const lisbon: OffersQuery = { latitude: 38.7, longitude: -9.1, sort: 'me' };

function TestBox({ near }: { near?: OffersQuery }) {
  const [text, setText] = useState('');
  return (
    <>
      <OfferSearchBox value={text} onChange={setText} near={near} />
      <output aria-label="searched">{text}</output>
      <button type="button">next</button>
    </>
  );
}

function renderBox(near: OffersQuery | null = lisbon) {
  const api = fakeApi({
    '/product_types': [
      {
        body: {
          data: [
            { id: 1, name: 'Padaria', slug: 'bakery' },
            { id: 4, name: 'Doces', slug: 'sweets' },
          ],
        },
      },
    ],
    '/search_suggestions': [{ body: { data: names } }],
  });
  renderInLanguage('pt', <TestBox near={near ?? undefined} />, '/offers');
  return api;
}

const getBox = () => screen.getByRole('combobox', { name: 'Procurar packs' });
const listOptions = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

test('kinds are suggested at once, shops and packs nearby when they come, in words without accents', async () => {
  renderBox();
  expect(getBox()).toHaveAttribute('aria-expanded', 'false');
  await userEvent.type(getBox(), 'pa');
  expect(await screen.findByRole('option', { name: 'Pão da tarde pack' })).toBeVisible();
  expect(listOptions()).toEqual(['Padaria tipo', 'Padaria São João loja', 'Pão da tarde pack']);
  expect(getBox()).toHaveAttribute('aria-expanded', 'true');
  expect(screen.getByRole('listbox', { name: 'Sugestões' })).toBeVisible();
  expect(screen.getByText('Sugestões: 3')).toHaveAttribute('role', 'status');
  await userEvent.clear(getBox());
  await userEvent.type(getBox(), 'vega');
  expect(listOptions()).toContain('vegano dieta');
});

test('the keyboard goes through them and back to the field; Enter takes one', async () => {
  renderBox();
  await userEvent.type(getBox(), 'pa');
  await screen.findByRole('option', { name: /Pão/ });
  const getActive = () =>
    document.getElementById(getBox().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
  await userEvent.keyboard('{ArrowDown}');
  expect(getActive()).toBe('Padaria tipo');
  expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Padaria');
  await userEvent.keyboard('{ArrowUp}');
  expect(getActive()).toBeNull();
  await userEvent.keyboard('{ArrowUp}');
  expect(getActive()).toBe('Pão da tarde pack');
  expect(getBox()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(getBox()).toHaveValue('Pão da tarde');
  expect(screen.getByLabelText('searched')).toHaveTextContent('Pão da tarde');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('a press takes one and leaves the field its focus', async () => {
  renderBox();
  await userEvent.type(getBox(), 'pa');
  await userEvent.click(await screen.findByRole('option', { name: /São João/ }));
  expect(getBox()).toHaveValue('Padaria São João');
  expect(getBox()).toHaveFocus();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.getByLabelText('searched')).toHaveTextContent('Padaria São João');
});

test.each(['{Escape}', '{Enter}', '{Tab}'])('%s closes the list and keeps the text', async (key) => {
  renderBox();
  await userEvent.type(getBox(), 'pa');
  await screen.findByRole('listbox');
  await userEvent.keyboard(key);
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(getBox()).toHaveValue('pa');
});

test('what is suggested after Enter stays closed', async () => {
  renderBox();
  const reply = Promise.withResolvers<void>();
  let isRequested = false;
  mockServer.use(
    http.get('*/search_suggestions', async () => {
      isRequested = true;
      await reply.promise;
      return HttpResponse.json({ data: names });
    }),
  );
  await userEvent.type(getBox(), 'xq');
  await waitFor(() => expect(isRequested).toBe(true));
  await userEvent.keyboard('{Enter}');
  reply.resolve();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(getBox(), 'a');
  expect(await screen.findByRole('listbox')).toBeVisible();
});

test('one letter asks for nothing, and the place of the list is sent', async () => {
  const { requests } = renderBox();
  await userEvent.type(getBox(), 'p');
  expect(screen.queryByRole('listbox')).toBeNull();
  await userEvent.type(getBox(), 'a');
  await waitFor(() => expect(requests.filter(({ path }) => path.endsWith('suggestions'))).toHaveLength(1));
});

test('without a place it is a plain search field', async () => {
  renderBox(null);
  await userEvent.type(screen.getByRole('searchbox'), 'padaria');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(screen.queryByRole('combobox')).toBeNull();
});
