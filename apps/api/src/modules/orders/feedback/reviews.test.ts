import { beforeEach, describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductOnSale,
  createTestUser,
  expectApiError,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { createTestOperator } from '../../../../test/support/operators.ts';
import {
  createCollectedOrder,
  createPaidOrder,
  handOutOrder,
} from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';

const api = useTestApp();
beforeEach(() => api.clock.set(FRIDAY_NOON));

const visitor = () => createTestUser(api, { name: 'Olga Petrova' });
const getSeller = async (viewer: TestUser, { id }: TestUser) =>
  (await viewer.call('getSeller', { params: { id } })).data;
const listReviews = (viewer: TestUser, { id }: TestUser, query: object = {}) =>
  viewer.call('listSellerReviews', { params: { id }, query });

/** Creates a collected order with a rating. */
async function buyAndRate(
  counter: Awaited<ReturnType<typeof createProductOnSale>>,
  name: string,
  stars: number,
  text = '',
) {
  api.clock.set(FRIDAY_NOON);
  const buyer = await createTestUser(api, { name });
  const { id, pin } = await buyProduct(buyer, counter.productId);
  api.clock.set(`2026-11-20T18:0${stars}:00Z`);
  await handOutOrder(counter.seller, id, pin!);
  await buyer.call('rateOrder', { params: { id }, body: { stars, text } });
  return buyer;
}

test('a review names the product in the language of the reader', async () => {
  const product = { name: 'Cesto', description: 'Pão.', language: 'pt' as const };
  const counter = await createProductOnSale(api, {
    product: { ...product, texts: { en: { name: 'Basket', description: 'Bread.' } } },
  });
  await buyAndRate(counter, 'Marta Salgado', 5);
  const { token } = await visitor();
  const listNames = async (language: 'en' | 'ru') =>
    (await api.client(token, language)('listSellerReviews', { params: { id: counter.seller.id } })).data.map(
      (review) => review.product.name,
    );
  expect(await listNames('en')).toEqual(['Basket']);
  expect(await listNames('ru')).toEqual(['Cesto']);
});

describe('the public profile of a seller', () => {
  test('has sale places with description and rating, and no personal data', async () => {
    const counter = await createProductOnSale(api, { quantity: 7 });
    const second = await createProductOnSale(api, {
      seller: counter.seller,
      salePlace: { name: 'Aurora Café', description: 'Torradas.' },
    });
    const viewerAccount = await visitor();
    expect(await getSeller(viewerAccount, counter.seller)).toMatchObject({
      id: counter.seller.id,
      name: 'Padaria Aurora',
      rating: null,
      rating_count: 0,
      places: [
        { id: counter.salePlaceId },
        { id: second.salePlaceId, name: 'Aurora Café', description: 'Torradas.' },
      ],
    });
    await buyAndRate(counter, 'Marta Salgado', 5);
    await buyAndRate(counter, 'João Leal', 2);
    const seller = await getSeller(viewerAccount, counter.seller);
    expect(seller).toMatchObject({ rating: 3.5, rating_count: 2 });
    expect(seller.places.map(({ rating }) => rating)).toEqual([3.5, null]);
    const text = JSON.stringify(seller);
    for (const secret of ['Rui', 'Fontes', '@', '+351', 'phone', 'email']) expect(text).not.toContain(secret);
  });

  test('lists products of this seller only', async () => {
    const counter = await createProductOnSale(api);
    await createProductOnSale(api);
    const viewerAccount = await visitor();
    const { data } = await viewerAccount.call('listOffers', { query: { seller_id: counter.seller.id } });
    expect(data.map(({ id }) => id)).toEqual([counter.productId]);
    const { data: offer } = await viewerAccount.call('getOffer', { params: { id: counter.productId } });
    expect(offer.seller.id).toBe(counter.seller.id);
  });

  test('is missing without sale places, without the seller role and for deleted accounts', async () => {
    const viewerAccount = await visitor();
    const sellerWithoutPlace = await createTestUser(api, { isSeller: true });
    const { seller } = await createProductOnSale(api);
    for (const buyerOnly of [viewerAccount, sellerWithoutPlace])
      await expectApiError(getSeller(viewerAccount, buyerOnly), 4);
    await seller.call('updateSellerRole', { body: { is_owner: false } });
    await expectApiError(getSeller(viewerAccount, seller), 4);
    await expectApiError(listReviews(viewerAccount, seller), 4);
    const { seller: deletedSeller } = await createProductOnSale(api);
    await deletedSeller.call('deleteAccount', { body: { password: 'sobras1' } });
    await expectApiError(getSeller(viewerAccount, deletedSeller), 4);
  });
});

describe('reviews', () => {
  test('are paged, newest first, with first names only', async () => {
    const counter = await createProductOnSale(api, { quantity: 7 });
    await createProductOnSale(api);
    for (const [i, name] of ['Ana Sousa', 'Bruno', ' Carla Maria Dias '].entries())
      await buyAndRate(counter, name, i + 3, `nº ${i}`);
    const viewerAccount = await visitor();
    const first = await listReviews(viewerAccount, counter.seller, { limit: 2 });
    expect(first.data).toMatchObject([
      {
        stars: 5,
        text: 'nº 2',
        author: 'Carla',
        sale_place: { id: counter.salePlaceId, name: 'Padaria Aurora' },
      },
      { stars: 4, author: 'Bruno', product: { id: counter.productId, name: 'Cesto de fim de tarde' } },
    ]);
    const second = await listReviews(viewerAccount, counter.seller, { limit: 2, cursor: first.next_cursor! });
    expect(second.data.map(({ author }) => author)).toEqual(['Ana']);
    expect(second.next_cursor).toBeNull();
    expect(JSON.stringify([first, second])).not.toMatch(/Sousa|Dias|@/);
  });

  test('ratings of the same instant appear once across pages', async () => {
    const counter = await createProductOnSale(api, { quantity: 7 });
    for (const name of ['Ana', 'Bruno', 'Carla', 'Diana']) await buyAndRate(counter, name, 4);
    const viewerAccount = await visitor();
    const collectedReviews: (string | null)[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listReviews(viewerAccount, counter.seller, { limit: 1, ...(cursor && { cursor }) });
      collectedReviews.push(...page.data.map(({ author }) => author));
      cursor = page.next_cursor;
    } while (cursor);
    expect(collectedReviews).toEqual(['Diana', 'Carla', 'Bruno', 'Ana']);
  });

  test('of a deleted account keep the stars, not name and text', async () => {
    const counter = await createProductOnSale(api, { quantity: 3 });
    const buyer = await buyAndRate(counter, 'Marta Salgado', 4, 'A Marta gostou.');
    await buyer.call('deleteAccount', { body: { password: 'sobras1' } });
    expect((await listReviews(await visitor(), counter.seller)).data).toMatchObject([
      { stars: 4, text: '', author: null },
    ]);
  });

  test('refuse an unknown cursor', async () => {
    const { seller } = await createProductOnSale(api);
    const viewerAccount = await visitor();
    expect((await listReviews(viewerAccount, seller, { cursor: '99999999999999_9999999999' })).data).toEqual(
      [],
    );
    await expectApiError(listReviews(viewerAccount, seller, { cursor: 'x' }), 1, 'cursor');
  });
});

test('an order is rated once, after the pickup, within 14 days, and counts for the product', async () => {
  const paidOrder = await createPaidOrder(api);
  await expectApiError(
    paidOrder.buyer.call('rateOrder', { params: { id: paidOrder.id }, body: { stars: 5 } }),
    5,
  );

  const { buyer, productId, id } = await createCollectedOrder(api);
  const rateOrder = (stars: number) =>
    buyer.call('rateOrder', { params: { id }, body: { stars, text: ' Bom. ' } });
  expect((await rateOrder(4)).data).toMatchObject({ rating: { stars: 4, text: 'Bom.' }, can_rate: false });
  await expectApiError(rateOrder(1), 5);
  const { data } = await buyer.call('getOffer', { params: { id: productId } });
  expect(data).toMatchObject({ rating: 4, rating_count: 1 });

  const lateBuyer = await createCollectedOrder(api);
  api.clock.advance(14 * 24 * 60 * MINUTE + 1);
  await expectApiError(
    lateBuyer.buyer.call('rateOrder', { params: { id: lateBuyer.id }, body: { stars: 5 } }),
    5,
  );
});

describe('the reply of the seller', () => {
  /** A review, and its id. */
  async function createReview() {
    const counter = await createProductOnSale(api);
    const buyer = await buyAndRate(counter, 'Marta Salgado', 2, 'Veio frio.');
    const [review] = (await listReviews(await visitor(), counter.seller)).data;
    await api.jobs.runDue();
    api.mails.length = 0;
    const reply = (text: string, seller = counter.seller) =>
      seller.call('replyToReview', { params: { id: review!.id }, body: { text, language: 'pt' } });
    return { ...counter, buyer, id: review!.id, reply };
  }

  test('is read by everybody below the review, and its author is told', async () => {
    const { seller, salePlaceId, buyer, id, reply } = await createReview();
    const { data } = await reply(' Pedimos desculpa. ');
    const text = 'Pedimos desculpa.';
    expect(data).toMatchObject({ id, reply: { text, language: 'pt', is_hidden: false } });
    expect((await listReviews(await visitor(), seller)).data).toMatchObject([{ id, reply: { text } }]);
    const ofPlace = await api.client()('listSalePlaceReviews', { params: { id: salePlaceId } });
    expect(ofPlace.data).toMatchObject([{ id, reply: { text } }]);
    const order = (await buyer.call('getOrder', { params: { id } })).data;
    expect(order.rating).toMatchObject({ stars: 2, reply: { text, language: 'pt' } });
    await api.jobs.runDue();
    const mail = api.mails.find(({ to }) => to === buyer.email)!;
    expect(mail.text).toContain('Padaria Aurora');
    expect(mail.text).toContain(`/orders/${id}`);
  });

  test('is written once, and the same text again changes and tells nothing', async () => {
    const { buyer, reply } = await createReview();
    await Promise.all([reply('Pedimos desculpa.'), reply('Pedimos desculpa.')]);
    await reply('Pedimos desculpa.');
    await expectApiError(reply('Outra coisa.'), 5);
    await api.jobs.runDue();
    expect(api.mails.filter(({ to }) => to === buyer.email)).toHaveLength(1);
  });

  test('is of the seller of the order, has words, and at most 500 characters', async () => {
    const { reply } = await createReview();
    const other = await createProductOnSale(api);
    await expectApiError(reply('Que pena.', other.seller), 4);
    await expectApiError(reply(' '), 1, 'text');
    await expectApiError(reply('a'.repeat(501)), 1, 'text');
    await reply('a'.repeat(500));
  });

  test('is not possible to a review that is hidden', async () => {
    const { id, reply } = await createReview();
    const catalogue = await createTestOperator(api, 'catalogue');
    await catalogue.call('hideReview', { params: { id }, body: { reason: 'Insults.' } });
    await expectApiError(reply('Pedimos desculpa.'), 4);
  });

  test('lists the own reviews of a seller, all or those without a reply, of one sale place', async () => {
    const { seller, salePlaceId, id, reply } = await createReview();
    const listMine = async (query: object = {}, caller = seller) =>
      (await caller.call('listMyReviews', { query })).data.map((review) => review.id);
    const other = await createProductOnSale(api, { seller, salePlace: { name: 'Aurora Café' } });
    await buyAndRate(other, 'João', 4);
    const [second] = await listMine({ sale_place_id: other.salePlaceId });
    expect(await listMine()).toEqual([second, id]);
    await reply('Pedimos desculpa.');
    expect(await listMine({ replied: 'no' })).toEqual([second]);
    expect(await listMine({ sale_place_id: salePlaceId })).toEqual([id]);
    expect(await listMine({ sale_place_ids: String(other.salePlaceId) })).toEqual([second]);
    expect(await listMine({ sale_place_ids: `${salePlaceId},${other.salePlaceId}` })).toEqual([second, id]);
    const stranger = await createProductOnSale(api);
    expect(await listMine({}, stranger.seller)).toEqual([]);
    await expectApiError(listMine({ sale_place_id: salePlaceId }, stranger.seller), 4);
    await expectApiError(listMine({ sale_place_ids: String(salePlaceId) }, stranger.seller), 4);
  });

  test('is reported, hidden and shown again as other content; its seller reads why', async () => {
    const { seller, buyer, id, reply } = await createReview();
    await reply('Que disparate.');
    const catalogue = await createTestOperator(api, 'catalogue');
    const about = { subject_kind: 'review_reply' as const, subject_id: id };
    const report = { ...about, ground: 'offensive' as const, text: 'It insults me.' };
    const reported = (await buyer.call('reportContent', { body: report })).data;
    const params = { id: reported.id };
    expect((await catalogue.call('getContentReport', { params })).data).toMatchObject({
      ...about,
      subject_text: 'Que disparate.',
      is_hidden: false,
      seller: { id: seller.id },
    });
    const reason = 'An insult.';
    const decided = await catalogue.call('decideContentReport', {
      params,
      body: { decision: 'hide', reason },
    });
    expect(decided.data).toMatchObject({ state: 'hidden', is_hidden: true });
    const readReply = async () => (await listReviews(await visitor(), seller)).data[0]!.reply;
    expect(await readReply()).toBeNull();
    expect((await buyer.call('getOrder', { params: { id } })).data.rating).toMatchObject({ reply: null });
    // Its seller sees it, and that nobody else does.
    expect((await seller.call('listMyReviews')).data[0]).toMatchObject({ reply: { is_hidden: true } });
    await api.jobs.runDue();
    const findMail = (email: string) => api.mails.findLast(({ to }) => to === email)!.text;
    for (const { email } of [seller, buyer]) {
      expect(findMail(email)).toContain(reason);
      expect(findMail(email)).toContain(`reply to the review of order no. ${id}`);
    }
    await expectApiError(buyer.call('reportContent', { body: report }), 4);
    const { data } = await catalogue.call('unhideReviewReply', { params: { id }, body: { reason } });
    expect(data.reply).toMatchObject({ text: 'Que disparate.', is_hidden: false });
    expect(await readReply()).toMatchObject({ text: 'Que disparate.' });
    await catalogue.call('hideReviewReply', { params: { id }, body: { reason } });
    expect(await readReply()).toBeNull();
  });
});
