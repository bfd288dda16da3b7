import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Markdown } from '@salama/ui/components/markdown.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { getTranslations, setRequestLocale } from 'next-intl/server'

export async function generateMetadata() {
  return { title: (await getTranslations('changelog'))('title') }
}

/** How versions work and what changed. The text is read when the app is built. */
export default async function Page({ params }: PageProps<'/[locale]/changelog'>) {
  const { locale } = await params
  setRequestLocale(locale)
  const t = await getTranslations('changelog')
  const file = locale === 'sw' ? 'changelog.sw.md' : 'changelog.en.md'
  const text = await readFile(join(process.cwd(), 'content', file), 'utf8')
  return (
    <div className="pb-8">
      <PageHeader title={t('title')} />
      <Markdown text={text.replace(/^# .*\n/, '')} />
    </div>
  )
}
