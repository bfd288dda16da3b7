import type { Receipt } from '@salama/domain/receipts/contract'
import { type ErrorSlug, isErrorSlug } from '@salama/domain/shared'

export type ReceiptProblem = ErrorSlug | 'network'

const TIMEOUT_MS = 30_000

/** Asks with a receipt: `look`, `answer`, `add`, `withdraw`. The code goes in the body and nowhere else. Never throws. */
export async function askReceipt(what: string, body: { code: string }): Promise<Receipt | { problem: ReceiptProblem }> {
  try {
    const response = await fetch(`/api/receipt/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    const reply = await response.json()
    if (response.ok) return reply as Receipt // our own route checked it against the contract
    return { problem: isErrorSlug(reply.code) ? reply.code : 'internal' }
  } catch {
    return { problem: 'network' }
  }
}
