import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import { parseTypedCents } from '@wopack/ui/format.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOrder, mockCalls } from '../../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../../test/render.tsx';
import { stubUploads } from '../../../../test/stub-browser.tsx';
import { type BuyerOrder, orderQuery } from '../buyer-orders.api.ts';
import { HelpButton } from '../ticket/ticket-actions.tsx';
// Loads the lazy sheet now.
import './help-sheet.tsx';

const call = mockCalls();

const report = {
  text: 'Hard bread.',
  photo: null,
  answer_until: '2026-11-24T18:00:00.000Z',
  wish: null,
  created_at: '2026-11-20T18:00:00.000Z',
  answer: null,
  answered_by: null,
};
const openHelp = async (overrides: Partial<BuyerOrder>) => {
  renderInLanguage('en', <HelpButton order={buildOrder({ state: 'collected', pin: null, ...overrides })} />);
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  return screen.findByRole('dialog', { name: 'Something wrong?' });
};
const choosePhoto = () =>
  userEvent.upload(
    screen.getByLabelText('Photo', { selector: 'input' }),
    new File(['x'], 'a.jpg', { type: 'image/jpeg' }),
  );
const submitReport = () => userEvent.click(screen.getByRole('button', { name: 'Send to the shop' }));
const getTextField = () => screen.getByRole('textbox', { name: 'What happened?' });

beforeEach(() => {
  call.mockResolvedValue({ data: buildOrder({ report }) });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
});

test('a text is required, a photo is not', async () => {
  await openHelp({ can_report: true });
  await submitReport();
  expect(getTextField()).toHaveAccessibleDescription('Write what happened.');
  expect(call).not.toHaveBeenCalled();
  await userEvent.type(getTextField(), 'Hard bread.');
  await submitReport();
  await waitFor(() =>
    expect(call).toHaveBeenCalledExactlyOnceWith('reportOrder', {
      params: { id: 42 },
      body: { text: 'Hard bread.', photo: undefined },
    }),
  );
});

test('a pasted text that is too long is refused with its length, and nothing of it is cut', async () => {
  const dialog = await openHelp({ can_report: true });
  getTextField().focus();
  await userEvent.paste('a'.repeat(2001));
  expect(getTextField()).toHaveValue('a'.repeat(2001));
  expect(dialog).toHaveTextContent('2001 / 2000');
  await submitReport();
  expect(getTextField()).toHaveAccessibleDescription('At most 2000 characters: shorten it a little.');
  expect(call).not.toHaveBeenCalled();
});

test('a failed photo can be retried, and the text waits for it', async () => {
  const uploads = stubUploads();
  await openHelp({ can_report: true });
  await userEvent.type(getTextField(), 'Hard bread.');
  await choosePhoto();
  await waitFor(() => expect(uploads).toMatchObject([{ path: '/api/v1/orders/report_photo' }]));
  act(() => uploads[0]!.fail());
  const retryButton = await screen.findByRole('button', { name: 'Try again: photo 1' });
  await submitReport();
  expect(call).not.toHaveBeenCalled();
  await userEvent.click(retryButton);
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[1]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Try again: photo 1' })).toBeNull();
  await submitReport();
  await waitFor(() =>
    expect(call).toHaveBeenCalledExactlyOnceWith('reportOrder', {
      params: { id: 42 },
      body: { text: 'Hard bread.', photo: '/media/a.webp' },
    }),
  );
});

test('a photo that the server refuses can be left out: the report is sent then', async () => {
  const uploads = stubUploads();
  call.mockRejectedValueOnce(new ApiError(422, { code: 1, errors: { photo: ['Add the photo again.'] } }));
  await openHelp({ can_report: true });
  await userEvent.type(getTextField(), 'Hard bread.');
  await choosePhoto();
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]!.respond(200, { data: { path: '/media/a.webp', srcset: '' } }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  await submitReport();
  expect(await screen.findByText('Add the photo again.')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  await submitReport();
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith('reportOrder', {
      params: { id: 42 },
      body: { text: 'Hard bread.', photo: undefined },
    }),
  );
});

test('a report says what would put it right', async () => {
  await openHelp({ can_report: true });
  await userEvent.type(getTextField(), 'Hard bread.');
  await userEvent.click(screen.getByRole('radio', { name: 'A part of it' }));
  await submitReport();
  await waitFor(() =>
    expect(call).toHaveBeenLastCalledWith('reportOrder', {
      params: { id: 42 },
      body: { text: 'Hard bread.', photo: undefined, wish: 'part' },
    }),
  );
});

test('a photo shows its progress and can be removed', async () => {
  const uploads = stubUploads();
  await openHelp({ can_report: true });
  await choosePhoto();
  await waitFor(() => expect(uploads).toMatchObject([{ path: '/api/v1/orders/report_photo' }]));
  act(() => uploads[0]!.reportProgress(0.62));
  expect(await screen.findByRole('progressbar', { name: 'Photo 1 is uploading' })).toHaveAttribute(
    'aria-valuenow',
    '62',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Remove photo 1' }));
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add a photo' })).toHaveFocus();
});

test('shows the report and the seller’s answer', async () => {
  await openHelp({ report: { ...report, answer: 'Sorry. We owe you one.', answered_by: 'seller' } });
  expect(screen.getByText('Hard bread.')).toBeVisible();
  expect(screen.getByText('Padaria Aurora answers')).toBeVisible();
  expect(screen.getByText('Sorry. We owe you one.')).toBeVisible();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each([
  [
    'before pickup',
    '2026-11-20T12:00:00Z',
    { state: 'paid' },
    'From Fri 20 Nov, 17:30 to Sun 22 Nov, 19:00 you can tell',
  ],
  ['after two days', '2026-11-22T19:00:01Z', { state: 'collected' }, 'until Sun 22 Nov, 19:00. Write to us'],
  [
    'of a pack nobody came for',
    '2026-11-22T19:00:01Z',
    { state: 'not_collected' },
    'You could tell the shop until',
  ],
] as const)('%s it shows when a problem can be reported', async (_, now, overrides, expectedText) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] });
  expect(await openHelp({ can_report: false, ...overrides })).toHaveTextContent(expectedText);
});

test('a deadline that passes while typing keeps the input', async () => {
  const createOrder = (can_report: boolean) =>
    buildOrder({
      state: 'collected',
      pin: null,
      pickup_start: '2026-11-18T17:30:00Z',
      pickup_end: '2026-11-18T19:00:00Z',
      can_report,
    });
  call.mockImplementation(async (name) => {
    if (name === 'reportOrder') throw new ApiError(409, { code: 5, message: 'The time is over.' });
    return { data: createOrder(false) } as never;
  });
  const TestTicket = () => (
    <HelpButton
      order={useQuery({ ...orderQuery(42, 'en'), initialData: createOrder(true), staleTime: 60_000 }).data}
    />
  );
  renderInLanguage('en', <TestTicket />);
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  await userEvent.type(await screen.findByRole('textbox', { name: 'What happened?' }), 'Hard bread.');
  await submitReport();
  expect(await screen.findByText(/You could tell the shop until/)).toBeVisible();
  expect(getTextField()).toHaveValue('Hard bread.');
  expect(screen.getByText('The time is over.')).toBeVisible();
});

test('a cancelled order cannot be reported', async () => {
  const sheet = await openHelp({ can_report: false, state: 'cancelled_by_buyer' });
  expect(sheet).toHaveTextContent('Write to us and we will look into it together.');
  expect(sheet).not.toHaveTextContent('until');
});

test('too early or too late: contact data instead of a form', async () => {
  await openHelp({ can_report: false });
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.getByRole('link', { name: 'Call the shop' })).toHaveAttribute('href', 'tel:+351210000018');
  expect(screen.getByRole('link', { name: 'Write to us' })).toHaveAttribute(
    'href',
    expect.stringContaining('mailto:'),
  );
});

test.each([
  ['1,50', 150],
  ['1.5 €', 150],
  ['€ 2', 200],
  ['0,005', null],
  ['viel', null],
  ['', null],
])('%j is %j cents', (text, cents) => expect(parseTypedCents(text)).toBe(cents));
