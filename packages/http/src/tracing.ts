import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { type Recorder, recordSpans, type Trace } from '@salama/domain/trace'

// Traces for whoever runs the service, over OTLP/HTTP (OpenTelemetry). Loaded only where an endpoint is configured.
//
// The provider is not made the global one: Next would find it and add spans of its own, whose names and attributes are
// whole addresses, with the plates and coordinates in them. Ours name the operation or the SQL function, and the status.

/** Sends spans to an OTLP endpoint from now on. What is returned sends the last ones and stops. */
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
