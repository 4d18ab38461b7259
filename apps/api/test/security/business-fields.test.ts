import { randomUUID } from 'node:crypto';
import {
  type Endpoint,
  type EndpointName,
  endpoints,
  hasMemberRight,
  type MemberRight,
  type MemberRole,
} from '@wopack/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { TObject, TSchema } from 'typebox';
import { extractText, getDocumentProxy } from 'unpdf';
import { beforeAll, describe, expect, test } from 'vitest';
import { postTransaction } from '../../src/modules/ledger/index.ts';
import { writeStatement } from '../../src/modules/ledger/statements/issue-statements.ts';
import {
  addMember,
  addTestCounter,
  buyProduct,
  createDraftProduct,
  createInvitation,
  createMember,
  createProductOnSale,
  createTestCounter,
  createTestUser,
  getSlotId,
  IBAN,
  IBAN_DE,
  setUpPayouts,
  TEST_PASSWORD,
  type TestUser,
} from '../support/builders.ts';
import { useTestApp } from '../support/test-app.ts';
import { injectRequest } from '../support/test-request.ts';

/*
 * No role reaches a field, a sale place or an export that it has no right to, also by ids of others: each sale place and
 * each business has words, amounts and ids that occur nowhere else, and no answer has one that its caller may not see.
 */

const api = useTestApp();

/** Two sale places of one business, and one of another. */
const PLACES = ['alfa', 'beta', 'foxtrot'] as const;
type Place = (typeof PLACES)[number];
type Business = 'own' | 'other';
const businessOf = (place: Place): Business => (place === 'foxtrot' ? 'other' : 'own');

const PRICE_CENTS: Record<Place, number> = { alfa: 6137, beta: 7193, foxtrot: 8377 };
const COMMISSION_CENTS = 129;
/** Of the founder as a partner, and as a buyer elsewhere. */
const SHARE_CENTS = 43_219;
const BOUGHT_CENTS = 9431;
const CLOSING_CENTS: Record<Business, number> = { own: 54_331, other: 57_713 };
const PAYOUT_CENTS: Record<Business, number> = { own: 31_477, other: 37_441 };
const PARTNER_CLOSING_CENTS = 47_653;

/** Packs that a place sells: one each time, two a day, four in all. */
const SUMS = [1, 2, 4];

interface Marker {
  /** What it is, for the message of a failure. */
  name: string;
  /** Words as they are, amounts in cents or euros, or the ids of a place by their first digits. */
  pattern: RegExp;
  business: Business;
  /** Null: it is about the whole business, so only members with all sale places have it. */
  place: Place | null;
  /** The right to see it; `nobody`: no member, whatever the role; `founder`: that person alone. */
  right: MemberRight | 'nobody' | 'founder';
  /** Buyers see it too, on public pages. */
  isPublic?: boolean;
  /** Calls in which others see it as well. */
  also?: Partial<Record<EndpointName, MemberRight>>;
}

interface Caller {
  name: string;
  user: TestUser | null;
  /** The first is of the business that the device works for. */
  memberships: { business: Business; role: MemberRole; places: readonly Place[] | null }[];
  is?: 'founder';
  /** Handed over since. */
  founded?: Business;
}

/** What each place has that nobody else has. */
const PLACE_WORDS: Record<string, Pick<Marker, 'right' | 'isPublic' | 'also'>> = {
  place: { right: 'business.use', isPublic: true },
  onsale: { right: 'business.use', isPublic: true },
  review: { right: 'reviews.answer', isPublic: true },
  // Drafts and prices of them are for those who publish, and at the counter for those who change the stock.
  draft: { right: 'stock.change' },
  drafttext: { right: 'stock.change' },
  code: { right: 'stock.change' },
  holiday: { right: 'products.manage' },
  // Who hands out sees whom, on that day alone.
  buyertoday: { right: 'hand_out' },
  cancelreason: { right: 'hand_out' },
  handedoutby: { right: 'hand_out' },
  device: { right: 'hand_out' },
  buyerpast: { right: 'orders.view' },
  // Sellers know buyers by first name and initial.
  buyersurname: { right: 'nobody' },
  buyermail: { right: 'nobody' },
  problem: { right: 'problems.answer' },
  question: { right: 'problems.answer' },
  idledevice: { right: 'devices.manage' },
  idlename: { right: 'devices.manage', also: { getCounter: 'hand_out' } },
  // Colleagues at one's sale places are known to who sees what they did; devices offer them before a hand-out.
  colleague: { right: 'activity.view', also: { listMembers: 'members.manage', getCounter: 'hand_out' } },
  membermail: { right: 'members.manage' },
  claim: { right: 'business.manage' },
};

/** What the business has as a whole. */
const BUSINESS_WORDS: Record<string, Pick<Marker, 'right' | 'isPublic' | 'also'>> = {
  // Buyers see who sells before they pay; members have it as the name of the business.
  legalname: { right: 'money.view', isPublic: true, also: { listMyBusinesses: 'business.use' } },
  holder: { right: 'money.view' },
  taxnumber: { right: 'money.view' },
  invoiced: { right: 'money.view' },
  registernumber: { right: 'money.view' },
  taxcity: { right: 'money.view' },
  invited: { right: 'members.manage' },
  // Of managers only those whose sale places are all of the import's: product-imports.test.ts.
  table: { right: 'products.manage' },
};

const word = (name: string, of: Place | Business) => `mk${name}${of}`;

/** Private ones begin with 1, those that buyers see with 2. */
const idBase = (place: Place, isPublic: boolean) =>
  (isPublic ? 2 : 1) * 100_000_000 + (PLACES.indexOf(place) + 1) * 1_000_000;
const PRIVATE_IDS = ['devices', 'counter_names', 'holidays'];
/** A review has the number of its order. */
const PUBLIC_IDS = ['products', 'sale_places', 'pickup_slots', 'orders'];

const amountPattern = (cents: number) =>
  new RegExp(
    `(?<![\\d.,])(${cents}|${Math.floor(cents / 100)}[.,]${String(cents % 100).padStart(2, '0')})(?![\\d])`,
  );

function listMarkers(): Marker[] {
  const markers: Marker[] = [];
  for (const place of PLACES) {
    const business = businessOf(place);
    const earning = PRICE_CENTS[place] - COMMISSION_CENTS;
    for (const [name, marker] of Object.entries(PLACE_WORDS))
      markers.push({
        name: `${name} of ${place}`,
        pattern: new RegExp(word(name, place), 'i'),
        business,
        place,
        ...marker,
      });
    for (const isPublic of [true, false])
      markers.push({
        name: `id of ${place}`,
        pattern: new RegExp(`(?<!\\d)${idBase(place, isPublic) / 1_000_000}\\d{6}(?!\\d)`),
        business,
        place,
        right: 'business.use',
        isPublic,
      });
    markers.push({
      name: `iban of ${business}`,
      pattern: business === 'own' ? /•••• 0154|PT50 ?0002/ : /•••• 3000|DE89 ?3704/,
      business,
      place: null,
      right: 'money.view',
    });
    // The counter sees what was paid, and not what is earned or sold in all.
    for (const count of SUMS) {
      markers.push({
        name: `earning of ${count} at ${place}`,
        pattern: amountPattern(earning * count),
        business,
        place,
        right: 'figures.view',
      });
      if (count > 1)
        markers.push({
          name: `turnover of ${count} at ${place}`,
          pattern: amountPattern(PRICE_CENTS[place] * count),
          business,
          place,
          right: 'figures.view',
        });
    }
  }
  const ownEarning = PRICE_CENTS.alfa + PRICE_CENTS.beta - 2 * COMMISSION_CENTS;
  for (const count of SUMS.slice(1))
    markers.push({
      name: `earning of ${count} at both`,
      pattern: amountPattern(ownEarning * count),
      business: 'own',
      place: null,
      right: 'figures.view',
    });
  for (const business of ['own', 'other'] as const) {
    for (const [name, marker] of Object.entries(BUSINESS_WORDS))
      markers.push({
        name: `${name} of ${business}`,
        pattern: new RegExp(word(name, business), 'i'),
        business,
        place: null,
        ...marker,
      });
    for (const [name, cents] of [
      ['statement', CLOSING_CENTS[business]],
      ['payout', PAYOUT_CENTS[business]],
    ] as const)
      markers.push({
        name: `${name} of ${business}`,
        pattern: amountPattern(cents),
        business,
        place: null,
        right: 'money.view',
      });
  }
  for (const [name, cents] of [
    ['share', SHARE_CENTS],
    ['partner’s statement', PARTNER_CLOSING_CENTS],
    ['purchase', BOUGHT_CENTS],
  ] as const)
    markers.push({
      name: `${name} of the founder`,
      pattern: amountPattern(cents),
      business: 'own',
      place: null,
      right: 'founder',
      isPublic: name === 'purchase',
    });
  return markers;
}

/** Calls for everybody, and those that ask for an account but show the same to all. */
const isPublicCall = (name: EndpointName) =>
  ['public', 'optional', 'guest'].includes(endpoints[name].auth) ||
  ['getSeller', 'listSellerReviews', 'streamOffers', 'findLookAlikes', 'searchEstablishments'].includes(name);

/** Who a business was when its founder handed it over stays the founder's data. */
const KEPT_OF_FOUNDER = /^(legalname|taxnumber|registernumber|taxcity|iban|holder) /;

function maySee(caller: Caller, marker: Marker, name: EndpointName): boolean {
  if (marker.isPublic && isPublicCall(name)) return true;
  if (caller.founded === marker.business && name === 'exportAccount' && KEPT_OF_FOUNDER.test(marker.name))
    return true;
  if (marker.right === 'founder')
    return caller.is === marker.right && caller.memberships[0]!.business === marker.business;
  // Calls about the account name all memberships of it, the others the business that the device works for.
  const memberships = endpoints[name].auth === 'user' ? caller.memberships : caller.memberships.slice(0, 1);
  return memberships.some(({ business, role, places }) => {
    if (business !== marker.business) return false;
    if (
      marker.place === null
        ? places !== null && !marker.also?.[name]
        : places !== null && !places.includes(marker.place)
    )
      return false;
    const rights = [marker.right, marker.also?.[name]].filter(
      (right) => right !== undefined && right !== 'nobody',
    );
    return rights.some((right) => hasMemberRight(role, right as MemberRight));
  });
}

interface Ids {
  salePlaceId: number;
  productId: number;
  draftId: number;
  slotId: number;
  orderIds: number[];
  deviceId: number;
  memberUserId: number;
  buyerId: number;
  businessId: number;
  statementIds: number[];
  commissionInvoiceIds: number[];
  importId: number;
}

const ids = {} as Record<Place, Ids>;
const pins = {} as Record<Place, string>;
const callers: Caller[] = [];
const markers = listMarkers();

const setNextId = (table: string, id: number) =>
  sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${id})`.execute(api.ownerDb);

/** From here on ids of these tables are those of a place. */
async function startIdsOf(place: Place): Promise<void> {
  for (const table of PRIVATE_IDS) await setNextId(table, idBase(place, false));
  for (const table of PUBLIC_IDS) await setNextId(table, idBase(place, true));
}

const YESTERDAY_NOON = '2026-11-19T12:00:00Z';
const TODAY_NOON = '2026-11-20T12:00:00Z';
const TODAY_IN_WINDOW = '2026-11-20T17:45:00Z';

/** A sale place with all that PLACE_WORDS names, as of today in its window. */
async function createPlace(place: Place, seller: TestUser): Promise<void> {
  const say = (name: string) => word(name, place);
  const price = PRICE_CENTS[place] / 100;
  await startIdsOf(place);
  api.clock.set(YESTERDAY_NOON);
  const { salePlaceId, productId } = await createProductOnSale(api, {
    seller,
    salePlace: { name: say('place'), latitude: 38.7 + PLACES.indexOf(place) / 50 },
    product: { name: say('onsale'), price },
    quantity: 9,
  });
  const draftId = await createDraftProduct(api, seller, salePlaceId, {
    name: say('draft'),
    description: say('drafttext'),
    code: say('code'),
    price,
  });
  const params = { id: salePlaceId };
  const body = { name: say('holiday'), date_from: '2026-12-24', date_to: '2026-12-26' };
  await seller.call('saveHoliday', { params, body });
  const buy = async (name: string) => {
    const buyer = await createTestUser(api, {
      name: say(name),
      email: `${say('buyermail')}.${name}@example.com`,
    });
    await buyer.call('updateProfile', {
      body: { name: say(name), sname: `X${say('buyersurname')}`, phone: '+351 910 000 000' },
    });
    return { buyer, ...(await buyProduct(buyer, productId, { amount: price })) };
  };
  const past = await buy('buyerpast');
  await collect(past.id);
  const rated = await buy('rated');
  await collect(rated.id);
  await rated.buyer.call('rateOrder', { params: { id: rated.id }, body: { stars: 4, text: say('review') } });

  api.clock.set(TODAY_NOON);
  const waiting = await buy('buyertoday');
  const handedOut = await buy('handedout');
  const cancelled = await buy('cancelled');
  await seller.call('cancelSellerOrder', {
    params: { id: cancelled.id },
    body: { reason: say('cancelreason') },
  });
  api.clock.set(TODAY_IN_WINDOW);
  await waiting.buyer.call('reportOrder', {
    params: { id: waiting.id },
    body: { text: say('problem'), wish: 'part' },
  });
  await api.db
    .insertInto('report_messages')
    .values({ order_id: waiting.id, author: 'operator', text: say('question'), created_at: api.clock.now() })
    .execute();
  const device = await createTestCounter(api, seller, salePlaceId);
  await renameDevice(device.deviceId, say('device'));
  const addName = (name: string) =>
    seller.call('addCounterName', { body: { name, sale_place_id: salePlaceId } });
  const { data: atCounter } = await addName(say('handedoutby'));
  await addName(say('idlename'));
  await seller.call('updateCounter', { params: { id: device.deviceId }, body: { asks_name: true } });
  await device.call('handOut', {
    params: { id: handedOut.id },
    body: { pin: handedOut.pin!, person: { kind: 'name', id: atCounter.id } },
  });
  await renameDevice((await addTestCounter(api, seller, salePlaceId)).id, say('idledevice'));
  const colleague = await createMember(api, seller, 'counter', {
    name: say('colleague'),
    email: `${say('membermail')}@example.com`,
    salePlaceIds: [salePlaceId],
  });
  await colleague.call('updateSlotQuantity', {
    params: { id: await getSlotId(api, productId, '2026-11-21') },
    body: { quantity: 5 },
  });
  const claimant = await createTestUser(api, { isSeller: true, isEmailVerified: true });
  await claimant.call('claimSalePlace', { params, body: { text: say('claim'), phone: '+351 912 000 000' } });
  callers.push({
    name: `device of ${place}`,
    user: device,
    memberships: [{ business: businessOf(place), role: 'counter', places: [place] }],
  });
  pins[place] = waiting.pin!;
  ids[place] = {
    salePlaceId,
    productId,
    draftId,
    slotId: await getSlotId(api, productId, '2026-11-20'),
    orderIds: [waiting.id, handedOut.id, cancelled.id, past.id, rated.id],
    deviceId: device.deviceId,
    memberUserId: colleague.id,
    buyerId: past.buyer.id,
    businessId: seller.id,
    statementIds: [],
    commissionInvoiceIds: [],
    importId: 0,
  };
}

const collect = (id: number) =>
  api.db
    .updateTable('orders')
    .set({ state: 'collected', collected_at: api.clock.now() })
    .where('id', '=', id)
    .execute();

const renameDevice = (id: number, name: string) =>
  api.db.updateTable('devices').set({ name }).where('id', '=', id).execute();

/** An issued invoice for the commission, whose document has a word of the business. */
async function createCommissionInvoice(statementId: number, sellerId: number, name: string): Promise<number> {
  const now = api.clock.now();
  const { id } = await api.db
    .insertInto('commission_invoices')
    .values({
      ...({ statement_id: statementId, kind: 'invoice', service: 'invoicexpress', state: 'issued' } as const),
      ...{
        reference: randomUUID(),
        document_ref: '1',
        number: `FT 2026/${statementId}`,
        atcud: 'JFX2026-1',
        issued_at: now,
      },
      customer: JSON.stringify({
        ...{ id: sellerId, name, address: 'Largo do Carmo 3', post_code: '1200-092', city: 'Lisboa' },
        ...{ country: 'PT', tax_number: 'PT509442013' },
      }),
      ...{ amount_cents: 129, vat_percent: 23, created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const words = `BT /F 12 Tf 10 100 Td (${name}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Length ${words.length}>>stream\n${words}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const content = Buffer.from(`%PDF-1.4\n${body}trailer\n<</Root 1 0 R/Size 6>>\n%%EOF`);
  await api.db
    .insertInto('commission_invoice_files')
    .values({ invoice_id: id, content, fetched_at: now })
    .execute();
  return id;
}

/** Identity, account, a statement with its payout, an invitation and a table of the business. */
async function createMoney(business: Business, seller: TestUser, maker: TestUser): Promise<void> {
  const say = (name: string) => word(name, business);
  const now = api.clock.now();
  await setUpPayouts(api, seller, business === 'own' ? IBAN : IBAN_DE);
  const identity = { legal_name: say('legalname'), kind: 'company' as const };
  await api.db
    .updateTable('legal_identities')
    .set({ ...identity, register_number: say('registernumber'), tax_number: say('taxnumber') })
    .set({ tax_country: 'PT', post_code: '1200-468', city: say('taxcity') })
    .where('user_id', '=', seller.id)
    .execute();
  const holder = say('holder');
  await api.db.updateTable('payout_details').set({ holder }).where('user_id', '=', seller.id).execute();
  const write = (role: 'seller' | 'partner', closing: number) =>
    api.db.transaction().execute((trx) =>
      writeStatement(api.context, trx, {
        ...{ userId: seller.id, role, month: '2026-10', now },
        ...{ opening: 0, closing, commission: 0, corrects: null },
      }),
    );
  const statementId = await write('seller', CLOSING_CENTS[business]);
  const statementIds = [statementId];
  if (business === 'own') statementIds.push(await write('partner', PARTNER_CLOSING_CENTS));
  const invoiceId = await createCommissionInvoice(statementId, seller.id, say('invoiced'));
  const { id: runId } = await api.db
    .insertInto('payout_runs')
    .values({ created_at: now, file: '<Document/>', sent_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const amountCents = PAYOUT_CENTS[business];
  const { id: payoutId } = await api.db
    .insertInto('payouts')
    .values({
      ...{ run_id: runId, user_id: seller.id, role: 'seller' as const, statement_id: statementId },
      ...{ amount_cents: amountCents, iban: IBAN, holder, state: 'sent' as const, changed_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await api.db.transaction().execute(async (trx) => {
    await postTransaction(trx, {
      kind: 'payout',
      payoutId,
      entries: [
        { account: { kind: 'seller', userId: seller.id }, amountCents },
        { account: { kind: 'payouts' }, amountCents: -amountCents },
      ],
      now,
    });
    if (business === 'other') return;
    await postTransaction(trx, {
      kind: 'adjustment',
      note: `shares of ${seller.id}`,
      entries: [
        { account: { kind: 'partner', userId: seller.id }, amountCents: -SHARE_CENTS },
        { account: { kind: 'provider' }, amountCents: SHARE_CENTS },
      ],
      now,
    });
  });
  await createInvitation(api, seller, `${say('invited')}@example.com`);
  const table = `name,description,price,categories,photos,sale_place\n${say('table')},Pão.,3.99,1,a.jpg,None\n`;
  const { data } = await maker.call('createProductImport', {
    file: new File([table], `${say('table')}.csv`),
  });
  for (const place of PLACES)
    if (businessOf(place) === business)
      Object.assign(ids[place], { statementIds, commissionInvoiceIds: [invoiceId], importId: data.id });
}

beforeAll(async () => {
  api.clock.set(YESTERDAY_NOON);
  const prices = [...Object.values(PRICE_CENTS), BOUGHT_CENTS];
  await api.db
    .insertInto('price_tiers')
    .values(prices.map((price_cents) => ({ price_cents, old_price_cents: price_cents })))
    .execute();
  const createSeller = (name: string, isPartner: boolean) =>
    createTestUser(api, { name, isSeller: true, isPartner, isEmailVerified: true });
  const founder = await createSeller('Rui Fontes', true);
  const otherFounder = await createSeller('Luz Prata', false);
  const elsewhere = await createProductOnSale(api, {
    product: { price: BOUGHT_CENTS / 100 },
    salePlace: { latitude: 38.9 },
  });
  for (const place of PLACES) await createPlace(place, businessOf(place) === 'own' ? founder : otherFounder);
  for (const table of PUBLIC_IDS) await setNextId(table, 300_000_000);
  await buyProduct(founder, elsewhere.productId, { amount: BOUGHT_CENTS / 100 });
  // What is offered to all sellers names no earnings of these prices.
  await api.db
    .updateTable('price_tiers')
    .set({ retired_at: api.clock.now() })
    .where('price_cents', 'in', prices)
    .execute();

  const all = (business: Business, role: MemberRole) => ({ business, role, places: null });
  callers.push({ name: 'founder', user: founder, is: 'founder', memberships: [all('own', 'owner')] });
  const addCaller = async (
    business: Business,
    role: MemberRole,
    places: readonly Place[] | null,
    changes: Partial<Caller> = {},
  ) => {
    const user = await createMember(api, business === 'own' ? founder : otherFounder, role, {
      salePlaceIds: places?.map((place) => ids[place].salePlaceId) ?? null,
    });
    const name = `${role} of ${business}, ${places?.join() ?? 'all'}`;
    callers.push({ name, user, memberships: [{ business, role, places }], ...changes });
    return user;
  };
  const maker = await addCaller('own', 'manager', null);
  for (const role of ['manager', 'counter', 'accountant'] as const) {
    await addCaller('own', role, null);
    await addCaller('own', role, ['alfa']);
    await addCaller('own', role, ['beta']);
  }
  await addCaller('own', 'owner', null);
  const otherMaker = await addCaller('other', 'owner', null);
  await addCaller('other', 'manager', ['foxtrot']);
  const both = await addCaller('other', 'manager', null, { name: 'manager of other, counter of own' });
  await addMember(api, {
    businessId: founder.id,
    userId: both.id,
    role: 'counter',
    salePlaceIds: [ids.beta.salePlaceId],
  });
  callers.at(-1)!.memberships.push({ business: 'own', role: 'counter', places: ['beta'] });
  await both.call('chooseBusiness', { params: { id: otherFounder.id } });
  const former = await addCaller('own', 'accountant', null, { name: 'former member', memberships: [] });
  await api.db.deleteFrom('members').where('user_id', '=', former.id).execute();
  callers.push({ name: 'buyer', user: await createTestUser(api), memberships: [] });
  callers.push({ name: 'nobody', user: null, memberships: [] });
  await createMoney('own', founder, maker);
  await createMoney('other', otherFounder, otherMaker);
  // What is stored of the other business by the number of its founder is not theirs any more.
  const { members } = (await otherMaker.call('listMembers')).data;
  const founding = members.find(({ user_id }) => user_id === otherFounder.id)!;
  const proof = { password: TEST_PASSWORD };
  await otherMaker.call('endMember', { params: { id: founding.id }, body: proof });
  callers.push({ name: 'founder who left', user: otherFounder, memberships: [], founded: 'other' });
}, 300_000);

const readCalls = (Object.keys(endpoints) as EndpointName[]).filter(
  (name) => endpoints[name].method === 'GET' && endpoints[name].auth !== 'operator',
);

/** Parameters of paths by what precedes them. */
function listPathIds(path: string, of: Ids): (number | string)[] {
  const kinds: [RegExp, (number | string)[]][] = [
    [/\/(sale_places)\/\{id\}/, [of.salePlaceId]],
    [/\/(products|fav_product)\/\{id\}/, [of.productId, of.draftId]],
    [/\/orders\/\{id\}/, of.orderIds],
    [/\/statements\/\{id\}/, of.statementIds],
    [/\/commission_invoices\/\{id\}/, of.commissionInvoiceIds],
    [/\/sellers\/\{id\}/, [of.businessId]],
    [/\/clients\/\{id\}/, [of.buyerId]],
    [/\/product_imports\/\{id\}/, [of.importId]],
    [/\/draws\/\{id\}/, [1]],
    [/\{key\}/, ['none']],
  ];
  return kinds.find(([pattern]) => pattern.test(path))![1];
}

/** Values of a query parameter; those that narrow nothing are left out of `wide`. */
const QUERY_VALUES: Record<string, (of: Ids) => (string | number)[]> = {
  sale_place_id: (of) => [of.salePlaceId],
  sale_place_ids: (of) => [`${of.salePlaceId}`, `${of.salePlaceId},${ids.alfa.salePlaceId}`],
  product_id: (of) => [of.productId],
  products: (of) => [of.productId, of.draftId],
  seller_id: (of) => [of.businessId],
  business_id: (of) => [of.businessId],
  user_id: (of) => [of.memberUserId, of.businessId],
  person_id: (of) => [of.buyerId],
  device_id: (of) => [of.deviceId],
  slot_id: (of) => [of.slotId],
  from: () => ['2026-11-01', '2026-11-16'],
  to: () => ['2026-11-30'],
  date: () => ['2026-11-19', '2026-11-20'],
  month: () => ['2026-11'],
  latitude: () => [38.72],
  longitude: () => [-9.14],
  limit: () => [50],
  zoom: () => [14],
  bbox: () => ['-9.4,38.5,-9,39'],
  radius: () => [500_000],
  filterByType: () => [0],
  searchProductText: () => ['cesto'],
  text: () => ['mkplace'],
  query: () => ['mkplace'],
  name: () => ['mkplace'],
  search: () => [word('buyertoday', 'beta'), word('buyerpast', 'alfa')],
  state: () => ['paid,collected,cancelled_by_store'],
  needFavourite: () => ['no'],
  exact: () => ['no'],
  diets: () => ['vegan'],
  free_of: () => ['nuts'],
  unnamed: () => ['yes'],
  orders: () => ['yes'],
  mine: () => ['yes'],
  lang: () => ['pt'],
  ip: () => ['193.136.128.1'],
  cursor: () => [],
};

function listQueryValues(key: string, schema: TSchema & { enum?: string[] }, of: Ids): (string | number)[] {
  return QUERY_VALUES[key]?.(of) ?? schema.enum!;
}

function describeQuery(name: EndpointName): { properties: [string, TSchema][]; required: string[] } {
  const query = (endpoints[name] as Endpoint).query as TObject | undefined;
  return { properties: Object.entries(query?.properties ?? {}), required: query?.required ?? [] };
}

interface ReadRequest {
  caller: Caller;
  name: EndpointName;
  id: number | string;
  query: Record<string, string | number>;
}

let requestCount = 0;

/** What an answer says, as far as it can be read. */
async function readAnswer({
  caller,
  name,
  id,
  query,
}: ReadRequest): Promise<{ status: number; text: string }> {
  const { path, produces }: Endpoint = endpoints[name];
  const url = `${path.replace(/\{\w+\}/, String(id))}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
  const headers = {
    'accept-language': 'en',
    ...(caller.user && { authorization: `Bearer ${caller.user.token}` }),
  };
  if (produces === 'application/pdf') {
    const response = await api.app.inject({ url, headers });
    if (response.statusCode !== 200) return { status: response.statusCode, text: response.payload };
    const pdf = await getDocumentProxy(new Uint8Array(response.rawPayload));
    return { status: 200, text: (await extractText(pdf, { mergePages: true })).text };
  }
  // Limits of a network are no part of this.
  const remoteAddress = `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount++ & 255}`;
  return injectRequest(api, 'GET', url, { headers, remoteAddress });
}

async function findLeaks(request: ReadRequest): Promise<{ leaks: string[]; shown: Marker[] }> {
  const { status, text } = await readAnswer(request);
  expect(status, `${request.name} ${text}`).toBeLessThan(500);
  const shown = markers.filter(({ pattern }) => pattern.test(text));
  const leaks = shown.filter((marker) => !maySee(request.caller, marker, request.name));
  return { shown, leaks: leaks.map(({ name }) => name) };
}

const describeRequest = ({ caller, name, id, query }: ReadRequest) =>
  `${caller.name}: ${name} ${id} ${JSON.stringify(query)}`;

test('there is something to test', () => {
  expect(readCalls.length).toBeGreaterThan(75);
  for (const name of readCalls) {
    const { path } = endpoints[name];
    if (path.includes('{')) expect(listPathIds(path, ids.alfa), `ids of ${path}`).not.toHaveLength(0);
    for (const [key, schema] of describeQuery(name).properties)
      expect(listQueryValues(key, schema, ids.alfa), `values of ${key} of ${name}`).toBeDefined();
  }
});

/** What narrows nothing, by each id of the place, and each choice that a page has. */
function listQueries(name: EndpointName, place: Place): ReadRequest['query'][] {
  const { properties, required } = describeQuery(name);
  const values = properties.map(([key, schema]) => [key, listQueryValues(key, schema, ids[place])] as const);
  const wide = Object.fromEntries(
    values.flatMap(([key, [value]]) =>
      value !== undefined && (required.includes(key) || ['limit', 'orders'].includes(key))
        ? [[key, value]]
        : [],
    ),
  );
  const choices = values.flatMap(([key, all]) =>
    key.endsWith('_id') || (!isPublicCall(name) && place === 'alfa')
      ? all.map((value) => ({ ...wide, [key]: value }))
      : [],
  );
  return place === 'alfa' ? [wide, ...choices] : choices;
}

const IS_LONG = process.env.TEST_LONG !== undefined;

/** The others have the same rights at another place. */
const ALIKE = /of beta|of foxtrot|, beta|, foxtrot/;

/** Calls for everybody do not look who calls. */
const listCallers = (name: EndpointName) =>
  callers.filter((caller) =>
    endpoints[name].auth === 'public' ? caller.user === null : IS_LONG || !ALIKE.test(caller.name),
  );

describe('each caller, each call, each place', () => {
  const shownMarkers = new Set<string>();

  test.each(readCalls)('%s', { timeout: 300_000 }, async (name) => {
    const hasId = endpoints[name].path.includes('{');
    const failures: string[] = [];
    for (const caller of listCallers(name))
      for (const place of PLACES)
        for (const id of hasId
          ? listPathIds(endpoints[name].path, ids[place]).slice(0, IS_LONG ? 5 : 2)
          : [0])
          for (const query of hasId ? listQueries(name, 'alfa').slice(0, 1) : listQueries(name, place)) {
            const request = { caller, name, id, query };
            const { leaks, shown } = await findLeaks(request);
            if (leaks.length > 0) failures.push(`${describeRequest(request)} → ${leaks.join('; ')}`);
            for (const marker of shown) shownMarkers.add(marker.name);
          }
    expect(failures.join('\n')).toBe('');
  });

  test('each of the marks is seen by somebody who may, so that its absence elsewhere says something', () => {
    const unseen = markers.filter(
      ({ name, business, right }) => business === 'own' && right !== 'nobody' && !shownMarkers.has(name),
    );
    expect(unseen.map(({ name }) => name)).toEqual([]);
  });
});

test('who hands out is answered the order alone, of their sale place', async () => {
  for (const caller of callers.filter(({ user }) => user !== null))
    for (const place of PLACES) {
      const body = JSON.stringify({ sale_place_id: ids[place].salePlaceId, pin: pins[place] });
      const { text } = await injectRequest(api, 'POST', endpoints.checkPin.path, {
        payload: body,
        headers: { authorization: `Bearer ${caller.user!.token}`, 'content-type': 'application/json' },
        remoteAddress: `10.1.0.${requestCount++ % 250}`,
      });
      const leaks = markers.filter(({ pattern }) => pattern.test(text));
      expect(
        leaks.filter((marker) => !maySee(caller, marker, 'checkPin')).map(({ name }) => name),
        `${caller.name} at ${place}`,
      ).toEqual([]);
    }
});

test.each(['manager', 'counter'] as const)('problems are counted for who answers them: %s', async (role) => {
  const { user } = callers.find(({ name }) => name === `${role} of own, all`)!;
  const { to_hand_out, reports } = (await user!.call('getSellerTaskCounts')).data;
  expect({ to_hand_out, reports }).toEqual({ to_hand_out: 2, reports: role === 'manager' ? 2 : 0 });
});

const RUNS = IS_LONG ? 6000 : 300;

test(`${RUNS} random reads by ids of all`, { timeout: 120_000 + RUNS * 300 }, async () => {
  const anyRead = fc.constantFrom(...readCalls).chain((name) => {
    const { path } = endpoints[name];
    const { properties, required } = describeQuery(name);
    const anyPlace = fc.constantFrom(...PLACES);
    const values = properties.flatMap(([key, schema]) => {
      const all = PLACES.flatMap((place) => listQueryValues(key, schema, ids[place]));
      return all.length > 0 ? [[key, fc.constantFrom(...all)] as const] : [];
    });
    return fc.record({
      name: fc.constant(name),
      caller: fc.constantFrom(...callers),
      id: anyPlace.chain((place) =>
        path.includes('{') ? fc.constantFrom(...listPathIds(path, ids[place])) : fc.constant(0),
      ),
      query: fc.record(Object.fromEntries(values), { requiredKeys: required }),
    });
  });
  await fc.assert(
    fc.asyncProperty(anyRead, async (request) => {
      expect(
        (await findLeaks(request as ReadRequest)).leaks,
        describeRequest(request as ReadRequest),
      ).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
