import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from '../../support/listening.ts'

export interface ReceivedSpan {
  readonly name: string
  readonly spanId: string
  readonly parentSpanId: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
}

/** A collector that takes OTLP over HTTP as JSON: the spans, and everything as it came. `mute` takes and never answers. */
export async function otlpReceiver({ isMute = false } = {}) {
  const bodies: string[] = []
  const paths = new Set<string>()
  const server = createServer(async (request, response) => {
    paths.add(request.url ?? '')
    bodies.push(await text(request))
    if (!isMute) response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  return {
    url: await listening(server),
    bodies,
    paths,
    spans: (): ReceivedSpan[] => bodies.flatMap((body) => spansIn(JSON.parse(body) as Export)),
    service: (): unknown =>
      valuesOf((JSON.parse(bodies[0] ?? '{}') as Export).resourceSpans[0]?.resource)['service.name'],
  }
}

interface Attributed {
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, string>> }[]
}
interface Export {
  readonly resourceSpans: readonly {
    readonly resource: Attributed
    readonly scopeSpans: readonly {
      readonly spans: readonly (Attributed & Omit<ReceivedSpan, 'attributes'>)[]
    }[]
  }[]
}

const spansIn = ({ resourceSpans }: Export): ReceivedSpan[] =>
  resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        name: span.name,
        spanId: span.spanId,
        parentSpanId: span.parentSpanId ?? '',
        attributes: valuesOf(span),
      })),
    ),
  )

const valuesOf = (of: Attributed | undefined): Record<string, string> =>
  Object.fromEntries((of?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0] ?? '']))
