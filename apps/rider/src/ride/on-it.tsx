import { type ButtonVariant, LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Bus } from 'lucide-react'
import { useTranslations } from 'next-intl'

type Props = {
  vehicle?: string
  route?: { id: string; name: string }
  variant?: ButtonVariant['variant']
  beside?: boolean
}

/** "I'm on it", for the page of a vehicle, registered or not, or of a route. `beside`: a Dock's quiet button. */
export function OnIt({ vehicle, route, variant = 'second', beside = false }: Props) {
  const t = useTranslations('ride')
  const query = { ...(vehicle && { vehicle }), ...(route && { route: route.id, name: route.name }) }
  return (
    <LinkButton
      variant={variant}
      size="large"
      href={{ pathname: '/ride', query }}
      prefetch={false}
      {...(beside && { className: '@max-3xs:flex-none! @max-3xs:px-3' })}
    >
      <Icon as={Bus} />
      <span className={beside ? '@max-3xs:sr-only' : ''}>{t('onIt')}</span>
    </LinkButton>
  )
}
