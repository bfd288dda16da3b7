'use client'

import type { listFeedCredits } from '@salama/domain/network/contract'
import type { ReplyOf } from '@salama/domain/shared'
import { type ReactNode, useEffect, useState } from 'react'
import { fetchJson } from './saved-files.ts'

type Credits = ReplyOf<typeof listFeedCredits>['data']

/** Whom the feeds of the network name as their makers, after `label`, where the city does not credit them already. */
export function FeedCredits({ label }: { label: ReactNode }) {
  const [credits, setCredits] = useState<Credits>([])
  useEffect(() => {
    fetchJson<{ data: Credits }>('/api/feed-credits').then(
      ({ data }) => setCredits(data),
      () => {}, // the next page asks again
    )
  }, [])
  if (credits.length === 0) return null
  return (
    <>
      {label}
      {credits.map(({ name, url }, n) => (
        <span key={name}>
          {n > 0 && ', '}
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" className="inline-flex min-h-6 items-center underline">
              {name}
            </a>
          ) : (
            name
          )}
        </span>
      ))}
    </>
  )
}
