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

function credit(check: FeedCheck, name: string, url: string | undefined) {
  if (check.credits.has(name)) return
  check.stage('credits', { place: check.credits.size, name, url: url && /^https?:\/\//.test(url) ? url : undefined })
  check.credits.add(name)
}
