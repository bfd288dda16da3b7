import { useTranslations } from 'next-intl'
import { useEffect, useState } from 'react'
import { openBasemap } from './basemap.ts'
import { FeedCredits } from './feed-credits.tsx'

/**
 * Over a corner of every map; the licence of OpenStreetMap requires the link where its streets are drawn. A map loads
 * them when it is ready, also where an earlier one could not.
 */
export function MapAttribution({ isReady }: { isReady: boolean }) {
  const t = useTranslations('map')
  const [hasStreets, setHasStreets] = useState(false)
  useEffect(() => {
    if (isReady) openBasemap().then((basemap) => setHasStreets(basemap !== null))
  }, [isReady])
  return (
    <p className="absolute start-0 bottom-(--map-inset,0px) max-w-[80%] bg-paper/85 px-1.5 text-[min(var(--text-xs),16px)] text-soft">
      {t('attribution')}
      {isReady && <FeedCredits label=", " />}
      {hasStreets && (
        <>
          {' · '}
          <a
            href="https://www.openstreetmap.org/copyright"
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-6 items-center underline"
          >
            {t('openStreetMap')}
          </a>
        </>
      )}
    </p>
  )
}
