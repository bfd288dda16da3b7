import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import { getTranslations } from 'next-intl/server'
import { ExportForm } from '@/assignments/export-form.tsx'
import { adminPage, navItemMetadata } from '@/shell/admin-page.tsx'

export const generateMetadata = navItemMetadata('assignments')

export default adminPage<PageProps<'/[locale]/assignments/export'>>(async () => {
  const t = await getTranslations('assignments')
  return (
    <>
      <PageHeader title={t('export.title')} back={{ href: '/assignments', label: t('title') }}>
        {t('export.lead')}
      </PageHeader>
      <ClientMessages of={['common', 'console', 'errors', 'parts', 'assignments']}>
        <ExportForm />
      </ClientMessages>
    </>
  )
})
