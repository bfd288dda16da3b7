import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Bus } from 'lucide-react'
import { useTranslations } from 'next-intl'

type Props = { vehicle?: string; route?: { id: string; name: string } }

/** "I'm on it", for the page of a vehicle, registered or not, or of a route. */
export function OnIt({ vehicle, route }: Props) {
  const t = useTranslations('ride')
  const query = { ...(vehicle && { vehicle }), ...(route && { route: route.id, name: route.name }) }
  return (
    <LinkButton href={{ pathname: '/ride', query }} prefetch={false}>
      <Icon as={Bus} />
      {t('onIt')}
    </LinkButton>
  )
}
