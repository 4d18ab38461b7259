import { describe, expect, test } from 'vitest';
import {
  buyProduct,
  createProductBuilders,
  createProductOnSale,
  createTestUser,
  expectApiError,
  SALE_PLACE_BODY,
  startPayment,
  type TestUser,
} from '../../../../test/support/builders.ts';
import { MINUTE, useTestApp, waitUntilBlocked } from '../../../../test/support/test-app.ts';
import { startTranslationService, translateByLibre } from '../../../../test/support/translation-service.ts';
import { createTranslator, type Translator } from '../../../platform/translator.ts';
import { indexProducts } from '../search.queries.ts';
import { translateProduct, translateProductBacklog } from './translate-products.ts';

const HOUR = 60 * MINUTE;

const service = await startTranslationService();
const api = useTestApp({ env: async () => ({ LIBRETRANSLATE_URL: `${service.url}/` }) });
const { getMyProduct } = createProductBuilders(api);

const base = { name: 'Cesto', description: 'Pão.', language: 'pt' as const };
const english = { name: 'Basket', description: 'Bread.' };

const findOffer = async (productId: number, language: 'pt' | 'en' | 'ru') =>
  (await api.client(null, language)('getOffer', { params: { id: productId } })).data;

/** Saves a product again with other texts. */
async function saveTexts(seller: TestUser, productId: number, change: object) {
  const { price, sale_place_id, categories, photos, name, description } = await getMyProduct(
    seller,
    productId,
  );
  return seller.call('saveProduct', {
    body: {
      id: productId,
      sale_place_id,
      price,
      name,
      description,
      categories: categories.map(({ id }) => id),
      photo: photos.map(({ path }) => path),
      ...change,
    },
  });
}

describe('texts by the seller', () => {
  test('everybody reads a product in their own language, else in the original', async () => {
    service.buildReply = () => 503;
    const { productId } = await createProductOnSale(api, { product: { ...base, texts: { en: english } } });
    const original = { name: 'Cesto', description: 'Pão.', language: 'pt' };
    expect(await findOffer(productId, 'pt')).toMatchObject({
      ...original,
      translated: false,
      original: null,
    });
    expect(await findOffer(productId, 'ru')).toMatchObject({
      ...original,
      translated: false,
      original: null,
    });
    expect(await findOffer(productId, 'en')).toMatchObject({
      ...english,
      language: 'en',
      translated: false,
      original,
    });
  });

  test('list, map and search follow the language of the caller; the same page in two languages differs', async () => {
    service.buildReply = () => 503;
    const word = `Zimbro${Date.now()}`;
    const { productId } = await createProductOnSale(api, {
      product: {
        ...base,
        name: word,
        texts: { en: { name: `Juniper ${word}`, description: 'Quokkabread.' } },
      },
    });
    const { token } = await createTestUser(api);
    const readNames = async (language: 'pt' | 'en') => {
      const call = api.client(token, language);
      const query = { searchProductText: 'quokkabread' };
      const [list, map] = [await call('listOffers', { query }), await call('listMapOffers', { query })];
      return [list.data, map.data.flatMap(({ products }) => products)].map((products) =>
        products.filter(({ id }) => id === productId).map((product) => [product.language, product.name]),
      );
    };
    expect(await readNames('pt')).toEqual([[['pt', word]], [['pt', word]]]);
    expect(await readNames('en')).toEqual([[['en', `Juniper ${word}`]], [['en', `Juniper ${word}`]]]);
  });

  test('`texts` replaces what the seller wrote; without it nothing changes', async () => {
    service.buildReply = () => 503;
    const { seller, productId } = await createProductOnSale(api, {
      product: { ...base, texts: { en: english } },
    });
    await saveTexts(seller, productId, { name: 'Cesto novo' });
    expect((await getMyProduct(seller, productId)).texts).toEqual({ en: { ...english, translated: false } });
    const russian = { name: 'Корзинка', description: 'Хлеб.' };
    await saveTexts(seller, productId, { texts: { ru: russian, pt: base } });
    expect(await getMyProduct(seller, productId)).toMatchObject({ name: 'Cesto novo', language: 'pt' });
    expect((await getMyProduct(seller, productId)).texts).toEqual({ ru: { ...russian, translated: false } });
  });

  test('without `language` a new text is Portuguese, and one that is saved again stays what it is', async () => {
    service.buildReply = () => 503;
    const { language: _, ...text } = base;
    const caller = await createTestUser(api, { isSeller: true });
    const call = api.client(caller.token, 'ru') as TestUser['call'];
    const { seller, productId } = await createProductOnSale(api, {
      seller: { ...caller, call },
      product: text,
    });
    expect((await getMyProduct(seller, productId)).language).toBe('pt');
    await saveTexts(seller, productId, { language: 'en' });
    await saveTexts(seller, productId, { name: 'Crate' });
    expect((await getMyProduct(seller, productId)).language).toBe('en');
  });

  test('a main text that gets the language of another text changes places with it', async () => {
    service.buildReply = () => 503;
    const { seller, productId } = await createProductOnSale(api, {
      product: { ...base, texts: { en: english } },
    });
    const portuguese = { name: base.name, description: base.description, translated: false };
    await saveTexts(seller, productId, { language: 'en' });
    expect(await getMyProduct(seller, productId)).toMatchObject({ ...english, language: 'en' });
    expect((await getMyProduct(seller, productId)).texts).toEqual({ pt: portuguese });
    await saveTexts(seller, productId, { language: 'pt', name: 'Cesto novo' });
    expect(await getMyProduct(seller, productId)).toMatchObject({ name: 'Cesto novo', language: 'pt' });
    expect((await getMyProduct(seller, productId)).texts).toEqual({ en: { ...english, translated: false } });
  });

  test('a text without a name, or in an unknown language, is refused at its field', async () => {
    const product = { ...base, texts: { en: { name: ' ', description: 'Bread.' } } };
    await expectApiError(createProductOnSale(api, { product }), 1, 'texts.en.name');
  });
});

describe('the translation service', () => {
  test('translates the text of linked products once, for all of them', async () => {
    const { seller, productId } = await createProductOnSale(api, { product: base });
    const { data: place } = await seller.call('saveSalePlace', { body: SALE_PLACE_BODY });
    const { data: copies } = await seller.call('copyProduct', {
      params: { id: productId },
      body: { sale_place_ids: [place.id], linked: true, put_on_sale: true },
    });
    await api.jobs.runDue();
    service.requests = [];
    await saveTexts(seller, copies[0]!.id, { name: 'Caixa' });
    await api.jobs.runDue();
    expect(service.requests.map(({ body }) => body.target).sort()).toEqual(['en', 'ru']);
    const ru = { name: '[ru] Caixa', description: '[ru] Pão.', translated: true };
    for (const id of [productId, copies[0]!.id])
      expect((await getMyProduct(seller, id)).texts).toMatchObject({ ru });
  });

  test('translates after saving into the languages that the seller has not written, and marks them', async () => {
    const { seller, productId } = await createProductOnSale(api, {
      product: { ...base, texts: { en: english } },
    });
    expect(service.requests).toEqual([]);
    await api.jobs.runDue();
    expect(await findOffer(productId, 'ru')).toMatchObject({
      name: '[ru] Cesto',
      description: '[ru] Pão.',
      language: 'ru',
      translated: true,
      original: { name: 'Cesto', description: 'Pão.', language: 'pt' },
    });
    expect(await findOffer(productId, 'en')).toMatchObject({ ...english, translated: false });
    const ownRequests = service.requests.filter(({ body }) => (body.q as string[]).includes('Cesto'));
    expect(ownRequests.map(({ path, body }) => [path, body])).toContainEqual([
      '/translate',
      { q: ['Cesto', 'Pão.'], source: 'pt', target: 'ru', format: 'text' },
    ]);
    // A changed original makes the translation wrong, not what the seller wrote.
    await saveTexts(seller, productId, { description: 'Bolos.' });
    expect((await getMyProduct(seller, productId)).texts).toEqual({ en: { ...english, translated: false } });
    await api.jobs.runDue();
    expect((await getMyProduct(seller, productId)).texts).toEqual({
      en: { ...english, translated: false },
      ru: { name: '[ru] Cesto', description: '[ru] Bolos.', translated: true },
    });
    // An unchanged text is not sent again.
    service.requests = [];
    await saveTexts(seller, productId, {});
    await api.jobs.runDue();
    expect(service.requests).toEqual([]);
  });

  test('that is down is asked again later; the product is read as it is until then', async () => {
    service.buildReply = () => 503;
    const { productId } = await createProductOnSale(api, { product: { ...base, name: 'Fornada' } });
    await api.jobs.runDue({ mayFail: true });
    expect(await findOffer(productId, 'en')).toMatchObject({ name: 'Fornada', translated: false });
    service.buildReply = translateByLibre;
    api.clock.advance(2 * MINUTE);
    await api.jobs.runDue();
    expect(await findOffer(productId, 'en')).toMatchObject({ name: '[en] Fornada', translated: true });
  });

  test('inserts nothing when the text was changed or written while it translated', async () => {
    service.buildReply = () => 503;
    const { seller, productId } = await createProductOnSale(api, { product: base });
    const translator: Translator = {
      async translate(texts, _, to) {
        if (to === 'en') await saveTexts(seller, productId, { texts: { en: english } });
        else await saveTexts(seller, productId, { name: 'Outro' });
        return texts.map((text) => `${to} ${text}`);
      },
    };
    await translateProduct(api.context, { translator, productId });
    expect((await getMyProduct(seller, productId)).texts).toEqual({ en: { ...english, translated: false } });
  });

  test('DeepL gets its key and its names of languages', async () => {
    service.buildReply = (texts) => ({ translations: texts.map((text) => ({ text: `d ${text}` })) });
    const translator = createTranslator({ deepl: { url: service.url, key: 'k:fx' }, libreTranslate: null })!;
    expect(await translator.translate(['Pão', 'Bolo'], 'pt', 'en')).toEqual(['d Pão', 'd Bolo']);
    expect(service.requests[0]).toMatchObject({
      path: '/v2/translate',
      headers: { authorization: 'DeepL-Auth-Key k:fx' },
      body: { text: ['Pão', 'Bolo'], source_lang: 'PT', target_lang: 'EN-GB' },
    });
  });

  test.each([
    ['a failure', 500],
    ['too few texts', { translatedText: ['a'] }],
    ['an empty text', { translatedText: ['a', ' '] }],
  ])('%s is an error, so that the job is retried', async (_, reply) => {
    service.buildReply = () => reply;
    const translator = createTranslator({ deepl: null, libreTranslate: { url: service.url, key: '' } })!;
    await expect(translator.translate(['a', 'b'], 'pt', 'en')).rejects.toThrow();
  });

  test('a language that the service fails does not keep the others from being translated', async () => {
    service.buildReply = (texts, target) => (target === 'en' ? 503 : translateByLibre(texts, target));
    const { productId } = await createProductOnSale(api, { product: base });
    await api.jobs.runDue({ mayFail: true });
    expect((await findOffer(productId, 'ru')).name).toBe('[ru] Cesto');
    expect((await findOffer(productId, 'en')).name).toBe('Cesto');
    service.buildReply = translateByLibre;
    api.clock.advance(2 * MINUTE);
    await api.jobs.runDue();
    expect((await findOffer(productId, 'en')).name).toBe('[en] Cesto');
  });

  test.each([400, 403, 404, 429, 456])('a job is not retried after an answer %s', async (status) => {
    service.buildReply = () => status;
    const { productId } = await createProductOnSale(api, { product: base });
    await api.jobs.runDue();
    service.buildReply = translateByLibre;
    service.requests = [];
    api.clock.advance(2 * HOUR);
    await api.jobs.runDue();
    expect(service.requests).toEqual([]);
    expect((await findOffer(productId, 'en')).translated).toBe(false);
  });

  test('the nightly pass ends when the quota is used up, and goes on the next night with those not tried', async () => {
    service.buildReply = () => 403;
    await api.db.updateTable('products').set({ state: 'paused' }).where('state', '=', 'active').execute();
    const productIds: number[] = [];
    for (const name of ['Um', 'Dois', 'Três'])
      productIds.push((await createProductOnSale(api, { product: { ...base, name } })).productId);
    await api.jobs.runDue();
    await api.db.updateTable('products').set({ translation_tried_at: null }).execute();
    const translator = createTranslator({ deepl: null, libreTranslate: { url: service.url, key: '' } })!;
    const runPass = async () => {
      service.requests = [];
      await translateProductBacklog(api.context, translator);
      return service.requests.map(({ body }) => `${(body.q as string[])[0]} ${body.target}`);
    };
    service.buildReply = () => 456;
    expect(await runPass()).toEqual(['Três en']);
    expect(await runPass()).toEqual(['Dois en']);
    service.buildReply = () => 400;
    expect(await runPass()).toEqual(['Um en', 'Um ru']);
    expect(await runPass()).toEqual([]);
    service.buildReply = translateByLibre;
    api.clock.advance(24 * HOUR);
    expect((await runPass()).toSorted()).toEqual(
      ['Um', 'Dois', 'Três'].flatMap((name) => [`${name} en`, `${name} ru`]).toSorted(),
    );
    expect((await findOffer(productIds[0]!, 'en')).name).toBe('[en] Um');
  });

  test('a draft is not translated, and is once it goes on sale', async () => {
    const { seller, productId } = await createProductOnSale(api, { product: base });
    await api.jobs.runDue();
    await seller.call('pauseProduct', { params: { id: productId }, body: { paused: true } });
    service.requests = [];
    await saveTexts(seller, productId, { name: 'Outro cesto' });
    await api.jobs.runDue();
    expect(service.requests).toEqual([]);
    await seller.call('pauseProduct', { params: { id: productId }, body: { paused: false } });
    await api.jobs.runDue();
    expect((await findOffer(productId, 'en')).name).toBe('[en] Outro cesto');
  });

  test('a translation stays in the search index when its sale place is indexed at the same time', async () => {
    service.buildReply = () => 503;
    const { productId, salePlaceId } = await createProductOnSale(api, { product: base });
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: isWritten, resolve: markWritten } = Promise.withResolvers<void>();
    const translating = api.db.transaction().execute(async (trx) => {
      await trx
        .insertInto('product_texts')
        .values({
          product_id: productId,
          language: 'en',
          name: 'Wombatbread',
          description: 'a',
          is_translated: true,
        })
        .execute();
      await indexProducts(trx, { productId });
      markWritten();
      await released;
    });
    await isWritten;
    const indexing = api.db.transaction().execute((trx) => indexProducts(trx, { salePlaceId }));
    await waitUntilBlocked(api, 1, indexing);
    release();
    await Promise.all([translating, indexing]);
    const { data } = await api.client((await createTestUser(api)).token)('listOffers', {
      query: { searchProductText: 'wombatbread' },
    });
    expect(data.map(({ id }) => id)).toEqual([productId]);
  });

  test('products without texts are translated by the nightly pass', async () => {
    service.buildReply = () => 503;
    const { productId } = await createProductOnSale(api, { product: { ...base, name: 'Atrasado' } });
    await api.jobs.runDue({ mayFail: true });
    service.buildReply = translateByLibre;
    api.clock.advance(24 * HOUR);
    await translateProductBacklog(
      api.context,
      createTranslator({ deepl: null, libreTranslate: { url: service.url, key: '' } })!,
    );
    expect((await findOffer(productId, 'en')).name).toBe('[en] Atrasado');
  });
});

test('an order keeps the name that its seller gave the product, beside the one in the language of the buyer', async () => {
  service.buildReply = () => 503;
  const { productId } = await createProductOnSale(api, { product: { ...base, texts: { en: english } } });
  const buyer = await createTestUser(api);
  expect((await buyer.call('getOffer', { params: { id: productId } })).data.name).toBe('Basket');
  await buyProduct(buyer, productId);
  const listNames = async (language: 'pt' | 'en') =>
    (await api.client(buyer.token, language)('listOrders')).data.map(({ product }) => [
      product.name,
      product.local_name,
    ]);
  expect(await listNames('en')).toEqual([['Cesto', 'Basket']]);
  expect(await listNames('pt')).toEqual([['Cesto', null]]);
});

test('a hold names its product in the language of the buyer', async () => {
  service.buildReply = () => 503;
  const { productId } = await createProductOnSale(api, { product: { ...base, texts: { en: english } } });
  const buyer = await createTestUser(api);
  await startPayment(buyer, productId);
  const listNames = async (language: 'pt' | 'en') =>
    (await api.client(buyer.token, language)('listMyHolds')).data.map(({ product_name }) => product_name);
  expect(await listNames('en')).toEqual(['Basket']);
  expect(await listNames('pt')).toEqual(['Cesto']);
});

test('the mail of an order names its product in the language of the buyer', async () => {
  service.buildReply = () => 503;
  const { productId } = await createProductOnSale(api, { product: { ...base, texts: { en: english } } });
  for (const [language, name] of [
    ['en', 'Basket'],
    ['pt', 'Cesto'],
  ] as const) {
    const buyer = await createTestUser(api);
    await buyProduct({ ...buyer, call: api.client(buyer.token, language) }, productId);
    await api.jobs.runDue({ mayFail: true });
    expect(api.mails.findLast(({ to }) => to === buyer.email)?.subject).toContain(name);
  }
});
