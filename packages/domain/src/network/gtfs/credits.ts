import type { z } from 'zod'
import { CITY_TEXTS } from '../../shared/city-words.ts'
import type { Place } from './feed-check.ts'
import type { Attribution, FeedInfo } from './files.ts'
import type { Rules } from './rules.ts'

// Pages credit those whom city.json names. A feed may name others: whoever loads it learns whom to add.

export const feedInfo = (): Rules<z.output<typeof FeedInfo>> => ({
  take: (row, at) => expectCredit(at, 'feed_publisher_name', row.feed_publisher_name, row.feed_publisher_url),
})

export const attributions = (): Rules<z.output<typeof Attribution>> => ({
  take: (row, at) => expectCredit(at, 'organization_name', row.organization_name, row.attribution_url),
})

function expectCredit(at: Place, column: string, name: string, url: string | undefined) {
  const isCredited = CITY_TEXTS.credits.some(
    (credit) => credit.name.toLowerCase() === name.toLowerCase() || (url !== undefined && credit.url === url),
  )
  if (!isCredited) at.mend(column, 'is not among the credits in city.json', 'pages name only those', name)
}
