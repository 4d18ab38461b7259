import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@wopack/contract/client';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeApi } from '../../../test/fake-api.tsx';
import { renderInLanguage } from '../../../test/render.tsx';
import type { MyEntry } from '../../features/allocation/allocation.api.ts';
import { EntryWatcher } from '../../features/allocation/mine/entry-watcher.tsx';
import { MissingOffer } from '../../features/offers/detail/missing-offer.tsx';
import type { UserLocation } from '../../features/offers/filters/user-location.tsx';
import { type OfferDetail, offerQuery, offersQuery } from '../../features/offers/offers.api.ts';
import { STOCK_SETTLES_MS } from '../../features/payments/use-payment.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage/storage.ts';
import { OfferCheckout } from './offer-checkout.tsx';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});

type Allocation = NonNullable<OfferDetail['allocation']>;
type MyPart = NonNullable<Allocation['mine']>;

const NOW = new Date('2026-11-20T16:48:19Z');
const minutesFromNow = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

const offer: OfferDetail = {
  id: 7,
  name: 'Doces da montra',
  description: '',
  photos: [],
  quantity: 3,
  price: 4.99,
  old_price: 15,
  rating: null,
  rating_count: 0,
  pickup: '',
  slot_id: 3,
  distance: null,
  is_favourite: false,
  types: [],
  pickup_start: '2026-11-20T18:30:00Z',
  pickup_end: '2026-11-20T19:30:00Z',
  allocation: null,
  sale_place: {
    id: 1,
    name: 'Padaria Aurora',
    address: 'Rua A',
    phone: '',
    time_zone: 'Europe/Lisbon',
    latitude: 38.7,
    longitude: -9.1,
  },
  seller: { id: 2, name: 'Fontes & Filha, Lda', address: null, country: null },
  is_mine: false,
  allergens: [],
  diet: [],
  max_per_order: 3,
  cancel_until: null,
  language: 'pt',
  translated: false,
  original: null,
};
const openDraw = { id: 2214, state: 'open' as const, closes_at: minutesFromNow(24), entries: 34, units: 3 };
const drawn = { ...openDraw, state: 'drawn' as const, closes_at: minutesFromNow(-1), entries: 41 };
const common = { waiting: 0, public_sale_at: '2026-11-20T19:00:00Z', can_wait: false, mine: null };
const draw: Allocation = { ...common, mode: 'draw', draw: openDraw };
const waitlist: Allocation = { ...common, mode: 'waitlist', draw: null, waiting: 5, can_wait: true };
const buildMine = (mine: Partial<MyPart> & Pick<MyPart, 'state'>): MyPart => ({
  entry_id: null,
  rank: null,
  place: null,
  offer_expires_at: null,
  price_cents: 499,
  ...mine,
});

const me = { id: 1, name: 'Marta', email: 'marta@example.com', email_verified: true };
const empty = [{ body: { data: [] } }];
const asReplies = (...allocations: (Allocation | null)[]) =>
  allocations.map((allocation) => ({
    body: { data: { ...offer, quantity: allocation?.mode === 'waitlist' ? 0 : 3, allocation } },
  }));

function Page() {
  const { data, refetch } = useQuery(offerQuery(7, 'en', null));
  if (!data) return null;
  return (
    <OfferCheckout
      offer={data}
      userLocation={{ position: null } as UserLocation}
      isSignedIn={localStorage.getItem('token') !== null}
      onOfferChange={refetch}
    />
  );
}

function openPage(replies: Parameters<typeof fakeApi>[0], path = '/offers/7', besides: ReactNode = null) {
  const api = fakeApi({
    '/me': [{ body: { data: me } }],
    '/holds': empty,
    '/provider': [{ body: { data: { provider: 'sandbox', publishable_key: null, methods: ['card'] } } }],
    '/entries': empty,
    ...replies,
  });
  renderInLanguage(
    'en',
    <>
      <Page />
      {besides}
    </>,
    path,
  );
  return api;
}

/** After a while in another tab, which refetches. */
function comeBack(): void {
  vi.setSystemTime(Date.now() + 31_000);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW });
  writeStored('token', 'a-token');
});

test('an open draw: countdown, people for packs; one press enters with 16 random bytes', async () => {
  const entered = { ...draw, mine: buildMine({ state: 'entered', entry_id: 'an-entry' }) };
  const api = openPage({
    '/products/7': asReplies(draw, entered),
    '/draws/2214/enter': [{ body: { data: { pickup_end: offer.pickup_end } } }],
  });
  expect(await screen.findByText('34 people for 3 packs')).toBeVisible();
  expect(screen.getByText('about 1 in 11 today')).toBeVisible();
  expect(screen.getByText('at 17:12')).toBeVisible();
  const timer = screen.getByRole('timer');
  expect(timer).toHaveTextContent('24:00');
  expect(timer).toHaveAttribute('aria-live', 'off');
  expect(screen.getByRole('link', { name: 'check it yourself' })).toHaveAttribute('href', '/draws/2214');
  expect(screen.queryByLabelText('Card number')).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: 'Enter the draw' }));
  expect(await screen.findByRole('heading', { name: 'You are in' })).toBeVisible();
  expect(screen.getByText('an-entry')).toBeVisible();
  expect(api.getBodies('/enter')).toEqual([{ random: expect.stringMatching(/^[\da-f]{32}$/), amount: 4.99 }]);
  // The result is watched on every page.
  expect(readStored('entriesUntil')).toBe(offer.pickup_end);
  await waitFor(() =>
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('You are in'),
  );
});

test.each([
  ['sold out', { ...waitlist, draw: drawn }],
  ['on public sale', { ...common, mode: 'sale' as const, draw: drawn }],
])('a draw that is over keeps its check: %s', async (_, allocation) => {
  openPage({ '/products/7': asReplies(allocation) });
  expect(await screen.findByRole('link', { name: 'check the draw' })).toHaveAttribute('href', '/draws/2214');
});

test('who has entered can leave', async () => {
  const entered = { ...draw, mine: buildMine({ state: 'entered' }) };
  const api = openPage({
    '/products/7': asReplies(entered, draw),
    '/withdraw': [{ body: { success: true, code: 0 } }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the draw' }));
  expect(await screen.findByRole('button', { name: 'Enter the draw' })).toBeVisible();
  expect(api.getBodies('/withdraw')).toHaveLength(1);
});

test('a refused entry shows the server’s reason and the draw as it is now', async () => {
  const closed = { ...draw, draw: { ...openDraw, state: 'closed' as const } };
  openPage({
    '/products/7': asReplies(draw, closed),
    '/enter': [{ status: 409, body: { code: 5, message: 'The draw is closed.' } }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Enter the draw' }));
  expect(await screen.findByText('The draw is closed.')).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Drawing…' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enter the draw' })).toBeNull();
});

test('without a confirmed address the code is asked for on the spot', async () => {
  const unverified = { ...me, email_verified: false };
  openPage({ '/products/7': asReplies(draw), '/me': [{ body: { data: unverified } }] });
  expect(await screen.findByRole('button', { name: 'Send me a code' })).toBeVisible();
  expect(screen.getByText(/Before you enter, confirm marta@example.com/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enter the draw' })).toBeNull();
});

test.each([
  ['to pay', null, () => screen.findByLabelText('Card number')],
  ['to enter', draw, () => screen.findByRole('button', { name: 'Enter the draw' })],
] as const)(
  'by keyboard the code and then what comes next has the focus: %s',
  async (_, allocation, findNext) => {
    openPage({
      '/products/7': asReplies(allocation),
      '/me': [{ body: { data: { ...me, email_verified: false } } }],
      '/send_code': [{ body: { success: true, code: 0 } }],
      '/verify_email': [{ body: { success: true, code: 0 } }],
    });
    (await screen.findByRole('button', { name: 'Send me a code' })).focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByLabelText('Code from the e-mail')).toHaveFocus();
    await userEvent.keyboard('123456');
    const next = await findNext();
    await waitFor(() => expect(next).toHaveFocus());
  },
);

test('guests see the draw, and sign-in leads back to it', async () => {
  removeStored('token');
  openPage({ '/products/7': asReplies(draw) });
  expect(await screen.findByText('34 people for 3 packs')).toBeVisible();
  expect(await screen.findByRole('link', { name: 'Sign in and enter' })).toHaveAttribute(
    'href',
    expect.stringContaining(encodeURIComponent('/offers/7')),
  );
});

test('a won pack can be paid at once, with the time left; the result is announced', async () => {
  const mine = buildMine({ state: 'offered', rank: 2, offer_expires_at: minutesFromNow(30) });
  const hold = {
    token: 'tok',
    client_secret: null,
    provider: 'sandbox',
    product_id: 7,
    slot_id: 3,
    product_name: offer.name,
    amount_cents: 499,
    quantity: 1,
    expires_at: minutesFromNow(30),
  };
  openPage(
    {
      '/products/7': asReplies({ ...waitlist, draw: drawn, mine }),
      '/holds': [{ body: { data: [hold] } }],
    },
    '/offers/7?pay=3',
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'It is yours until 17:18' })).toBeVisible();
  expect(screen.getByText(/The draw put you at 2nd of 41/)).toBeVisible();
  expect(screen.getByRole('timer')).toHaveTextContent('30:00');
  expect(await screen.findByLabelText('Card number')).toHaveFocus();
  expect(screen.getByRole('button', { name: 'Pay €4.99' })).toBeVisible();
  expect(screen.getByText(/Sold by Fontes & Filha/)).toBeVisible();
});

const enteredDraw = { ...draw, mine: buildMine({ state: 'entered' }) };
const offeredPart = buildMine({ state: 'offered', offer_expires_at: minutesFromNow(10) });

test.each<[result: string, before: Allocation, after: Allocation, text: string]>([
  [
    'won',
    enteredDraw,
    { ...waitlist, draw: drawn, mine: { ...offeredPart, rank: 2 } },
    'It is yours until 16:58',
  ],
  [
    'not drawn',
    enteredDraw,
    { ...waitlist, draw: drawn, mine: buildMine({ state: 'waiting', rank: 7, place: 4 }) },
    'Not this time: you are 4th in line',
  ],
  [
    'further ahead in line',
    { ...waitlist, mine: buildMine({ state: 'waiting', place: 5 }) },
    { ...waitlist, waiting: 4, mine: buildMine({ state: 'waiting', place: 4 }) },
    'You are in line: 4th of 4',
  ],
  [
    'the turn in a waitlist',
    { ...waitlist, mine: buildMine({ state: 'waiting', place: 1 }) },
    { ...waitlist, mine: offeredPart },
    'It is yours until 16:58',
  ],
  [
    'not paid in time',
    { ...waitlist, mine: offeredPart },
    { ...waitlist, mine: buildMine({ state: 'lapsed' }) },
    'The time to pay is over',
  ],
])(
  '%s while the page is open: announced in a region that was there before',
  async (_, before, after, text) => {
    openPage({ '/products/7': asReplies(before, after) });
    await screen.findByRole('button', { name: /^(Leave|Pay)/ });
    const regions = await screen.findAllByRole('status');
    expect(regions.map(({ textContent }) => textContent)).not.toContain(text);
    comeBack();
    await waitFor(() => {
      const connected = regions.filter(({ isConnected }) => isConnected);
      expect(connected.map(({ textContent }) => textContent)).toContain(text);
    });
  },
);

const buildEntry = (slotId: number, mine: MyPart): MyEntry => ({
  ...mine,
  slot_id: slotId,
  draw_id: null,
  draw_state: null,
  closes_at: null,
  entries: 0,
  units: 3,
  waiting: 1,
  public_sale_at: common.public_sale_at,
  price_cents: 499,
  created_at: NOW.toISOString(),
  pickup_start: offer.pickup_start!,
  pickup_end: offer.pickup_end!,
  product: { id: 7, name: offer.name, photo: null },
  sale_place: { id: 1, name: 'Padaria Aurora', time_zone: 'Europe/Lisbon' },
});

test.each([
  ['the slot on the page: by the page alone', 3],
  ['another slot of the same product: with one press to pay', 4],
])('on the page of an offer a turn is told, in %s', async (_, slotId) => {
  const first = buildMine({ state: 'waiting', place: 1 });
  const [before, after] = [
    { ...waitlist, mine: first },
    { ...waitlist, mine: offeredPart },
  ];
  const isOfPage = slotId === 3;
  openPage(
    {
      '/products/7': asReplies(before, isOfPage ? after : before),
      '/entries': [first, offeredPart].map((mine) => ({ body: { data: [buildEntry(slotId, mine)] } })),
    },
    '/offers/7',
    <EntryWatcher />,
  );
  await screen.findByRole('button', { name: 'Leave the waitlist' });
  await waitFor(() => expect(readStored('entriesUntil')).toBe(offer.pickup_end));
  comeBack();
  if (isOfPage) {
    expect(await screen.findByRole('heading', { name: 'It is yours until 16:58' })).toBeVisible();
    expect(screen.queryByText(/it is your turn, yours until/)).toBeNull();
  } else {
    expect(
      await screen.findByText('Doces da montra: it is your turn, yours until 16:58.'),
    ).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Pay' })).toBeVisible();
  }
});

test('a won pack can be passed on, after a question', async () => {
  const mine = buildMine({ state: 'offered', rank: 2, offer_expires_at: minutesFromNow(30) });
  const left = { ...waitlist, draw: drawn, mine: buildMine({ state: 'left' }) };
  const api = openPage({
    '/products/7': asReplies({ ...waitlist, draw: drawn, mine }, left),
    '/waitlist/leave': [{ body: { success: true, code: 0 } }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Not for me, pass it on' }));
  expect(api.getBodies('/leave')).toEqual([]);
  await userEvent.click(await screen.findByRole('button', { name: 'Pass it on' }));
  expect(await screen.findByRole('button', { name: 'Join the waitlist' })).toBeVisible();
  expect(api.getBodies('/leave')).toHaveLength(1);
});

test('not drawn: the place in line, what happens next, and the way out', async () => {
  const mine = buildMine({ state: 'waiting', rank: 7, place: 4 });
  const api = openPage({
    '/products/7': asReplies({ ...waitlist, draw: drawn, waiting: 38, mine }, { ...waitlist, draw: drawn }),
    '/waitlist/leave': [{ body: { success: true, code: 0 } }],
  });
  expect(await screen.findByRole('heading', { name: 'Not this time: you are 4th in line' })).toBeVisible();
  expect(screen.getByText(/You came out 7th of 41/)).toBeVisible();
  expect(screen.getByText('19:00')).toBeVisible();
  expect(screen.getByRole('link', { name: 'See other packs nearby' })).toHaveAttribute('href', '/offers');
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the line' }));
  expect(await screen.findByRole('button', { name: 'Join the waitlist' })).toBeVisible();
  expect(api.getBodies('/leave')).toHaveLength(1);
});

test('right after a draw, while its first still wait for their packs, no wrong place is told', async () => {
  const justDrawn = { ...waitlist, waiting: 41, draw: { ...drawn, closes_at: NOW.toISOString() } };
  const buildRanked = (place: number) => ({
    ...justDrawn,
    mine: buildMine({ state: 'waiting', rank: 7, place }),
  });
  openPage({ '/products/7': asReplies(buildRanked(7), buildRanked(4)) });
  expect(await screen.findByRole('heading', { name: 'Drawing…' })).toBeVisible();
  comeBack();
  expect(await screen.findByRole('heading', { name: 'Not this time: you are 4th in line' })).toBeVisible();
});

test('sold out: joining the waitlist, the place in it, leaving', async () => {
  const waiting = { ...waitlist, waiting: 6, mine: buildMine({ state: 'waiting', place: 6 }) };
  openPage({
    '/products/7': asReplies(waitlist, waiting, waitlist),
    '/slots/3/waitlist': [{ body: { data: { pickup_end: offer.pickup_end } } }],
    '/slots/3/waitlist/leave': [{ body: { success: true, code: 0 } }],
  });
  expect(await screen.findByText('5 in line')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Join the waitlist' }));
  expect(await screen.findByText('6th of 6')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Leave the waitlist' }));
  expect(await screen.findByRole('button', { name: 'Join the waitlist' })).toBeVisible();
});

test('with two packs set aside, a buyer in line reads that turns pass', async () => {
  const waiting = { ...waitlist, mine: buildMine({ state: 'waiting', place: 1 }) };
  const holds = [8, 9].map((id) => ({
    token: `tok${id}`,
    client_secret: null,
    provider: 'sandbox',
    product_id: id,
    slot_id: id,
    product_name: 'Cesto',
    amount_cents: 399,
    quantity: 1,
    expires_at: minutesFromNow(10),
  }));
  openPage({ '/products/7': asReplies(waiting), '/holds': [{ body: { data: holds } }] });
  expect(await screen.findByText(/your turn goes to the next, and you keep your place/)).toBeVisible();
});

test('not paid in time: says so, and the waitlist can be joined again', async () => {
  openPage({ '/products/7': asReplies({ ...waitlist, mine: buildMine({ state: 'lapsed' }) }) });
  expect(await screen.findByRole('heading', { name: 'The time to pay is over' })).toBeVisible();
  expect(await screen.findByRole('button', { name: 'Join the waitlist' })).toBeVisible();
});

test.each([
  ['open', draw, 'so you cannot enter right now'],
  ['entered', { ...draw, mine: buildMine({ state: 'entered' }) }, 'Your entry counts all the same'],
  ['waitlist', waitlist, 'so you cannot join right now'],
  ['waiting', { ...waitlist, mine: buildMine({ state: 'waiting', place: 2 }) }, 'You keep your place'],
  [
    'won',
    {
      ...waitlist,
      draw: drawn,
      mine: buildMine({ state: 'offered', rank: 2, offer_expires_at: minutesFromNow(30) }),
    },
    'It stays yours until 17:18',
  ],
] as const)('without a connection, %s: says what still holds', async (_, allocation, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openPage({ '/products/7': asReplies(allocation) });
  expect(await screen.findByText(new RegExp(`You are offline.*${text}`))).toBeVisible();
});

test('without a connection, an offer that was never opened says what it needs and what to do', async () => {
  fakeApi({ '/products': [{ body: { data: [offer], next_cursor: null } }] });
  const ListAndMissingOffer = () => {
    useInfiniteQuery(offersQuery({}, 'en'));
    return (
      <MissingOffer id={7} query={{ error: new ApiError(0, {}), isFetching: false, refetch: () => {} }} />
    );
  };
  renderInLanguage('en', <ListAndMissingOffer />);
  expect(await screen.findByText(offer.name)).toBeVisible();
  expect(await screen.findByText(/^This pack has not been opened on this device yet/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  expect(screen.getByRole('link', { name: 'See offers' })).toHaveAttribute('href', '/offers');
});

test.each([
  ['nothing is drawn or waited for', null],
  ['the rest of a draw is on public sale', { ...draw, mode: 'sale' as const, draw: drawn }],
])('when %s, the offer is bought as usual', async (_, allocation) => {
  openPage({ '/products/7': asReplies(allocation) });
  expect(await screen.findByLabelText('Card number')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enter the draw' })).toBeNull();
});

test('who is paying for the last unit keeps the card form while others can only wait', async () => {
  const hold = {
    token: 'tok',
    client_secret: 'sec',
    provider: 'sandbox',
    product_id: 7,
    slot_id: 3,
    product_name: offer.name,
    amount_cents: 499,
    quantity: 1,
    expires_at: minutesFromNow(10),
  };
  openPage({ '/products/7': asReplies(waitlist), '/holds': [{ body: { data: [hold] } }] });
  expect(await screen.findByLabelText('Card number')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Join the waitlist' })).toBeNull();
});

test.each([
  [true, 'Join the waitlist'],
  [false, 'Confirm your e-mail'],
])(
  'a hold that passed to another buyer (address verified: %s) says so, and the waitlist is offered',
  async (isVerified, action) => {
    const hold = {
      token: 'tok',
      client_secret: 'sec',
      provider: 'sandbox',
      expires_at: minutesFromNow(8),
      product_id: 7,
      slot_id: 3,
      product_name: 'Doces da montra',
      amount_cents: 499,
      quantity: 1,
      is_offer: false,
    };
    // Not from the mock server: an assertion of Node's `fetch` fails when one of its open responses is aborted.
    const originalFetch = globalThis.fetch;
    const openStream = vi.fn<(controller: ReadableStreamDefaultController<Uint8Array>) => void>();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (!url.includes('/api/v1/live')) return originalFetch(url, init);
      const start = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        init.signal!.addEventListener('abort', () => controller.error(init.signal!.reason));
        openStream(controller);
      };
      return new Response(new ReadableStream({ start }));
    });
    openPage({
      '/me': [{ body: { data: { ...me, email_verified: isVerified } } }],
      '/holds': [{ body: { data: [hold] } }, { body: { data: [] } }],
      '/products/7': asReplies(waitlist),
    });
    expect(await screen.findByText(/^Yours until \d\d:\d\d$/)).toBeVisible();
    await waitFor(() => expect(openStream).toHaveBeenCalled());
    const event = 'event: my_holds\ndata: {"product_id":7,"slot_id":3}\n\n';
    openStream.mock.lastCall![0].enqueue(new TextEncoder().encode(event));
    expect(await screen.findByText(/^Somebody with a confirmed e-mail has taken the pack/)).toBeVisible();
    expect(screen.queryByText(/^Yours until/)).toBeNull();
    expect(await screen.findByRole('button', { name: action })).toBeVisible();
    vi.unstubAllGlobals();
  },
);

test('a refused card keeps its form while the stream still says that the last unit is gone', async () => {
  const timers: (() => void)[] = [];
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...args: []) =>
    ms === STOCK_SETTLES_MS ? timers.push(run) : setTimeout(run, ms, ...args)) as typeof setTimeout);
  const asQuantities = (...quantities: number[]) =>
    quantities.map((quantity) => ({ body: { data: { ...offer, quantity } } }));
  openPage({
    '/products/7': asQuantities(1, 1, 0, 1, 0, 0),
    '/initiate': [
      {
        body: {
          token: 'tok',
          client_secret: 'sec',
          provider: 'sandbox',
          expires_at: minutesFromNow(10),
          product_id: 7,
          slot_id: 3,
          product_name: offer.name,
          amount_cents: 499,
          quantity: 1,
        },
      },
    ],
    '/confirm': [{ body: { status: 'failed', error: { code: 'card_declined', message: 'Declined.' } } }],
    '/failure': [{ body: { success: true, code: 0 } }],
  });
  const card = await screen.findByLabelText('Card number');
  await userEvent.type(card, '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry'), '1230');
  await userEvent.type(screen.getByLabelText('CVC'), '123');
  await userEvent.click(screen.getByRole('button', { name: 'Pay €4.99' }));
  expect(await screen.findByText('Declined.')).toBeVisible();
  for (const left of ['Sold out', 'Last one']) {
    comeBack();
    expect((await screen.findAllByText(left))[0]).toBeInTheDocument();
    expect(screen.getByLabelText('Card number')).toBe(card);
  }
  // Somebody else bought it.
  act(() => timers.forEach((run) => void run()));
  comeBack();
  await waitFor(() => expect(screen.queryByLabelText('Card number')).toBeNull());
});

const heldAt399 = {
  token: 'tok',
  client_secret: 'sec',
  provider: 'sandbox',
  expires_at: minutesFromNow(8),
  product_id: 7,
  slot_id: 3,
  product_name: 'Doces da montra',
  amount_cents: 399,
  quantity: 1,
  is_offer: false,
};

test('a hold costs what was shown when it was taken, on the page and in the payment', async () => {
  const api = openPage({
    '/holds': [{ body: { data: [heldAt399] } }],
    '/products/7': asReplies(null),
    '/initiate': [{ status: 409, body: { code: 5, message: 'Stop here.' } }],
  });
  await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
  await userEvent.type(screen.getByLabelText('Expiry'), '1230');
  await userEvent.type(screen.getByLabelText('CVC'), '123');
  expect(screen.queryByText(/4\.99/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Pay €3.99' }));
  await waitFor(() => expect(api.getBodies('/initiate')).toMatchObject([{ amount: '3.99' }]));
});

test('whoever waits sees the agreed price; joining sends what the page shows', async () => {
  const waiting = { ...waitlist, mine: buildMine({ state: 'waiting', place: 2, price_cents: 399 }) };
  const api = openPage({
    '/products/7': asReplies(waitlist, waiting),
    '/slots/3/waitlist': [{ body: { data: { pickup_end: offer.pickup_end } } }],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Join the waitlist' }));
  await waitFor(() => expect(screen.queryByText(/4\.99/)).toBeNull());
  expect(screen.getAllByText(/3\.99/).length).toBeGreaterThan(0);
  expect(api.getBodies('/slots/3/waitlist')).toEqual([{ amount: 4.99 }]);
});

describe('the invoice by the shop', () => {
  const hold = {
    ...{ token: 'tok', client_secret: 'sec', provider: 'sandbox', expires_at: minutesFromNow(10) },
    ...{
      product_id: 7,
      slot_id: 3,
      product_name: 'Doces da montra',
      amount_cents: 499,
      quantity: 1,
      is_offer: false,
    },
  };
  const openCheckout = (replies: Parameters<typeof fakeApi>[0] = {}) =>
    openPage({
      '/products/7': asReplies(null),
      '/invoice_details': [{ body: { data: null } }],
      '/initiate': [{ body: hold }],
      '/confirm': [{ body: { status: 'failed', error: { code: 'card_declined', message: 'Declined.' } } }],
      '/failure': [{ body: { success: true, code: 0 } }],
      ...replies,
    });
  async function pay() {
    await userEvent.type(await screen.findByLabelText('Card number'), '4242424242424242');
    await userEvent.type(screen.getByLabelText('Expiry'), '1230');
    await userEvent.type(screen.getByLabelText('CVC'), '123');
    await userEvent.click(screen.getByRole('button', { name: 'Pay €4.99' }));
  }
  const unfold = async () => userEvent.click(await screen.findByText('Invoice with tax number'));

  test('is not spoken of while it is folded', async () => {
    const api = openCheckout();
    await pay();
    await waitFor(() => expect(api.getBodies('/initiate')).toHaveLength(1));
    expect(Object.keys(api.getBodies('/initiate')[0]!)).not.toContain('invoice_tax_number');
    expect(api.getBodies('/invoice_details')).toEqual([]);
  });

  test('a wrong number takes no unit; the right one goes with the payment', async () => {
    const api = openCheckout();
    await unfold();
    await userEvent.type(await screen.findByLabelText('NIF'), '254318071');
    await pay();
    expect(screen.getByLabelText('NIF')).toHaveAccessibleDescription(/^This is not a NIF/);
    expect(screen.getByLabelText('NIF')).toHaveFocus();
    expect(api.getBodies('/initiate')).toEqual([]);
    await userEvent.type(screen.getByLabelText('NIF'), '{Backspace}0');
    await userEvent.click(screen.getByRole('button', { name: 'Pay €4.99' }));
    await waitFor(() => expect(api.getBodies('/initiate')).toHaveLength(1));
    expect(api.getBodies('/initiate')[0]).toMatchObject({
      invoice_tax_number: '254318070',
      invoice_name: '',
    });
    // The card was declined: the number stays.
    expect(await screen.findByText('Declined.')).toBeVisible();
    expect(screen.getByLabelText('NIF')).toHaveValue('254318070');
  });

  test('what the server refuses is said beside the field alone', async () => {
    openCheckout({
      '/initiate': [
        {
          status: 422,
          body: { code: 1, message: 'Please check.', errors: { invoice_tax_number: ['Not this one.'] } },
        },
      ],
    });
    await unfold();
    await userEvent.type(await screen.findByLabelText('NIF'), '254318070');
    await pay();
    expect(await screen.findByText('Not this one.')).toBeVisible();
    expect(screen.queryByText('Please check.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Pay €4.99' })).toBeEnabled();
  });

  test('what the hold has is shown again', async () => {
    openCheckout({
      '/holds': [{ body: { data: [{ ...hold, invoice_tax_number: '254318070', invoice_name: 'Marta' }] } }],
    });
    await waitFor(() => expect(screen.getByLabelText('NIF')).toHaveValue('254318070'));
    expect(screen.getByLabelText('NIF')).toBeVisible();
    expect(screen.getByLabelText('Name on the invoice (if you want)')).toHaveValue('Marta');
  });
});
