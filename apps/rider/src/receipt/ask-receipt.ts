import type { Receipt } from '@salama/domain/receipts/contract'
import { ask, type Problem, problemIn } from '@salama/ui/ask.ts'

export type ReceiptProblem = Problem['code']

/** Asks with a receipt: `look`, `answer`, `add`, `withdraw`. The code goes in the body and nowhere else. Never throws. */
export const askReceipt = (what: string, body: { code: string }): Promise<Receipt | { problem: ReceiptProblem }> =>
  ask<Receipt>(`/api/receipt/${what}`, { method: 'POST', body }).catch((error: unknown) => ({
    problem: problemIn(error).code,
  }))
