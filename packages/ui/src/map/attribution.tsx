import { useTranslations } from 'next-intl'

/** Over a corner of every map; the licence of OpenStreetMap requires the link. */
export function MapAttribution() {
  const t = useTranslations('map')
  return (
    <p className="absolute end-0 bottom-(--map-inset,0px) bg-paper/85 px-1.5 text-xs text-soft">
      {t('attribution')}{' '}
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-6 items-center underline"
      >
        {t('openStreetMap')}
      </a>
    </p>
  )
}
