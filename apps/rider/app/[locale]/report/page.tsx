import { getSignedIn } from '@salama/session'
import { ClientMessages } from '@salama/ui/i18n/client-messages.tsx'
import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ReportFlow } from '@/report/report-flow.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('report')
  return { title: t('title'), description: t('description') }
}

export default async function ReportPage({ searchParams }: PageProps<'/[locale]/report'>) {
  const [signedIn, { resume }] = await Promise.all([getSignedIn(), searchParams])
  return (
    <div className="mx-auto max-w-2xl">
      <ClientMessages of={['common', 'report', 'nearby', 'categories', 'stops', 'errors']}>
        <ReportFlow signedIn={signedIn !== null} resumed={resume === '1'} />
      </ClientMessages>
    </div>
  )
}
