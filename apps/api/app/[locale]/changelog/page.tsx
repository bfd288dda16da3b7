import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inCityWords } from '@salama/domain/city-words'
import { Markdown } from '@salama/ui/components/markdown.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import { routing } from '@salama/ui/i18n/routing.ts'
import { notFound } from 'next/navigation'
import { hasLocale } from 'next-intl'
import { getTranslations, setRequestLocale } from 'next-intl/server'

export async function generateMetadata() {
  return { title: (await getTranslations('changelog'))('title') }
}

/** The versioning policy and the changelog. The text is read at build time. */
export default async function Page({ params }: PageProps<'/[locale]/changelog'>) {
  const { locale } = await params
  if (!hasLocale(routing.locales, locale)) notFound()
  setRequestLocale(locale)
  const t = await getTranslations('changelog')
  const read = (language: string) => readFile(join(process.cwd(), 'content', `changelog.${language}.md`), 'utf8')
  const text = inCityWords(await read(locale).catch(() => read('en')), locale)
  return (
    <div className="pb-8">
      <PageHeader title={t('title')} />
      <Markdown text={text.replace(/^# .*\n/, '')} />
    </div>
  )
}
