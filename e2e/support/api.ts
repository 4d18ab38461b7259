import { type Client, createClient, type Input } from '@wopack/contract/client';
import { createCameraPhoto } from './device-stubs.ts';
import type { NewProduct } from './seller.ts';
import type { JourneyUser } from './user.ts';

/** Calls as a signed-in user, for setup beside the journey's subject. */
async function getClient({ page }: JourneyUser): Promise<Client> {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  return createClient({ host: new URL(page.url()).origin, token: () => token, language: () => 'en' });
}

type Schedule = Input<'updateSchedule'>['body']['schedule'];

/** A seller without a browser, with a product collected all day. */
export function createSellerWithProduct(product: NewProduct): Promise<Client> {
  const allDay = { time_start: '00:00', time_end: '23:59' };
  const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
  return createSeller(product, Object.fromEntries(weekdays.map((day) => [day, allDay])));
}

/** Likewise with a product collected tomorrow from noon, and on no other weekday. */
export const createSellerWithProductForTomorrow = (product: NewProduct): Promise<Client> =>
  createSeller(product, buildTomorrowSchedule());

async function createSeller(product: NewProduct, schedule: Schedule): Promise<Client> {
  const client = await registerSeller();
  await createProduct(client, product, schedule);
  return client;
}

async function registerSeller(): Promise<Client> {
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
  return createClient({ ...connection, token: () => token });
}

/** A seller without a browser whose product, collected tomorrow, is given out by draw. */
export async function createSellerWithDraw(product: NewProduct): Promise<{ productId: number }> {
  const client = await registerSeller();
  const productId = await createProduct(client, product, buildTomorrowSchedule(), 'draw');
  return { productId };
}

/** A user without a browser: a script. */
export async function createScript(email: string): Promise<Client> {
  const connection = { host: process.env.E2E_URL!, language: () => 'en' };
  const { token } = await createClient({ ...connection, token: () => null })('register', {
    body: { name: 'Bot', email, password: 'sobras1', device_name: 'script', check_terms: true },
  });
  return createClient({ ...connection, token: () => token });
}

/** Publishes a product collected tomorrow from noon, and on no other weekday. */
export async function createProductForTomorrow(seller: JourneyUser, product: NewProduct): Promise<void> {
  await createProduct(await getClient(seller), product, buildTomorrowSchedule());
}

const PRICE = 3.99;

async function createProduct(
  client: Client,
  { salePlaceName, name, quantity }: NewProduct,
  schedule: Schedule,
  allocation: 'automatic' | 'draw' = 'automatic',
): Promise<number> {
  const { data: salePlace } = await client('saveSalePlace', {
    body: {
      name: salePlaceName,
      phone: '+351 210 000 018',
      address: 'Rua da Trindade 18, Chiado, 1200-468 Lisboa',
      latitude: 38.7123,
      longitude: -9.1416,
      categories: [1],
      isHandWriteAddress: true,
    },
  });
  const photo = new Blob([new Uint8Array(await createCameraPhoto())], { type: 'image/jpeg' });
  const { data: uploadedPhoto } = await client('uploadProductPhoto', { file: photo });
  const { data: savedProduct } = await client('saveProduct', {
    body: {
      id: 0,
      sale_place_id: salePlace.id,
      categories: [1],
      name,
      description: 'Pão de fermentação natural e croissants.',
      price: PRICE,
      photo: [uploadedPhoto.path],
    },
  });
  const { id } = savedProduct;
  if (allocation === 'draw') await client('updateAllocation', { params: { id }, body: { allocation } });
  await client('updateSchedule', { body: { product_id: id, quantity, schedule } });
  return id;
}

function buildTomorrowSchedule(): Schedule {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Lisbon' });
  return { [weekday.format(tomorrow).toLowerCase()]: { time_start: '12:00', time_end: '20:00' } };
}

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2031, cvc: '123' };

async function buyProduct(client: Client, productId: number, price: number) {
  const body = { amount: price.toFixed(2), currency: 'EUR' as const, productId };
  const hold = await client('initiatePayment', { body });
  await client('confirmSandboxPayment', { body: { client_secret: hold.client_secret, card: CARD } });
  return (await client('completePayment', { body: { token: hold.token } })).data.order;
}

/** An order that can be cancelled whatever the time of day. */
export async function buyProductForTomorrow(buyerToken: string, product: NewProduct) {
  const productId = await createProduct(await registerSeller(), product, buildTomorrowSchedule());
  const client = createClient({
    host: process.env.E2E_URL!,
    token: () => buyerToken,
    language: () => 'en',
  });
  return buyProduct(client, productId, PRICE);
}

/** The demo's partner buys the same product twice, on a server of the journey's own. */
export async function buyTwoProducts(host: string) {
  let token: string | null = null;
  const client = createClient({ host, token: () => token, language: () => 'en' });
  const credentials = { email: 'partner@wopack.example', password: 'sobras1', device_name: 'journey' };
  ({ token } = await client('login', { body: credentials }));
  const { data: offers } = await client('listOffers', { query: {} });
  const { id, price } = offers.find(({ quantity }) => quantity > 1)!;
  return {
    token: token!,
    orders: [await buyProduct(client, id, price), await buyProduct(client, id, price)] as const,
  };
}
