import { type Endpoint, type EndpointName, type ErrorName, endpoints, errorCodes } from '@wopack/contract';
import type { Language } from '@wopack/domain';
import { expect } from 'vitest';
import en from '../../src/platform/messages/en.json' with { type: 'json' };
import pt from '../../src/platform/messages/pt.json' with { type: 'json' };
import ru from '../../src/platform/messages/ru.json' with { type: 'json' };
import type { TestResponse } from './test-request.ts';

/** The errors a call may answer: those it declares and those that follow from who may call it. */
export function listDeclaredErrors(name: EndpointName): ErrorName[] {
  const { auth, errors }: Endpoint = endpoints[name];
  return [
    ...errors,
    ...(auth === 'user' || auth === 'owner' ? (['notSignedIn'] as const) : []),
    ...(auth === 'owner' ? (['notAllowed'] as const) : []),
  ];
}

/** Every text of a language, values left open. */
const messagePatterns = Object.fromEntries(
  Object.entries({ pt, en, ru }).map(([language, messages]) => [
    language,
    flattenMessages(messages).map((text) => {
      const literal = text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return new RegExp(`^${literal.replace(/\\\{\\\{\w+\\\}\\\}/g, '.+')}$`, 's');
    }),
  ]),
) as Record<Language, RegExp[]>;

function flattenMessages(messages: object): string[] {
  return Object.values(messages).flatMap((value: unknown) =>
    typeof value === 'string' ? [value] : flattenMessages(value as object),
  );
}

function expectCatalogMessage(text: string | undefined, language: Language): void {
  expect(
    messagePatterns[language].some((pattern) => pattern.test(text ?? '')),
    `'${text}' is none of our texts in ${language}`,
  ).toBe(true);
}

/** An error of ours, whole: a declared status and code, a message in the caller's language, nothing from inside. */
export function expectDeclaredError(
  { status, body, text, headers }: TestResponse,
  allowedErrors: readonly ErrorName[],
  language: Language,
): void {
  const isDeclared = allowedErrors.some(
    (error) => errorCodes[error].status === status && errorCodes[error].code === body.code,
  );
  expect(isDeclared, `${status} ${text} is not declared: ${allowedErrors.join(', ')}`).toBe(true);
  expect(['code', 'message', 'errors', 'request_id']).toEqual(expect.arrayContaining(Object.keys(body)));
  expectCatalogMessage(body.message, language);
  for (const message of Object.values(body.errors ?? {}).flat()) expectCatalogMessage(message, language);
  if (body.code === errorCodes.tooMany.code) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
}
