import { listNearbyIncidents } from '@salama/domain/incidents'
import { getCaller } from '@salama/session'
import { dataPage } from '@salama/ui/apps/data-page.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { Nearby } from '@/nearby/nearby.tsx'
import { apiQuery, readHome, readQuery } from '@/nearby/query.ts'
import { WELCOMED_COOKIE } from '@/onboarding/welcomed-cookie.ts'
import { pageMetadata } from '@/page-metadata.ts'

export async function generateMetadata() {
  const t = await getTranslations('nearby')
  return pageMetadata('', { title: { absolute: t('pageTitle') }, description: t('pageDescription') })
}

/** Incidents around a place: the one in the URL, else the last one chosen in this browser, else the city centre. */
export default dataPage(async function NearbyPage({ searchParams }: PageProps<'/[locale]'>) {
  const [caller, jar, asked] = await Promise.all([getCaller(), cookies(), searchParams])
  const home = readHome((name) => jar.get(name)?.value)
  const query = readQuery((name) => [asked[name]].flat()[0] ?? null, home)
  const reply = await listNearbyIncidents(caller, apiQuery(query, 20))
  return (
    <ClientMessages of={['common', 'nearby', 'incidents', 'categories', 'map', 'votes', 'welcome']}>
      <Nearby home={home} reply={reply} renderedMs={Date.now()} isFirstVisit={!jar.has(WELCOMED_COOKIE)} />
    </ClientMessages>
  )
})
