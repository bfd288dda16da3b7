import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { pageMetadata } from '@/page-metadata.ts'

type Props = PageProps<'/[locale]/check'>

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('certificate')
  return pageMetadata('/check', { title: t('checkTitle'), description: t('checkLead') })
}

/** Where somebody who holds a certificate in their hand types its code. */
export default async function CheckPage({ searchParams }: Props) {
  const [{ code }, locale, t] = await Promise.all([searchParams, getLocale(), getTranslations('certificate')])
  const given = [code].flat()[0]?.trim()
  if (given)
    redirect(`/${locale}/certificates/${encodeURIComponent(given.replaceAll(/[^0-9a-z]+/gi, '-').slice(0, 80))}`)
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('checkTitle')}>{t('checkLead')}</PageHeader>
      <form className="flex flex-col items-start gap-4">
        <Field
          name="code"
          label={t('code')}
          hint={t('codeHint')}
          required
          maxLength={80}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="w-full max-w-md"
        />
        <Button type="submit" look="main">
          {t('check')}
        </Button>
      </form>
    </div>
  )
}
