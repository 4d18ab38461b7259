import { type Client, createClient, type Input } from '@wopack/contract/client';
import { cameraPhoto } from './camera.ts';
import type { Person } from './person.ts';
import type { Pack } from './seller.ts';

/** Calls in the name of somebody signed in, for what is not the journey's subject. */
async function callsOf({ page }: Person): Promise<Client> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  return createClient({ host: new URL(page.url()).origin, token: () => token, language: () => 'en' });
}

type Schedule = Input<'updateSchedule'>['body']['schedule'];

/** A seller without a browser, for journeys of others, with a pack that is handed out all day. */
export function sellerOf(pack: Pack): Promise<Client> {
  const window = { time_start: '00:00', time_end: '23:59' };
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  return sellerWith(pack, Object.fromEntries(days.map((day) => [day, window])));
}

/** The same with a pack that is handed out tomorrow from noon, and on no other weekday. */
export const sellerForTomorrow = (pack: Pack): Promise<Client> => sellerWith(pack, tomorrowFromNoon());

async function sellerWith(pack: Pack, schedule: Schedule): Promise<Client> {
  const connection = { host: process.env.E2E_URL!, language: () => 'en' };
  const { token } = await createClient({ ...connection, token: () => null })('register', {
    body: {
      name: 'Rui Fontes',
      email: `seller-${process.pid}-${Date.now()}@example.com`,
      password: 'sobras1',
      device_name: 'journey',
      is_owner: true,
      check_terms: true,
    },
  });
  const call = createClient({ ...connection, token: () => token });
  await publishOn(call, pack, schedule);
  return call;
}

/** Publishes a pack that is handed out tomorrow from noon, and on no other weekday. */
export async function publishForTomorrow(seller: Person, pack: Pack): Promise<void> {
  await publishOn(await callsOf(seller), pack, tomorrowFromNoon());
}

async function publishOn(call: Client, { place, name, quantity }: Pack, schedule: Schedule): Promise<void> {
  const { data: venue } = await call('saveSalePlace', {
    body: {
      name: place,
      phone: '+351 210 000 018',
      address: 'Rua da Trindade 18, Chiado, 1200-468 Lisboa',
      latitude: 38.7123,
      longitude: -9.1416,
      categories: [1],
      isHandWriteAddress: true,
    },
  });
  const photo = new Blob([new Uint8Array(await cameraPhoto())], { type: 'image/jpeg' });
  const { data: uploaded } = await call('uploadProductPhoto', { file: photo });
  const { data: pack } = await call('saveProduct', {
    body: {
      id: 0,
      sale_place_id: venue.id,
      categories: [1],
      name,
      description: 'Pão de fermentação natural e croissants.',
      price: 3.99,
      photo: [uploaded.path],
    },
  });
  await call('updateSchedule', { body: { product_id: pack.id, quantity, schedule } });
}

function tomorrowFromNoon(): Schedule {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Lisbon' });
  return { [weekday.format(tomorrow).toLowerCase()]: { time_start: '12:00', time_end: '20:00' } };
}

/** The demo's partner buys the same pack twice, on a server of the journey's own. */
export async function buyTwo(host: string) {
  let token: string | null = null;
  const call = createClient({ host, token: () => token, language: () => 'en' });
  const who = { email: 'partner@wopack.example', password: 'sobras1', device_name: 'journey' };
  ({ token } = await call('login', { body: who }));
  const { data: offers } = await call('listOffers', { query: {} });
  const { id: productId, price } = offers.find(({ quantity }) => quantity > 1)!;
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2031, cvc: '123' };
  const buy = async () => {
    const body = { amount: price.toFixed(2), currency: 'EUR' as const, productId };
    const hold = await call('initiatePayment', { body });
    await call('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card } });
    return (await call('completePayment', { body: { token: hold.token } })).data.order;
  };
  return { token: token!, orders: [await buy(), await buy()] as const };
}
