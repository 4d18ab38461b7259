import { afterEach, expect, test, vi } from 'vitest';
import { answerQuestion, findChoice, type PushQuestion } from './answer-question.ts';

const question: PushQuestion = {
  id: 11,
  key: 'secret',
  former: 3,
  language: 'pt',
  choices: [
    { quantity: 3, title: 'Ficam 3' },
    { quantity: 5, title: 'Publicar 5' },
  ],
  failed: 'Nada foi publicado.',
};
const press = () =>
  answerQuestion(question, { quantity: 5, endpoint: 'https://push.example/1', title: 'Quantos hoje?' });

afterEach(() => vi.unstubAllGlobals());

test('a button has its number; the notification itself and unknown buttons have none', () => {
  expect(findChoice(question, '5')).toBe(5);
  expect(findChoice(question, '')).toBeNull();
  expect(findChoice(question, '4')).toBeNull();
  expect(findChoice(undefined, '5')).toBeNull();
});

test('publishes in the language of the question, and shows what the server says', async () => {
  const fetch = vi.fn(async () => Response.json({ data: { title: 'Hoje são 5', body: 'Publicado.' } }));
  vi.stubGlobal('fetch', fetch);
  expect(await press()).toEqual({ title: 'Hoje são 5', body: 'Publicado.' });
  const [path, { headers, body }] = fetch.mock.calls[0] as unknown as [
    string,
    { headers: object; body: string },
  ];
  expect(path).toBe('/api/v1/stock_question_answer');
  expect(headers).toMatchObject({ 'accept-language': 'pt' });
  expect(JSON.parse(body)).toEqual({
    id: 11,
    key: 'secret',
    endpoint: 'https://push.example/1',
    quantity: 5,
    former_quantity: 3,
  });
});

test('shows why it was refused', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 5, message: 'Já foi publicado: 6.' }, { status: 409 }),
  );
  expect(await press()).toEqual({ title: 'Quantos hoje?', body: 'Já foi publicado: 6.' });
});

test.each([
  ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['an answer of somebody else', async () => new Response('<html>', { status: 502 })],
])('with %s nothing is published, and that is said', async (_, fetch) => {
  vi.stubGlobal('fetch', fetch);
  expect(await press()).toEqual({ title: 'Quantos hoje?', body: 'Nada foi publicado.' });
});
