import { randomUUID } from 'node:crypto'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { measure } from '@salama/domain/measure'
import type { basemapFiles } from './basemap.ts'
import { settings } from './env.ts'
import { stampPeer } from './network-address.ts'
import { normalizeUrl } from './normalize-requests.ts'
import { answerLiveness, routeReadiness } from './probes.ts'
import { problemReply } from './problem.ts'
import { refuseIfFull, refuseUnknownMethod } from './refuse.ts'
import { bodyFor, sendReply } from './reply.ts'
import { stampReply } from './reply-status.ts'
import { boundSharedCaching } from './shared-caches.ts'
import { boundSlowBody } from './slow-bodies.ts'
import type { staticFiles } from './static-files.ts'

/** Finds what answers a request ahead of Next; null: nothing does. */
export type AheadOfNext = (request: IncomingMessage) => {
  /** The memory of this process may have the reply: then it is asked under overload as well. */
  mayBeInMemory: boolean
  answer: (response: ServerResponse) => Promise<unknown>
} | null

type Parts = {
  api?: AheadOfNext | undefined
  basemap?: ReturnType<typeof basemapFiles> | undefined
  files?: ReturnType<typeof staticFiles> | undefined
  pages: RequestListener
  /** Next's development server takes over upgrade requests, for hot reload. */
  isDev?: boolean
}

/**
 * The server of every app, in front of Next as Next documents it.
 *
 * An upgrade request gets a normal response: some clients offer HTTP/2 with every request, and Next, which takes over
 * upgrades, would never respond.
 */
export function createServer({ isDev = false, ...parts }: Parts, most = MOST_CONNECTIONS): Server {
  const server = createHttpServer(isDev ? {} : { shouldUpgradeCallback: () => false }, (request, response) => {
    boundSlowBody(request)
    answer(parts, request, response).catch((error: unknown) => {
      const reply = problemReply(error, { requestId: randomUUID(), path: '/' })
      if (response.headersSent) response.destroy()
      else sendReply(reply, bodyFor(request, reply), response)
    })
  })
  server.headersTimeout = HEADERS_MS
  boundConnections(server, most)
  return server
}

/** A client that sends its headers byte by byte is cut off. */
const HEADERS_MS = 20_000
/** Hundreds of phones share an address of a mobile network, with six connections each. */
const MOST_CONNECTIONS = 2_000

/** Bounds the connections of one address, which may each wait for a slow body. Our own proxy is one address. */
function boundConnections(server: Server, most: number): void {
  if (settings().TRUST_PROXY > 0) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket
    const count = (open.get(remoteAddress) ?? 0) + 1
    if (count > most) return void socket.destroy()
    open.set(remoteAddress, count)
    socket.once('close', () => {
      const left = (open.get(remoteAddress) ?? 1) - 1
      if (left === 0) open.delete(remoteAddress)
      else open.set(remoteAddress, left)
    })
  })
}

/** What files of every kind say, and pages and routes themselves. */
const FOR_FILES = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "frame-ancestors 'none'"],
] as const

function protectFiles(response: ServerResponse): void {
  const { writeHead } = response
  response.writeHead = (...args: unknown[]) => {
    for (const [name, value] of FOR_FILES) if (!response.hasHeader(name)) response.setHeader(name, value)
    return Reflect.apply(writeHead, response, args)
  }
}

/** What happens to each request, in this order. */
async function answer(
  { api, basemap, files, pages }: Parts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (answerLiveness(request, response)) return
  stampPeer(request)
  routeReadiness(request)
  normalizeUrl(request)
  const ahead = api?.(request)
  if (!ahead?.mayBeInMemory && (await refuseIfFull(request, response))) return
  if (ahead) return void (await ahead.answer(response))
  if (await refuseUnknownMethod(request, response)) return
  protectFiles(response)
  if (await basemap?.(request, response)) return
  stampReply(request, response)
  boundSharedCaching(response)
  const toPages = () => {
    measurePage(request, response)
    pages(request, response)
  }
  if (files) files(request, response, toPages)
  else toPages()
}

/** Next does not tell which page answers, and a URL may have a plate: all pages are one. Routes measure themselves. */
function measurePage({ url }: IncomingMessage, response: ServerResponse): void {
  if (url?.startsWith('/api/')) return
  const started = performance.now()
  response.once('close', () =>
    measure('request', 'page', response.writableFinished ? response.statusCode : 499, started),
  )
}
