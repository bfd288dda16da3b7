import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** The incident's still map; a `sign` in its middle where others see the exact place. */
export function StillMap({ address, sign }: { address: string; sign: ReactNode }) {
  const t = useTranslations('map')
  const locale = useLocale()
  return (
    <div className="absolute inset-0 bg-sunken">
      {/* biome-ignore lint/performance/noImgElement: an SVG that needs no optimizing */}
      <img src={`/${locale}${address}/map`} alt="" className="size-full object-cover" />
      {sign && (
        <span aria-hidden="true" className="absolute top-1/2 left-1/2 -translate-1/2">
          {sign}
        </span>
      )}
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noreferrer"
        className="absolute start-0 bottom-(--map-inset,1.25rem) inline-flex min-h-6 items-center bg-paper/85 px-1.5 text-xs text-soft split:bottom-0"
      >
        {t('openStreetMap')}
      </a>
    </div>
  )
}
