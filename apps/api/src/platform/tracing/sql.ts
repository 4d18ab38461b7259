import { context, trace } from '@opentelemetry/api';
import { Client } from 'pg';
import { fail, SpanKind, spanWithin } from './span.ts';

type Query = (...given: unknown[]) => unknown;

/** Every statement that a call or a piece of work sends becomes a part of it. Values are sent apart, and not traced. */
export function traceSql(): void {
  const prototype = Client.prototype as unknown as { query: Query };
  const query = prototype.query;
  prototype.query = function traced(this: Client, ...given: unknown[]) {
    const text = textOf(given[0]);
    const span = text === null ? null : spanWithin(kindOf(text), SpanKind.CLIENT, attributesOf(text));
    if (!span) return query.apply(this, given);
    const last = given.at(-1);
    if (typeof last === 'function') {
      const within = context.active();
      given[given.length - 1] = (error: unknown, ...rest: unknown[]) => {
        if (error) fail(span, error);
        span.end();
        return context.with(within, () => last(error, ...rest) as unknown);
      };
      return query.apply(this, given);
    }
    const answer = context.with(trace.setSpan(context.active(), span), () => query.apply(this, given));
    return (answer as Promise<unknown>).then(
      (result) => {
        span.end();
        return result;
      },
      (error: unknown) => {
        fail(span, error);
        span.end();
        throw error;
      },
    );
  };
}

/** Null for what is no statement in words: streams and cursors. */
function textOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const { text, submit } = (given ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : null;
}

const kindOf = (text: string) => /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';

const attributesOf = (text: string) => ({
  'db.system.name': 'postgresql',
  // The few constants that stand in a statement are code; should one ever be more than that, it is not told.
  'db.query.text': text.replace(/'(?:[^']|'')*'/g, "'?'"),
});
