import { beforeAll, expect, test, vi } from 'vitest';
import { createTestUser, getOrCreateStatement, type TestUser } from '../../../../test/support/builders.ts';
import { useTestApp } from '../../../../test/support/test-app.ts';
import { WorkEndedError } from '../../../platform/work-process/work-process.ts';
import { createStatementPdfs } from './get-statement-pdf.ts';

const api = useTestApp();
let seller: TestUser;
let id: number;
beforeAll(async () => {
  seller = await createTestUser(api, { isSeller: true });
  id = await getOrCreateStatement(api, seller);
});

type GetPdf = ReturnType<typeof createStatementPdfs>;
/** A call over a connection that the test may end. */
function createCall(user: TestUser, language: 'pt' | 'en' = 'pt') {
  const socket = new EventTarget();
  const request = {
    ip: '198.51.100.7',
    raw: {
      socket: {
        once: (name: string, listener: () => void) => socket.addEventListener(name, listener),
        off: (name: string, listener: () => void) => socket.removeEventListener(name, listener),
      },
    },
  };
  const call = {
    actor: { id: user.id },
    params: { id },
    language,
    request,
  } as unknown as Parameters<GetPdf>[0];
  return { call, disconnect: () => socket.dispatchEvent(new Event('close')) };
}

test('a statement is composed once for each language', async () => {
  const languages: string[] = [];
  const getPdf = createStatementPdfs(api.context, async ({ language }) => {
    languages.push(language);
    return Buffer.from(`in ${language}`);
  });
  const contents = [];
  for (const language of ['pt', 'en', 'pt', 'en'] as const)
    contents.push(String((await getPdf(createCall(seller, language).call)).content));
  expect(contents).toEqual(['in pt', 'in en', 'in pt', 'in en']);
  expect(languages).toEqual(['pt', 'en']);
});

test("another user's statement is missing, also when it was composed before", async () => {
  const getPdf = createStatementPdfs(api.context, async () => Buffer.from('composed'));
  await getPdf(createCall(seller).call);
  const other = await createTestUser(api, { isSeller: true });
  await expect(getPdf(createCall(other).call)).rejects.toMatchObject({ kind: 'notFound' });
});

test('a user has two in work, and the rest is code 7', async () => {
  const release = Promise.withResolvers<void>();
  const getPdf = createStatementPdfs(api.context, async () => {
    await release.promise;
    return Buffer.from('composed');
  });
  const refused: unknown[] = [];
  const outcomes = Array.from({ length: 60 }, () =>
    getPdf(createCall(seller).call).catch((error: unknown) => void refused.push(error)),
  );
  await vi.waitFor(() => expect(refused).toHaveLength(58), 60_000);
  release.resolve();
  await Promise.all(outcomes);
  expect(refused).toHaveLength(58);
  expect(refused[0]).toMatchObject({ kind: 'tooMany' });
});

test('work for a client that has gone is ended, and what failed is not kept', async () => {
  const begun = Promise.withResolvers<void>();
  let signal: AbortSignal | undefined;
  let count = 0;
  const getPdf = createStatementPdfs(api.context, async (_input, endSignal) => {
    if (++count > 1) return Buffer.from('composed');
    signal = endSignal;
    begun.resolve();
    return new Promise((_resolve, reject) =>
      endSignal.addEventListener('abort', () => reject(new WorkEndedError('cancelled', 'build'))),
    );
  });
  const { call, disconnect } = createCall(seller);
  const outcome = expect(getPdf(call)).rejects.toMatchObject({ kind: 'serviceDown' });
  await begun.promise;
  disconnect();
  await outcome;
  expect(signal!.aborted).toBe(true);
  expect(String((await getPdf(createCall(seller).call)).content)).toBe('composed');
});
