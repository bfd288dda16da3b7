import { useTranslations } from 'next-intl'

/** In place of a map that is on its way: plainly not one yet, and nothing on it can be pressed. */
export function MapLoading() {
  const t = useTranslations('map')
  return (
    <p role="status" className="absolute inset-0 grid place-items-center bg-sunken text-soft">
      {t('loading')}
    </p>
  )
}
