import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';

export const getTracer = () => trace.getTracer('wopack');

/** A child of the active span; null when there is none, so that background activity is not traced. */
export function startChildSpan(name: string, kind: SpanKind, attributes: Attributes): Span | null {
  const activeContext = context.active();
  if (!trace.getSpan(activeContext)?.isRecording() || isTracingSuppressed(activeContext)) return null;
  return getTracer().startSpan(name, { kind, attributes }, activeContext);
}

/** Records the type of an error only: messages may quote user input. */
export function recordError(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: string };
  span.setAttribute('error.type', String(code ?? name ?? 'error'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export { SpanKind };
