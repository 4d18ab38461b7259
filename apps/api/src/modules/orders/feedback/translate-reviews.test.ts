import { beforeEach, expect, test } from 'vitest';
import { buyProduct, createProductOnSale, createTestUser } from '../../../../test/support/builders.ts';
import { handOutOrder } from '../../../../test/support/order-builders.ts';
import { FRIDAY_NOON, MINUTE, useTestApp } from '../../../../test/support/test-app.ts';
import { startTranslationService } from '../../../../test/support/translation-service.ts';
import { createTranslator } from '../../../platform/translator.ts';
import { translateReviewBacklog } from './translate-reviews.ts';

const service = await startTranslationService();
const api = useTestApp({ env: async () => ({ LIBRETRANSLATE_URL: service.url }) });
beforeEach(() => api.clock.set(FRIDAY_NOON));

/** A review in Portuguese, and its sale place. */
async function createReview(body: object = { stars: 2, text: 'Veio frio.', language: 'pt' }) {
  const { seller, salePlaceId, productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { id, pin } = await buyProduct(buyer, productId);
  api.clock.set('2026-11-20T18:00:00Z');
  await handOutOrder(seller, id, pin!);
  await api.jobs.runDue({ mayFail: true });
  service.requests = [];
  await buyer.call('rateOrder', { params: { id }, body: body as { stars: number } });
  return { seller, salePlaceId, buyer, id };
}

const readReview = async (salePlaceId: number, language: 'pt' | 'en' | 'ru') =>
  (await api.client(null, language)('listSalePlaceReviews', { params: { id: salePlaceId } })).data[0]!;

const reply = { text: 'Pedimos desculpa.', language: 'pt' as const };

test('everybody reads a review and its reply in their own language, with the original beside', async () => {
  const { seller, salePlaceId, buyer, id } = await createReview();
  await seller.call('replyToReview', { params: { id }, body: reply });
  await api.jobs.runDue();
  const original = { text: 'Veio frio.', language: 'pt' };
  expect(await readReview(salePlaceId, 'ru')).toMatchObject({
    text: '[ru] Veio frio.',
    language: 'ru',
    translated: true,
    original,
    reply: { text: '[ru] Pedimos desculpa.', language: 'ru', translated: true, original: reply },
  });
  expect(await readReview(salePlaceId, 'pt')).toMatchObject({
    ...original,
    translated: false,
    original: null,
    reply: { ...reply, translated: false, original: null },
  });
  const order = await api.client(buyer.token, 'en')('getOrder', { params: { id } });
  expect(order.data.rating).toMatchObject({
    text: 'Veio frio.',
    reply: { text: '[en] Pedimos desculpa.', original: reply },
  });
  const [mine] = (await api.client(seller.token, 'en')('listMyReviews')).data;
  expect(mine).toMatchObject({ text: '[en] Veio frio.', original });
});

test('without a language in the request, the text is in that of the caller', async () => {
  const { salePlaceId } = await createReview({ stars: 4, text: 'Good.' });
  await api.jobs.runDue();
  expect(service.requests.map(({ body }) => body)).toMatchObject([
    { q: ['Good.'], source: 'en', target: 'pt' },
    { q: ['Good.'], source: 'en', target: 'ru' },
  ]);
  expect(await readReview(salePlaceId, 'pt')).toMatchObject({ text: '[pt] Good.', translated: true });
});

test('stars alone, and a review that is hidden meanwhile, are not sent', async () => {
  await createReview({ stars: 5 });
  await api.jobs.runDue();
  const { id } = await createReview();
  await api.db
    .updateTable('ratings')
    .set({ hidden_at: api.clock.now() })
    .where('order_id', '=', id)
    .execute();
  await api.jobs.runDue();
  expect(service.requests).toEqual([]);
});

test('what the service failed to translate is read as it is, and tried again at night', async () => {
  service.buildReply = () => 429;
  const { salePlaceId } = await createReview();
  await api.jobs.runDue();
  expect(await readReview(salePlaceId, 'en')).toMatchObject({ text: 'Veio frio.', translated: false });
  service.buildReply = (texts, target) => ({ translatedText: texts.map((text) => `${target}: ${text}`) });
  const translator = createTranslator({ deepl: null, libreTranslate: { url: service.url, key: '' } })!;
  service.requests = [];
  await translateReviewBacklog(api.context, translator);
  expect(service.requests).toEqual([]);
  api.clock.advance(24 * 60 * MINUTE);
  await translateReviewBacklog(api.context, translator);
  expect(await readReview(salePlaceId, 'en')).toMatchObject({ text: 'en: Veio frio.', translated: true });
  service.requests = [];
  api.clock.advance(24 * 60 * MINUTE);
  await translateReviewBacklog(api.context, translator);
  expect(service.requests).toEqual([]);
});

test('the words of a deleted account are read by nobody, translated or not', async () => {
  const { salePlaceId, buyer } = await createReview();
  await api.jobs.runDue();
  await buyer.call('deleteAccount', { body: { password: 'sobras1' } });
  expect(await readReview(salePlaceId, 'ru')).toMatchObject({ text: '', translated: false, original: null });
});

test('a report is read by its seller in their language, with the original beside', async () => {
  const { seller, productId } = await createProductOnSale(api);
  const buyer = await createTestUser(api);
  const { id, pin } = await buyProduct(buyer, productId);
  api.clock.set('2026-11-20T18:00:00Z');
  await handOutOrder(seller, id, pin!);
  await api.client(buyer.token, 'ru')('reportOrder', { params: { id }, body: { text: 'Пусто.' } });
  await api.jobs.runDue({ mayFail: true });
  const readReport = async (language: 'pt' | 'ru') =>
    (await api.client(seller.token, language)('listSellerReports')).data[0]!.report;
  const original = { text: 'Пусто.', language: 'ru' };
  expect(await readReport('pt')).toMatchObject({
    ...{ text: '[pt] Пусто.', language: 'pt', translated: true },
    original,
  });
  expect(await readReport('ru')).toMatchObject({ ...original, translated: false, original: null });
});
