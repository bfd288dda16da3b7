import { getIncidentRecord } from '@salama/domain/incident-records'
import { DomainError } from '@salama/domain/shared'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { IncidentDesk } from '@/incident/incident-desk.tsx'
import { adminPage } from '@/shell/admin-page.tsx'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('incidentDesk'))('title') }
}

/** An incident with its reports, and what an admin can do with it: merge it, split it again, retract it. */
export default adminPage<PageProps<'/[locale]/review/incidents/[id]'>>(async ({ params }, { caller }) => {
  const { id } = await params
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) notFound()
  const record = await getIncidentRecord(caller, { id }).catch((error: unknown) => {
    if (error instanceof DomainError && error.slug === 'not_found') notFound()
    throw error
  })
  return (
    <ClientMessages
      of={['common', 'console', 'errors', 'review', 'incidentDesk', 'categories', 'tags', 'incidents', 'map']}
    >
      <IncidentDesk key={record.id} initial={record} />
    </ClientMessages>
  )
})
