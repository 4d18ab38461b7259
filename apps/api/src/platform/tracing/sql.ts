import { context, trace } from '@opentelemetry/api';
import { Client } from 'pg';
import { recordError, SpanKind, startChildSpan } from './span.ts';

type Query = (...args: unknown[]) => unknown;

/** Every statement that a call or a piece of work sends becomes a part of it. Values are sent apart, and not traced. */
export function traceSql(): void {
  const clientPrototype = Client.prototype as unknown as { query: Query };
  const originalQuery = clientPrototype.query;
  clientPrototype.query = function traced(this: Client, ...args: unknown[]) {
    const text = getStatementText(args[0]);
    const span =
      text === null ? null : startChildSpan(getStatementVerb(text), SpanKind.CLIENT, buildAttributes(text));
    if (!span) return originalQuery.apply(this, args);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      const activeContext = context.active();
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        if (error) recordError(span, error);
        span.end();
        return context.with(activeContext, () => callback(error, ...rest) as unknown);
      };
      return originalQuery.apply(this, args);
    }
    const result = context.with(trace.setSpan(context.active(), span), () => originalQuery.apply(this, args));
    return (result as Promise<unknown>).then(
      (result) => {
        span.end();
        return result;
      },
      (error: unknown) => {
        recordError(span, error);
        span.end();
        throw error;
      },
    );
  };
}

/** Null for what is no statement in words: streams and cursors. */
function getStatementText(args: unknown): string | null {
  if (typeof args === 'string') return args;
  const { text, submit } = (args ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : null;
}

const getStatementVerb = (text: string) => /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';

const buildAttributes = (text: string) => ({
  'db.system.name': 'postgresql',
  // The few constants that stand in a statement are code; should one ever be more than that, it is not told.
  'db.query.text': text.replace(/'(?:[^']|'')*'/g, "'?'"),
});
