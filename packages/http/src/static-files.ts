import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import expressStaticGzip from 'express-static-gzip'

// Files of the build whose URL changes with their content. The build has compressed them (pack-files.ts), and here they
// are only read. Next would compress them anew for each request, with gzip.

/** Where they are in an app's folder, and where they are served. */
export const STATIC_FOLDERS = [
  { path: '/_next/static', folder: '.next/static' },
  { path: '/vendor', folder: 'public/vendor' },
]

type Handler = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

/** Serves the static files of the app in this folder, and leaves everything else to `next`. */
export function staticFiles(dir: string): Handler {
  const mounts = STATIC_FOLDERS.map(({ path, folder }) => ({
    path,
    serve: expressStaticGzip(join(dir, folder), {
      enableBrotli: true,
      orderPreference: ['br', 'gzip'],
      index: false,
      serveStatic: { immutable: true, maxAge: '1y', index: false, redirect: false },
    }),
  }))
  return (request, response, next) => {
    const { url = '/', method } = request
    const mount = mounts.find(({ path }) => url.startsWith(`${path}/`))
    if (!mount || (method !== 'GET' && method !== 'HEAD')) return next()
    const rest = url.slice(mount.path.length)
    // What Express gives a handler that is mounted at a path.
    const mounted = Object.assign(request, { url: rest, originalUrl: url, path: rest.split('?')[0] })
    mount.serve(mounted, response, () => {
      request.url = url
      response.removeHeader('content-encoding')
      next()
    })
  }
}
