import type { Client, Input } from '@wopack/contract/client';
import sharp from 'sharp';
import { expect } from 'vitest';
import { hashPassword } from '../src/modules/identity/account/hash-password.ts';
import { createUser } from '../src/modules/identity/create-user.ts';
import { upsertLoginCode } from '../src/modules/identity/identity.queries.ts';
import { hashLoginCode } from '../src/modules/identity/secrets.ts';
import { issueToken } from '../src/modules/identity/sessions/issue-token.ts';
import { postTransaction } from '../src/modules/ledger/index.ts';
import { listPhotoPaths } from '../src/modules/media/index.ts';
import type { Clock } from '../src/platform/clock.ts';
import type { TestApp } from './test-app.ts';

/** What is needed to make people and packs. */
export type Builder = Pick<TestApp, 'db' | 'client'> & { clock: Clock };

let count = 0;
let password: Promise<string> | undefined;

/** Of everybody these builders make. */
export const PASSWORD = 'sobras1';

export interface Person {
  id: number;
  email: string;
  token: string;
  call: Client;
}

interface PersonOptions {
  name?: string;
  is_owner?: boolean;
  is_partner?: boolean;
  /** The address is proven. */
  verified?: boolean;
  /** As if they had signed up by this partner's link. */
  broughtBy?: Person;
}

/** A registered, signed-in person; without the call, whose password hashing is slow on purpose. */
export async function person(
  test: Builder,
  { name = 'Marta Salgado', verified = false, broughtBy, ...roles }: PersonOptions = {},
): Promise<Person> {
  password ??= hashPassword(PASSWORD);
  const email = `person${++count}-${process.pid}@example.com`;
  const now = test.clock.now();
  const passwordHash = await password;
  const [id, token] = await test.db.transaction().execute(async (trx) => {
    const userId = await createUser(trx, {
      name,
      email,
      passwordHash,
      isSeller: roles.is_owner ?? false,
      isPartner: roles.is_partner ?? false,
      isEmailVerified: verified,
      refLink: undefined,
      language: 'en',
      now,
    });
    if (broughtBy)
      await trx.updateTable('users').set({ referred_by: broughtBy.id }).where('id', '=', userId!).execute();
    return [userId!, await issueToken(trx, { userId: userId!, deviceName: 'test', remember: true, now })];
  });
  return { id, email, token, call: test.client(token) };
}

/** Signs this person in once more; answers the id of that token. */
export async function anotherDevice({ db, clock }: TestApp, { id: userId }: Person, deviceName = 'tablet') {
  await db
    .transaction()
    .execute((trx) => issueToken(trx, { userId, deviceName, remember: true, now: clock.now() }));
  const newest = db.selectFrom('tokens').select('id').where('user_id', '=', userId).orderBy('id', 'desc');
  return (await newest.limit(1).executeTakeFirstOrThrow()).id;
}

export const CODE = '482731';

/** The code that this address was sent, without the mail. */
export const codeFor = ({ db, clock, context }: TestApp, email: string) =>
  upsertLoginCode(db, email, hashLoginCode(context.secrets, CODE), new Date(clock.now().getTime() + 600_000));

/** A photo as telephones make them. */
export const jpeg = async (width = 1600, height = 1200): Promise<Blob> =>
  new Blob([
    new Uint8Array(
      await sharp({ create: { width, height, channels: 3, background: '#c98a3d' } })
        .jpeg()
        .toBuffer(),
    ),
  ]);

export interface Shop {
  seller: Person;
  placeId: number;
  productId: number;
}

type PlaceBody = Input<'saveSalePlace'>['body'];
type ProductBody = Input<'saveProduct'>['body'];
type Schedule = Input<'updateSchedule'>['body']['schedule'];

export const evenings: Schedule = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [
    day,
    { time_start: '17:30', time_end: '19:00' },
  ]),
);

export const placeBody: PlaceBody = {
  name: 'Padaria Aurora',
  phone: '+351 210 000 018',
  address: 'Rua da Trindade 18, Lisboa',
  categories: '[1,2]',
  latitude: 38.7123,
  longitude: -9.1416,
  isHandWriteAddress: true,
};

export const businessBody: Input<'updateBusiness'>['body'] = {
  legal_name: 'Aurora Panificação, Lda.',
  address: 'Rua da Trindade 18, 1200-468 Lisboa',
  country: 'PT',
  vat_number: '501 442 600',
};

/** A photo that this person uploaded and has not used yet; its files are not there. */
export async function uploaded(test: Builder, owner: Person): Promise<string> {
  const photo = listPhotoPaths(`/media/photos/test-${++count}`);
  await test.db
    .insertInto('uploads')
    .values({ ...photo, user_id: owner.id, created_at: test.clock.now() })
    .execute();
  return photo.path;
}

/** A seller with a venue and a pack on sale. */
export async function shop(
  test: Builder,
  {
    seller,
    salePlace: place = {},
    product = {},
    quantity = 3,
    schedule = evenings,
  }: {
    seller?: Person;
    salePlace?: Partial<PlaceBody>;
    product?: Partial<ProductBody>;
    quantity?: number;
    schedule?: Schedule;
  } = {},
): Promise<Shop> {
  const owner = seller ?? (await person(test, { name: 'Rui Fontes', is_owner: true }));
  const { data: saved } = await owner.call('saveSalePlace', { body: { ...placeBody, ...place } });
  const productId = await draft(test, owner, saved.id, product);
  await owner.call('updateSchedule', { body: { product_id: productId, quantity, schedule } });
  return { seller: owner, placeId: saved.id, productId };
}

/** A pack without a schedule yet. */
export async function draft(
  test: Builder,
  owner: Person,
  placeId: number,
  product: Partial<ProductBody> = {},
): Promise<number> {
  const photo = product.photo ?? [await uploaded(test, owner)];
  const { data } = await owner.call('saveProduct', {
    body: {
      id: 0,
      sale_place_id: placeId,
      categories: [1],
      name: 'Cesto de fim de tarde',
      description: 'Pão de fermentação natural e croissants.',
      price: 3.99,
      ...product,
      photo,
    },
  });
  return data.id;
}

export const goodCard = { number: '4242 4242 4242 4242', exp_month: 12, exp_year: 2031, cvc: '123' };
export const declinedCard = { ...goodCard, number: '4000 0000 0000 0002' };

export const initiate = (buyer: Person, productId: number) =>
  buyer.call('initiatePayment', { body: { amount: '3.99', currency: 'EUR', productId } });

/** Initiates, pays and completes. Answers the order. */
export async function buy(buyer: Person, productId: number) {
  const { token, client_secret } = await initiate(buyer, productId);
  await buyer.call('confirmSandboxPayment', { body: { client_secret, card: goodCard } });
  return (await buyer.call('completePayment', { body: { token } })).data.order;
}

/** As if this much of what a seller is owed had been paid out. */
export const payOut = ({ db, clock }: TestApp, { id }: Person, cents: number) =>
  db.transaction().execute((trx) =>
    postTransaction(trx, {
      kind: 'test_payout',
      reference: `user:${id}`,
      entries: [
        { account: `seller:${id}`, amountCents: cents },
        { account: 'provider', amountCents: -cents },
      ],
      now: clock.now(),
    }),
  );

/** The id of a pack's slot on a date. */
export const slotOf = async ({ db }: TestApp, productId: number, date: string): Promise<number> => {
  const slots = db.selectFrom('pickup_slots').select('id').where('product_id', '=', productId);
  return (await slots.where('date', '=', date).executeTakeFirstOrThrow()).id;
};

/** How many are left in the slot on sale. */
export const left = async (who: Person, productId: number): Promise<number> =>
  (await who.call('getOffer', { params: { id: productId } })).data.quantity;

/** Expects a call to be refused with this code, and for validation with these fields. */
export async function expectRefusal(
  call: Promise<unknown>,
  code: number,
  ...fields: string[]
): Promise<void> {
  const error = await call.then(
    () => null,
    (refusal: unknown) => refusal,
  );
  expect(error, 'the call was to be refused').not.toBeNull();
  expect(error).toMatchObject({ code });
  if (fields.length) expect(Object.keys((error as { errors: object }).errors).sort()).toEqual(fields.sort());
}
