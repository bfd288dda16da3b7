import type { z } from 'zod'
import type { FeedCheck } from './feed-check.ts'
import type { Attribution, FeedInfo } from './files.ts'
import type { Rules } from './rules.ts'

// Whom a feed names as its makers: maps and the page about the data credit them beside those in city.json.

export const feedInfo = (check: FeedCheck): Rules<z.output<typeof FeedInfo>> => ({
  take: (row) => credit(check, row.feed_publisher_name, row.feed_publisher_url),
})

export const attributions = (check: FeedCheck): Rules<z.output<typeof Attribution>> => ({
  take: (row) => credit(check, row.organization_name, row.attribution_url),
})

/** As the database limits them. A URL that is longer leads nowhere once it is cut. */
const MOST = 20
const LONGEST = 500

function credit(check: FeedCheck, whole: string, url: string | undefined) {
  const name = Array.from(whole).slice(0, LONGEST).join('')
  if (check.credits.size >= MOST || check.credits.has(name)) return
  const isLink = url !== undefined && url.length <= LONGEST && /^https?:\/\//.test(url)
  check.stage('credits', { place: check.credits.size, name, url: isLink ? url : undefined })
  check.credits.add(name)
}
