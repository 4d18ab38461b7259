import Type, { type Static } from 'typebox';

/** Standard OpenTelemetry names; its exporter reads OTEL_EXPORTER_OTLP_HEADERS and _TIMEOUT itself. */
export const TracingEnvironment = Type.Object({
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.String({
    default: '',
    description: 'OTLP/HTTP endpoint for traces, e.g. http://localhost:4318; empty: tracing is off',
  }),
  OTEL_SERVICE_NAME: Type.String({ default: 'wopack', description: 'service name in traces' }),
  OTEL_TRACES_SAMPLER_ARG: Type.Number({
    default: 1,
    minimum: 0,
    maximum: 1,
    description: 'fraction of requests that is traced',
  }),
});

export interface TracingConfig {
  /** OTLP traces endpoint, including the path. */
  url: string;
  serviceName: string;
  sampleRatio: number;
}

/** Null: tracing is off, and its modules are not loaded. */
export const parseTracingConfig = (environment: Static<typeof TracingEnvironment>): TracingConfig | null =>
  environment.OTEL_EXPORTER_OTLP_ENDPOINT
    ? {
        url: new URL(`${environment.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`).href,
        serviceName: environment.OTEL_SERVICE_NAME,
        sampleRatio: environment.OTEL_TRACES_SAMPLER_ARG,
      }
    : null;
