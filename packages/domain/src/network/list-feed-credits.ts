import { z } from 'zod'
import { callRpc } from '../machinery/call-rpc.ts'
import { useCase } from '../machinery/use-case.ts'
import { CITY_TEXTS } from '../shared/city-words.ts'
import { listFeedCredits as operation } from './contract.ts'
import { FeedCredit } from './feed-imports/contract.ts'

const Kept = z.object({ data: z.array(FeedCredit) })

export const listFeedCredits = useCase(operation, async (caller) => ({
  data: notCredited(await callRpc(caller, 'list_feed_credits', {})),
}))

/** Those whom city.json credits, by name or by address, have there the credit that they ask for. */
export const notCredited = (kept: unknown) =>
  Kept.parse(kept).data.filter(({ name, url }) =>
    CITY_TEXTS.credits.every(
      (credit) => credit.name.toLowerCase() !== name.toLowerCase() && (url === null || credit.url !== url),
    ),
  )
