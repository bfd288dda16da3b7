export const dynamic = 'force-dynamic'

/** The contract as a readable page. Redoc is served from this origin, without third-party requests. */
export function GET(request: Request) {
  const nonce = request.headers.get('x-nonce') ?? ''
  const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>API reference · Salama</title><link rel="icon" href="/icon.svg"><meta name="viewport" content="width=device-width,initial-scale=1"></head>
<body style="margin:0"><header><a href="/" style="display:inline-flex;align-items:center;min-height:44px;padding:0 20px;font-family:sans-serif;font-weight:bold">Salama for developers</a></header><div id="redoc"></div>
<script nonce="${nonce}" src="/vendor/redoc.standalone.js"></script>
<script nonce="${nonce}">Redoc.init('/api/openapi.json', { hideDownloadButton: false, nativeScrollbars: true }, document.getElementById('redoc'))</script>
</body></html>`
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } })
}
