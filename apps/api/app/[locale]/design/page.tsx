import { LOCALES } from '@salama/ui/i18n/locales.ts'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import { Design } from '../../design/design'
import { designWords } from '../../design/words'

export { metadata } from '../../design/page'

/** The same with the components in a language: where the language switch of /design leads. */
export default async function Page({ params }: PageProps<'/[locale]/design'>) {
  await connection()
  const asked = (await params).locale
  const locale = LOCALES.find((each) => each === asked)
  if (!locale) notFound()
  return <Design locale={locale} messages={await designWords(locale)} />
}
