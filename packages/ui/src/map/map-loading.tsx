import { LoaderCircle } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Icon } from '../components/icon.tsx'

/** In place of a map that is on its way: plainly not one yet, and nothing on it can be pressed. */
export function MapLoading() {
  const t = useTranslations('map')
  return (
    <p role="status" className="absolute inset-0 flex items-center justify-center gap-2 bg-sunken text-soft">
      <Icon as={LoaderCircle} className="animate-turn" />
      {t('loading')}
    </p>
  )
}
