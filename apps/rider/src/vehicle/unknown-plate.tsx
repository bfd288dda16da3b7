import { LinkButton } from '@salama/ui/components/button.tsx'
import { Dock } from '@salama/ui/components/dock.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { Row } from '@salama/ui/components/row.tsx'
import { Seats } from '@salama/ui/components/seats.tsx'
import { formatPlate, plateKey } from '@salama/ui/incidents/plate.ts'
import { Bus, Megaphone, Star } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Follow } from '@/alerts/follow.tsx'
import { Share } from '@/share/share.tsx'
import { TextLink } from '@/text-link.tsx'
import { RememberVehicle, UnlessRated } from './remember-vehicle.tsx'

/**
 * The page of a plate that nobody registered. It is the same whether or not somebody rated, reported or follows it:
 * nobody must be able to tell, so the seats count nobody. `alike`: the known plates that look like it.
 */
export function UnknownPlate({ plate, alike }: { plate: string; alike: readonly string[] }) {
  const t = useTranslations('plate')
  const vehicle = useTranslations('vehicle')
  const find = useTranslations('find')
  const ride = useTranslations('ride')
  const shown = formatPlate(plate)
  const query = { vehicle: shown }
  return (
    <article className="@container mx-auto flex w-full max-w-xl flex-1 flex-col gap-4">
      <PageHeader
        title={
          <UnlessRated plate={shown} rated={t('rated', { plate: shown })}>
            {t('title', { plate: shown })}
          </UnlessRated>
        }
        back={{ href: '/v', label: vehicle('other') }}
        beside={<Share title={shown} path={`/v/${plateKey(plate)}`} place="title" />}
      >
        <div className="flex flex-col gap-2 pt-1">
          <p className="text-xl text-ink">
            <Plate value={shown} />
          </p>
          {alike.map((other) => (
            <p key={other}>
              <TextLink href={`/v/${plateKey(other)}`}>{find('didYouMean', { plate: other })}</TextLink>
            </p>
          ))}
          <UnlessRated plate={shown} rated={null}>
            <p>{t('first')}</p>
          </UnlessRated>
        </div>
      </PageHeader>
      <figure className="flex flex-col gap-2">
        <Seats interval={null} label={t('seats')} />
        <figcaption className="text-soft">
          <UnlessRated plate={shown} rated={t('ratedFloor')}>
            {t('floor')}
          </UnlessRated>
        </figcaption>
      </figure>
      <nav aria-label={shown} className="rows">
        <Row href={`/report?${new URLSearchParams(query)}`} sign={<Icon as={Megaphone} />}>
          {t('report')}
        </Row>
        <Row href={`/ride?${new URLSearchParams(query)}`} sign={<Icon as={Bus} />}>
          {ride('onIt')}
        </Row>
      </nav>
      <Follow kind="vehicle" plate={shown} label={shown} />
      <RememberVehicle plate={shown} />
      <Dock>
        <LinkButton variant="main" size="large" href={`/rate/${plateKey(plate)}`}>
          <Icon as={Star} />
          {vehicle('rate')}
        </LinkButton>
      </Dock>
    </article>
  )
}
