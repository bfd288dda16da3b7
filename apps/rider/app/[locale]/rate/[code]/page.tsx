import { getSignedIn, readSavedForm } from '@salama/session'
import { dataMetadata, dataPage } from '@salama/ui/apps/data-page.tsx'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Notice } from '@salama/ui/components/notice.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { Plate } from '@salama/ui/components/plate.tsx'
import { SplitPage } from '@salama/ui/components/split-page.tsx'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/page-metadata.ts'
import { findVehicle } from '@/rate/find-vehicle.ts'
import { RateForm } from '@/rate/rate-form.tsx'

type Props = PageProps<'/[locale]/rate/[code]'>

/** Only the empty form is indexed, not one with a person's input or the result. */
export const generateMetadata = dataMetadata(async ({ params, searchParams }: Props): Promise<Metadata> => {
  const [{ code }, { again, done }, t] = await Promise.all([params, searchParams, getTranslations('rate')])
  const vehicle = await findVehicle(code)
  if (!vehicle) return { title: t('title'), robots: { index: false } }
  const words = { title: t('title'), description: t('lead') }
  return pageMetadata(`/rate/${vehicle.publicCode}`, words, { listed: again === undefined && done === undefined })
})

export default dataPage(async function RatePage({ params, searchParams }: Props) {
  const [{ locale, code }, { again, done }] = await Promise.all([params, searchParams])
  const [vehicle, signedIn, saved, t, errors] = await Promise.all([
    findVehicle(code),
    getSignedIn(),
    readSavedForm(again),
    getTranslations('rate'),
    getTranslations('errors'),
  ])
  if (!vehicle) notFound()
  const here = `/${locale}/rate/${vehicle.publicCode}${saved ? `?again=${again}` : ''}`
  return (
    <SplitPage
      as="article"
      head={
        <PageHeader title={t('title')} back={{ href: `/v/${vehicle.publicCode}`, label: t('vehicle') }}>
          <p className="text-ink">
            <Plate value={vehicle.plate} /> {[vehicle.fleetName, vehicle.sacco?.name].filter(Boolean).join(' · ')}
          </p>
          {done !== '1' && <p className="pt-2">{t('lead')}</p>}
        </PageHeader>
      }
    >
      {done === '1' && (
        <Notice tone="ok" title={t('thanks')} announce="polite">
          <p>{t('thanksWords')}</p>
          <p>{t('thanksNext')}</p>
        </Notice>
      )}
      {saved && (
        <Notice tone="danger" title={t('notTaken')} announce="assertive">
          <p>{errors(saved.code === 'id_reused' ? 'already_rated' : saved.code)}</p>
        </Notice>
      )}
      {signedIn === null && done !== '1' && (
        <Notice>
          <p>{saved ? t('keptWhileSignIn') : t('needsAccount')}</p>
          <LinkButton variant="main" href={{ pathname: '/sign-in', query: { callbackUrl: here } }}>
            {t('signIn')}
          </LinkButton>
        </Notice>
      )}
      {signedIn !== null && done !== '1' && (
        <RateForm vehicle={vehicle.publicCode} saved={saved} newId={crypto.randomUUID()} />
      )}
      {done === '1' && (
        <div className="flex flex-wrap gap-2">
          <LinkButton href={`/v/${vehicle.publicCode}`}>{t('vehicle')}</LinkButton>
          <LinkButton href={{ pathname: '/report', query: { vehicle: vehicle.plate } }}>{t('report')}</LinkButton>
          <LinkButton href="/">{t('nearby')}</LinkButton>
        </div>
      )}
    </SplitPage>
  )
})
