// The second way through an endpoint: what this process has in memory is answered by the head of the request alone, without
// a Request of the web, a time limit and a span, which together cost twice as much as the reply. Caller, limits, scope
// and headers are those of the first way (endpoint.ts), and a test compares both.

import { isRecording } from '@salama/domain/trace'
import { answerCached, type Served } from './answer.ts'
import { allow, letIn, type Params, type ResolveCaller } from './endpoint.ts'
import { validate } from './read-input.ts'
import type { Reply, RequestHead } from './reply.ts'
import { quickReplyTo } from './respond.ts'

/** The reply from this process's memory; null where the request needs the first way. */
export type QuickReply = (head: RequestHead, params: Params) => Promise<Reply | null>

/** The quick replies of a use case that has some. */
export function quickReply(served: Served, resolveCaller: ResolveCaller<RequestHead>): QuickReply | undefined {
  const { op, useCase } = served
  const { readCached } = useCase
  if (readCached === undefined) return undefined
  return async (head, params) => {
    const input = isRecording() ? null : inputOf(served, head, params)
    if (input === null) return null
    return quickReplyTo(head, op.name, async (requestId, headers) => {
      const caller = await letIn(served, head, requestId, headers, resolveCaller)
      const cached = await readCached(caller, input as never) // by the operation's own schemas
      if (cached === null) return null
      await allow(served, head, caller, headers)
      return answerCached(served, head, cached)
    })
  }
}

/** Null where it is invalid: the first way reports it. */
function inputOf({ op }: Served, head: RequestHead, params: Params): object | null {
  try {
    return validate(op, head, params)
  } catch {
    return null
  }
}
