import { getIncidentRecord } from '@salama/domain/incident-records'
import { idIn, orNotFound } from '@salama/ui/apps/or-not-found.ts'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { IncidentView } from '@/incidents/incident-view.tsx'
import { adminPage, titleMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = titleMetadata('incidentView.title')

/** An incident with its reports and the actions on it: merge, split, retract, restore. */
export default adminPage<PageProps<'/[locale]/incidents/[id]'>>(async ({ params }, { caller }) => {
  const id = idIn((await params).id)
  const record = await orNotFound(getIncidentRecord(caller, { id }))
  return (
    <ClientMessages
      of={['common', 'console', 'errors', 'review', 'incidentView', 'categories', 'tags', 'incidents', 'map']}
    >
      <IncidentView key={record.id} initial={record} />
    </ClientMessages>
  )
})
