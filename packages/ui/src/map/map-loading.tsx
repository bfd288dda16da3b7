import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Icon } from '../components/icon.tsx'

/** In place of a map that is on its way: plainly not one yet, and nothing on it can be pressed. */
export function MapLoading() {
  const t = useTranslations('map')
  return (
    <>
      <div aria-busy="true" className="absolute inset-0 bg-sunken" />
      {/* Beside what is busy, because screen readers may be silent about the content of that. */}
      <p
        role="status"
        className="pointer-events-none absolute inset-0 flex items-center justify-center gap-2 text-soft"
      >
        <Icon as={LoaderCircle} className="animate-turn" />
        {t('loading')}
      </p>
    </>
  )
}
