import { context, trace } from '@opentelemetry/api';
import { Client } from 'pg';
import { recordError, SpanKind, startChildSpan } from './span.ts';

type Query = (...args: unknown[]) => unknown;

/** A child span per SQL statement. Parameter values are not traced. */
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

/** Null for streams and cursors, which have no statement text. */
function getStatementText(args: unknown): string | null {
  if (typeof args === 'string') return args;
  const { text, submit } = (args ?? {}) as { text?: unknown; submit?: unknown };
  return typeof text === 'string' && submit === undefined ? text : null;
}

const getStatementVerb = (text: string) => /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL';

const buildAttributes = (text: string) => ({
  'db.system.name': 'postgresql',
  // Literals in statements are code; they are masked in case one ever is not.
  'db.query.text': text.replace(/'(?:[^']|'')*'/g, "'?'"),
});
