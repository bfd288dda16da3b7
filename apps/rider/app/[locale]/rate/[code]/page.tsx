import { getSignedIn, readSavedForm } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { Button, LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { formatPlate } from '@salama/ui/incidents/plate.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { pageMetadata } from '@/page-metadata.ts'
import { findVehicle, plateIn } from '@/rate/find-vehicle.ts'
import { RateForm } from '@/rate/rate-form.tsx'
import { RememberRating } from '@/vehicle/remember-vehicle.tsx'

type Props = PageProps<'/[locale]/rate/[code]'>

/** Only the empty form is indexed, not one with a person's input or the result. */
export const generateMetadata = dataMetadata(async ({ params, searchParams }: Props): Promise<Metadata> => {
  const [{ code }, { again, done, withdrawn }, t] = await Promise.all([params, searchParams, getTranslations('rate')])
  const vehicle = await findVehicle(code)
  if (!vehicle) return { title: t('title'), robots: { index: false } }
  const words = { title: t('title'), description: t('lead') }
  return pageMetadata(`/rate/${vehicle.publicCode}`, words, {
    listed: again === undefined && done === undefined && withdrawn === undefined,
  })
})

export default dataPage(async function RatePage({ params, searchParams }: Props) {
  const [{ locale, code }, { again, done, rated, withdrawn, route }] = await Promise.all([params, searchParams])
  const [vehicle, signedIn, saved, t, errors] = await Promise.all([
    findVehicle(code),
    getSignedIn(),
    readSavedForm(again),
    getTranslations('rate'),
    getTranslations('errors'),
  ])
  const name = vehicle?.publicCode ?? plateIn(code)
  if (name === null) notFound()
  const plate = vehicle?.plate ?? formatPlate(name)
  const isWithdrawn = withdrawn === '1' && done === '1'
  const isDone = done === '1' && !isWithdrawn
  const routeId = z.uuid().safeParse(saved?.values.routeId?.[0] ?? route).data ?? null
  return (
    <article className="@container mx-auto flex w-full max-w-140 flex-1 flex-col gap-4">
      <PageHeader title={t('title')} back={{ href: `/v/${name}`, label: t('vehicle') }}>
        <p className="text-ink">
          <Plate value={plate} /> {[vehicle?.fleetName, vehicle?.sacco?.name].filter(Boolean).join(' · ')}
        </p>
      </PageHeader>
      {done === '1' && <RememberRating plate={plate} isWithdrawn={isWithdrawn} />}
      {isDone && (
        <Notice tone="ok" title={t('thanks')} announce="polite">
          <p>{t('thanksWords')}</p>
          <p>{t('thanksNext')}</p>
        </Notice>
      )}
      {isWithdrawn && <Notice tone="ok" title={t('withdrawn')} announce="polite" />}
      {saved && (
        <Notice tone="danger" title={t('notTaken')} announce="assertive">
          <p>{errors(saved.code === 'id_reused' ? 'already_rated' : saved.code)}</p>
        </Notice>
      )}
      {!isDone && (
        <RateForm
          vehicle={name}
          routeId={routeId}
          saved={saved}
          newId={crypto.randomUUID()}
          isSignedIn={signedIn !== null}
        />
      )}
      {isDone && (
        <div className="flex flex-wrap gap-2">
          <LinkButton href={`/v/${name}`}>{t('vehicle')}</LinkButton>
          <LinkButton href={{ pathname: '/report', query: { vehicle: plate } }}>{t('report')}</LinkButton>
          <LinkButton href="/">{t('nearby')}</LinkButton>
          {typeof rated === 'string' && (
            <form method="post" action={`/rate/withdraw?locale=${locale}`}>
              <input type="hidden" name="id" value={rated} />
              <input type="hidden" name="vehicle" value={name} />
              <Button type="submit" variant="quiet">
                {t('withdraw')}
              </Button>
            </form>
          )}
        </div>
      )}
    </article>
  )
})
