import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { isTracingSuppressed } from '@opentelemetry/core';

export const getTracer = () => trace.getTracer('wopack');

/** A part of what is traced at this moment; null when nothing is: work that nobody asked for leaves no traces. */
export function startChildSpan(name: string, kind: SpanKind, attributes: Attributes): Span | null {
  const activeContext = context.active();
  if (!trace.getSpan(activeContext)?.isRecording() || isTracingSuppressed(activeContext)) return null;
  return getTracer().startSpan(name, { kind, attributes }, activeContext);
}

/** What failed, by its kind alone: messages may quote what somebody typed. */
export function recordError(span: Span, error: unknown): void {
  const { code, name } = error as { code?: unknown; name?: string };
  span.setAttribute('error.type', String(code ?? name ?? 'error'));
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export { SpanKind };
