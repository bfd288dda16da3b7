import { appUrls } from '@salama/session'
import { publicKey, signingKey } from '@/certificate/open-badge.ts'

/** The public key of the badges (RFC 7517). */
export async function GET(): Promise<Response> {
  const key = signingKey()
  if (!key) return new Response(null, { status: 404 })
  return Response.json(await publicKey(key, appUrls().learning ?? ''), {
    headers: {
      'access-control-allow-origin': '*', // verifiers that run in a browser
      'cache-control': 'public, max-age=3600',
      'content-type': 'application/jwk+json',
    },
  })
}
