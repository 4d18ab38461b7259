import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeError, formatError } from './describe-error.ts';
import { createLogFormat } from './log.ts';

const circle = new Error('first');
circle.cause = new Error('second', { cause: circle });
const circularObject: Record<string, unknown> = { status: 'broken' };
circularObject.self = circularObject;
const throwingProxy = new Proxy(
  {},
  {
    get: () => {
      throw new Error('no');
    },
    ownKeys: () => {
      throw new Error('no');
    },
    getPrototypeOf: () => {
      throw new Error('no');
    },
  },
);
class RefusedError extends Error {
  override name = 'RefusedError';
  readonly detail = 'Key (email)=(marta@example.com) exists';
}
const nestedAggregate = new AggregateError([new Error('refused by ::1'), new Error('refused by 127.0.0.1')]);
const original = new TypeError('connect ECONNREFUSED 127.0.0.1:5432');
/** As pg-boss emits it. */
const copy = { ...original, message: original.message, stack: original.stack, queue: 'q', worker: 'w' };

describe('whatever is thrown is described', () => {
  test.each<[string, unknown, string]>([
    ['an error', new Error('refused'), 'Error: refused'],
    ['a subclass', new RefusedError('refused'), 'RefusedError: refused'],
    [
      'a chain of causes',
      new Error('a', { cause: new TypeError('b', { cause: 'c' }) }),
      'Error: a (cause: TypeError: b (cause: string: c))',
    ],
    ['a circle of causes', circle, 'Error: first (cause: Error: second (cause: Error: first'],
    ['several errors without a message', nestedAggregate, 'refused by ::1; refused by 127.0.0.1'],
    ['the copy of an error', copy, 'TypeError: connect ECONNREFUSED 127.0.0.1:5432'],
    ['a copy without a message', { message: '', code: 'ECONNREFUSED' }, 'ECONNREFUSED'],
    ['an object', { status: 500, body: 'marta' }, 'Object: no error but an object {status, body}'],
    ['a circular object', circularObject, 'an object {status, self}'],
    ['an object without a prototype', Object.create(null), 'object: no error but an object {}'],
    ['a proxy that throws', throwingProxy, 'object: a value that cannot be read'],
    [
      'an object whose message throws',
      {
        get message() {
          throw new Error();
        },
      },
      'cannot be read',
    ],
    ['text', 'refused', 'string: refused'],
    ['undefined', undefined, 'undefined: undefined'],
    ['null', null, 'null: null'],
    ['a number', 7, 'number: 7'],
    ['a symbol', Symbol('x'), 'symbol: Symbol(x)'],
    ['a function', function fail() {}, 'function: function fail'],
    ['an address', new Error('refused for marta@example.com'), 'Error: refused for ***'],
  ])('%s', (_name, value, expected) => {
    expect(formatError(value)).toContain(expected);
    const text = JSON.stringify(describeError(value));
    expect(text).not.toMatch(/\[object Object\]|marta/);
  });

  test('words of many signs take no longer than others', () => {
    for (const part of ['+/', '0-', '/', '@', 'a?'])
      for (let i = 0; i < 100; i++) describeError(Object.assign(new Error(), { stack: part.repeat(8000) }));
    expect(formatError(new Error('to <marta@a.example>, at https://a.example/x?key=1#y'))).toBe(
      'Error: to <***>, at https://a.example/x?***',
    );
  });

  test('a message of any length is cut', () => {
    expect(describeError(new Error('x'.repeat(1_000_000))).message.length).toBeLessThan(2100);
    expect(JSON.stringify(describeError(new AggregateError(Array(5000).fill(copy)))).length).toBeLessThan(
      100_000,
    );
  });
});

describe('repeated lines', () => {
  let lines: Record<string, unknown>[];
  const createLog = () =>
    pino(createLogFormat(), { write: (line: string) => void lines.push(JSON.parse(line)) });
  beforeEach(() => {
    lines = [];
    vi.useFakeTimers();
  });
  afterEach(() => void vi.useRealTimers());

  test('three are written, then how many followed', () => {
    const log = createLog();
    for (let i = 0; i < 100; i++) log.error({ err: { ...copy, queue: `q${i}` } }, 'the queue failed');
    expect(lines).toHaveLength(3);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(4);
    expect(lines[3]).toMatchObject({
      level: 50,
      repeated: 97,
      msg: 'the queue failed (repeated 97 times)',
      err: { type: 'TypeError', message: original.message },
    });
    expect(lines[3]).not.toHaveProperty('err.stack');
    log.error({ err: copy }, 'the queue failed');
    expect(lines).toHaveLength(5);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(5);
  });

  test('what differs is written: error, subject, level, message', () => {
    const log = createLog();
    for (let i = 0; i < 10; i++) {
      log.error({ err: new Error(`refused ${i}`) }, 'failed');
      log.error({ err: original, payment_id: i }, 'refund refused');
      log.error({ alert: 'payouts', lines: [i] }, 'operator alert');
      log.info({ err: original }, 'for information');
    }
    expect(lines).toHaveLength(40);
  });

  test('attempts of jobs that fail for one reason are equal', () => {
    const log = createLog();
    for (let i = 0; i < 10; i++)
      log.error({ queue: 'a', job_id: String(i), retry_count: i, err: original }, 'job failed');
    expect(lines).toHaveLength(3);
  });

  test('queues that fail for one reason are equal', () => {
    const log = createLog();
    for (let i = 0; i < 40; i++)
      log.error({ err: new Error(`timeout exceeded (Queue: orders.q${i}, Worker: 7f${i})`) }, 'queue failed');
    expect(lines).toHaveLength(3);
  });

  test('lines of requests are all written, with the id that a user may quote', () => {
    const log = createLog();
    for (let i = 0; i < 10; i++) log.child({ reqId: `r${i}` }).error({ err: original }, 'request failed');
    expect(lines.map(({ reqId }) => reqId)).toEqual(Array.from({ length: 10 }, (_, i) => `r${i}`));
  });

  test('few are counted at a time, and no count is lost', () => {
    const log = createLog();
    const report = (i: number) => log.error({ err: new Error(`e${i}`) }, 'failed');
    for (let i = 0; i < 5; i++) report(0);
    for (let i = 1; i <= 5000; i++) report(i);
    expect(lines).toContainEqual(expect.objectContaining({ repeated: 2 }));
    expect(vi.getTimerCount()).toBeLessThanOrEqual(500);
  });

  test('its timers do not keep a process running', () => {
    vi.useRealTimers();
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    createLog().error({ err: original }, 'failed');
    expect(timeout.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false]);
    timeout.mockRestore();
  });

  test('a value that cannot be read breaks neither the line nor the caller', () => {
    const log = createLog();
    for (const value of [undefined, null, throwingProxy, circularObject, circle])
      log.error({ err: value }, 'failed');
    expect(lines.length).toBeGreaterThanOrEqual(4);
  });
});
