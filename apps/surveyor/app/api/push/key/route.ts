import { pushSettings } from '@salama/push/env.ts'

/** The server's key for Web Push, which browsers need to subscribe; null where it is turned off. Pages are built without. */
export function GET(): Response {
  const publicKey = pushSettings().vapid?.publicKey ?? null
  return Response.json({ publicKey }, { headers: { 'cache-control': 'no-store' } })
}

export const dynamic = 'force-dynamic'
