import { type Client, createClient, type Input } from '@wopack/contract/client';
import sharp from 'sharp';

export interface NewProduct {
  salePlaceName: string;
  name: string;
  /** 1 to 7 a day. */
  quantity: number;
}

type Schedule = Input<'updateSchedule'>['body']['schedule'];

export interface Account {
  client: Client;
  token: string;
  email: string;
}

let accountCount = 0;

/** An account without a browser. */
export async function registerAccount(
  profile: { name: string; is_owner?: true },
  { host = process.env.E2E_URL!, language = 'en' } = {},
): Promise<Account> {
  const email = `account-${process.pid}-${Date.now()}-${++accountCount}@example.com`;
  const connection = { host, language: () => language };
  const { token } = await createClient({ ...connection, token: () => null })('register', {
    body: {
      ...profile,
      email,
      password: 'sobras1',
      device_name: 'journey',
      check_terms: true,
    },
  });
  return { client: createClient({ ...connection, token: () => token }), token, email };
}

/** Collected all day, or tomorrow from noon and on no other weekday: that one can be cancelled at any time of day. */
export type PickupDays = 'every day' | 'tomorrow';

interface ProductOptions {
  days: PickupDays;
  allocation?: 'automatic' | 'draw';
  /** What the seller says of the food; gluten by default. */
  food?: Pick<Input<'saveProduct'>['body'], 'allergens' | 'diet'>;
}

export interface SellerWithProduct extends Account {
  productId: number;
}

/** A seller without a browser, with a product on sale. */
export async function createSellerWithProduct(
  product: NewProduct,
  { host, ...options }: ProductOptions & { host?: string },
): Promise<SellerWithProduct> {
  const seller = await registerAccount({ name: 'Rui Fontes', is_owner: true }, { ...(host && { host }) });
  return { ...seller, productId: await createProduct(seller.client, product, options) };
}

export async function createSalePlace(client: Client, name: string): Promise<number> {
  const { data } = await client('saveSalePlace', {
    body: {
      name,
      phone: '+351 210 000 018',
      address: 'Rua da Trindade 18, Chiado, 1200-468 Lisboa',
      latitude: 38.7123,
      longitude: -9.1416,
      categories: [1],
      isHandWriteAddress: true,
    },
  });
  return data.id;
}

const PRICE = 3.99;

/** With a sale place of its own. */
export async function createProduct(
  client: Client,
  { salePlaceName, name, quantity }: NewProduct,
  { days, allocation = 'automatic', food = { allergens: ['gluten'] } }: ProductOptions,
): Promise<number> {
  const salePlaceId = await createSalePlace(client, salePlaceName);
  const photo = new Blob([new Uint8Array(await createPlainPhoto())], { type: 'image/jpeg' });
  const { data: uploadedPhoto } = await client('uploadProductPhoto', { file: photo });
  const { data: savedProduct } = await client('saveProduct', {
    body: {
      id: 0,
      sale_place_id: salePlaceId,
      categories: [1],
      name,
      description: 'Pão de fermentação natural e croissants.',
      price: PRICE,
      ...food,
      photo: [uploadedPhoto.path],
    },
  });
  const { id } = savedProduct;
  if (allocation === 'draw') await client('updateAllocation', { params: { id }, body: { allocation } });
  await client('updateSchedule', { body: { product_id: id, quantity, schedule: buildSchedule(days) } });
  return id;
}

/** Little work for the server, unlike a photo of a camera. */
export const createPlainPhoto = (): Promise<Buffer> =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: '#c8843c' } })
    .jpeg()
    .toBuffer();

function buildSchedule(days: PickupDays): Schedule {
  if (days === 'every day') {
    const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];
    return Object.fromEntries(weekdays.map((day) => [day, { time_start: '00:00', time_end: '23:59' }]));
  }
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
  const weekday = new Intl.DateTimeFormat('en', { weekday: 'short', timeZone: 'Europe/Lisbon' });
  return { [weekday.format(tomorrow).toLowerCase()]: { time_start: '12:00', time_end: '20:00' } };
}

const CARD = { number: '4242424242424242', exp_month: 12, exp_year: 2031, cvc: '123' };
/** Paid, and then disputed at the buyer's bank. */
export const DISPUTED_CARD = '4000000000000259';

export async function buyProduct(client: Client, productId: number, number = CARD.number) {
  const body = { amount: PRICE.toFixed(2), currency: 'EUR' as const, productId };
  const hold = await client('initiatePayment', { body });
  await client('confirmSandboxPayment', {
    body: { client_secret: hold.client_secret, card: { ...CARD, number } },
  });
  return (await client('completePayment', { body: { token: hold.token } })).data.order;
}

/** An order that can be cancelled whatever the time of day, of a seller whom no other journey knows. */
export async function buyProductForTomorrow(buyerToken: string, product: NewProduct) {
  const seller = await createSellerWithProduct(product, { days: 'tomorrow' });
  const host = process.env.E2E_URL!;
  const client = createClient({ host, token: () => buyerToken, language: () => 'en' });
  return { order: await buyProduct(client, seller.productId), seller };
}
