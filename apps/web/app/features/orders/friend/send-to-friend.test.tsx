import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import type { BuyerOrder } from '../buyer-orders.api.ts';
import { TicketCard } from '../ticket/ticket-card.tsx';
import { SendToFriend } from './send-to-friend.tsx';

const call = mockCalls();
const URL = 'https://wopack.example/friend#KEY';
const sent = { sent_at: '2026-11-20T11:00:00.000Z', opened_at: null };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime('2026-11-20T12:00:00.000Z');
});

const show = (overrides: Partial<BuyerOrder>) =>
  renderInLanguage('en', <SendToFriend order={buildOrder({ can_send_to_friend: true, ...overrides })} />);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const pressIn = async (title: string, name: string) => {
  const dialog = await screen.findByRole('dialog', { name: title });
  await userEvent.click(within(dialog).getByRole('button', { name }));
};

test('a link is made after its explanation, and copied', async () => {
  // With a clipboard.
  userEvent.setup();
  call.mockResolvedValue({ data: buildOrder({ friend: sent, can_send_to_friend: true }), url: URL });
  show({});
  await press('Send to a friend');
  expect(await screen.findByText(/your PIN and code stop working/)).toBeVisible();
  expect(call).not.toHaveBeenCalled();
  await pressIn('Send this pack to a friend?', 'Make the link');
  expect(await screen.findByLabelText('Link')).toHaveValue(URL);
  expect(call).toHaveBeenCalledWith('createFriendLink', { params: { id: 42 } });
  await pressIn('Your link is ready', 'Copy the link');
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(URL));
});

test('of several packs, what is left of them is sent', async () => {
  show({ quantity: 3, returned_quantity: 1 });
  await press('Send to a friend');
  expect(await screen.findByRole('dialog', { name: 'Send these 2 packs to a friend?' })).toBeVisible();
});

test('one that was sent is taken back after a question', async () => {
  call.mockResolvedValue({ data: buildOrder({ can_send_to_friend: true }) });
  show({ friend: sent });
  expect(await screen.findByText('Sent, not opened yet')).toBeVisible();
  await press('Take back');
  expect(call).not.toHaveBeenCalled();
  await pressIn('Take the link back?', 'Take back');
  await waitFor(() => expect(call).toHaveBeenCalledWith('takeBackFriendLink', { params: { id: 42 } }));
});

test('a friend who was faster is said, and the dialog stays', async () => {
  call.mockRejectedValue(new ApiError(409, { code: 5, message: 'Your friend has opened the link.' }, 0));
  show({ friend: sent });
  await press('Take back');
  await pressIn('Take the link back?', 'Take back');
  expect(await screen.findByText('Your friend has opened the link.')).toBeVisible();
});

test('elsewhere than where it was made, a new link replaces it, after a question', async () => {
  call.mockResolvedValue({ data: buildOrder({ friend: sent, can_send_to_friend: true }), url: URL });
  show({ friend: sent });
  await press('Make a new link');
  expect(await screen.findByText(/The link that you sent before stops working/)).toBeVisible();
  await pressIn('Make a new link?', 'Make the link');
  expect(await screen.findByLabelText('Link')).toHaveValue(URL);
});

test('nothing is offered of a draw, after the window, or once it is opened', () => {
  const { container } = show({ can_send_to_friend: undefined });
  expect(container).toBeEmptyDOMElement();
  vi.setSystemTime('2026-11-20T19:00:01.000Z');
  expect(show({}).container).toBeEmptyDOMElement();
});

test('the ticket of an opened order has neither PIN nor code', async () => {
  renderInLanguage(
    'en',
    <TicketCard order={buildOrder({ pin: null, friend: { ...sent, opened_at: sent.sent_at } })} />,
  );
  expect(await screen.findByText('Your friend has it')).toBeVisible();
  expect(screen.queryByRole('img', { name: /QR/ })).toBeNull();
});
