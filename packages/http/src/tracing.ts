import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type Recorder, recordSpans, type Trace } from '@salama/domain/trace'

// Traces for operators, over OTLP/HTTP (OpenTelemetry). Loaded only if an endpoint is configured.
//
// The provider is not registered globally: Next would use it for its own spans, whose names and attributes contain full
// URLs with plates and coordinates. Ours name the operation or the SQL function, and the status.

/** Starts sending spans to an OTLP endpoint. The returned function flushes and stops. */
export function startTracing(endpoint: string, serviceName: string): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('salama')

  const record: Recorder = (name, kind, attributes, parent) => {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, remote(parent))
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      trace: { traceId, spanId, flags: traceFlags.toString(16).padStart(2, '0'), state: parent?.state },
      end: ({ failed, attributes: more = {} }) => {
        span.setAttributes(more)
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }
  recordSpans(record)
  return async () => {
    recordSpans()
    await provider.shutdown()
  }
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT }

const remote = ({ traceId, spanId, flags }: Trace) => ({
  traceId,
  spanId,
  traceFlags: Number.parseInt(flags, 16) & 1,
  isRemote: true,
})
