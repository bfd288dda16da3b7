import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { AssignmentForm } from '@/assignments/assignment-form.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('assignments')

export default adminPage<PageProps<'/[locale]/assignments/new'>>(async () => {
  const t = await getTranslations('assignments')
  return (
    <>
      <PageHeader title={t('new')} back={{ href: '/assignments', label: t('title') }} />
      <ClientMessages of={['common', 'console', 'errors', 'parts', 'assignments', 'stops', 'map']}>
        <AssignmentForm />
      </ClientMessages>
    </>
  )
})
