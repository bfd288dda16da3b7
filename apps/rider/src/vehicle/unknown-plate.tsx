import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import { formatPlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { Megaphone, Star } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Follow } from '@/alerts/follow.tsx'
import { Share } from '@/share/share.tsx'
import { TextLink } from '@/text-link.tsx'
import { RememberVehicle } from './remember-vehicle.tsx'

/**
 * The page of a plate that nobody registered. It is the same whether or not somebody rated, reported or follows it:
 * nobody must be able to tell. `alike`: the known plates that look like it.
 */
export function UnknownPlate({ plate, alike }: { plate: string; alike: readonly string[] }) {
  const t = useTranslations('plate')
  const vehicle = useTranslations('vehicle')
  const find = useTranslations('find')
  const shown = formatPlate(plate)
  return (
    <SplitPage
      as="article"
      head={
        <>
          <header className="flex flex-col gap-3 pt-4">
            <p className="text-3xl">
              <Plate value={shown} />
            </p>
            {alike.map((other) => (
              <TextLink key={other} href={`/v/${plateKey(other)}`}>
                {find('didYouMean', { plate: other })}
              </TextLink>
            ))}
            <h1 className="text-2xl font-bold">{t('title', { plate: shown })}</h1>
            <p className="max-w-prose">{t('first')}</p>
          </header>
          <LinkButton variant="main" size="large" href={`/rate/${plateKey(plate)}`}>
            <Icon as={Star} />
            {vehicle('rate')}
          </LinkButton>
          <LinkButton href={{ pathname: '/report', query: { vehicle: shown } }} prefetch={false}>
            <Icon as={Megaphone} />
            {t('report')}
          </LinkButton>
          <Follow kind="vehicle" plate={shown} label={shown} />
          <RememberVehicle plate={shown} />
          <Share title={shown} path={`/v/${plateKey(plate)}`} />
        </>
      }
    >
      <p className="max-w-prose text-soft">{t('floor')}</p>
      <p className="border-t-2 border-line pt-3">
        {vehicle('notThis')} <TextLink href="/v">{vehicle('other')}</TextLink>
      </p>
    </SplitPage>
  )
}
