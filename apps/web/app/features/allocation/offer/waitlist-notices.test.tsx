import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeApi } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { stubPush } from '../../../../test/stub-browser.tsx';
import { type AllocatedOffer, StatusContent } from './allocation-status.tsx';

const offer: AllocatedOffer = {
  name: 'Doces da montra',
  slot_id: 3,
  price: 4.99,
  quantity: 0,
  time_zone: 'Europe/Lisbon',
  allocation: {
    mode: 'waitlist',
    draw: null,
    waiting: 5,
    can_wait: true,
    public_sale_at: '2026-11-20T19:00:00Z',
    mine: null,
  },
};

function renderStatus(isSignedIn = true) {
  const api = fakeApi({
    '/user/notifications': [{ body: { data: { channel: 'none', push_key: 'BKey' } } }],
    '/push_subscription': [{ body: { success: true, code: 0 } }],
  });
  renderInLanguage('en', <StatusContent offer={offer} view="waitlist" isSignedIn={isSignedIn} />);
  return api;
}

const turnOn = () => screen.findByRole('button', { name: 'Tell me on this device too' });

test('the waitlist promises this device only once push is on here, and turns it on', async () => {
  stubPush('granted');
  const api = renderStatus();
  expect(screen.getByText(/at once by e-mail/)).toBeVisible();
  await userEvent.click(await turnOn());
  expect(await screen.findByText(/on this device and by e-mail/)).toBeVisible();
  // The notice of it has a button of its own.
  expect(screen.queryByRole('button', { name: 'Tell me on this device too' })).toBeNull();
  expect(api.getBodies('/push_subscription')).toHaveLength(1);
});

test('who refuses is promised a mail, and not asked again', async () => {
  stubPush('denied');
  renderStatus();
  await userEvent.click(await turnOn());
  await expect.poll(() => screen.queryByRole('button', { name: /Tell me/ })).toBeNull();
  expect(screen.getByText(/at once by e-mail/)).toBeVisible();
});

test('a browser without push promises a mail and offers nothing, and neither does a guest', async () => {
  renderStatus();
  expect(await screen.findByText(/at once by e-mail/)).toBeVisible();
  expect(screen.queryByText(/device/)).toBeNull();
});

test('a guest is not asked for permission', async () => {
  stubPush('granted');
  renderStatus(false);
  expect(await screen.findByText(/at once by e-mail/)).toBeVisible();
  expect(screen.queryByText(/device/)).toBeNull();
});

test('an entered draw promises what is on, and offers this device too', async () => {
  stubPush('granted');
  fakeApi({ '/user/notifications': [{ body: { data: { channel: 'mail', push_key: 'BKey' } } }] });
  const draw = { id: 1, state: 'open', closes_at: '2026-11-20T17:00:00Z', units: 1, entries: 3 };
  const allocation = {
    ...offer.allocation,
    mode: 'draw',
    draw,
    mine: { entry_id: null, state: 'entered', rank: null, place: null },
  } as unknown as AllocatedOffer['allocation'];
  renderInLanguage('en', <StatusContent offer={{ ...offer, allocation }} view="entered" isSignedIn />);
  expect(await screen.findByText(/at once by e-mail/)).toBeVisible();
  expect(await turnOn()).toBeVisible();
});
