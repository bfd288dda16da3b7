import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { PageHeader } from '@salama/ui/components/page-header.tsx'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getLocale, getTranslations } from 'next-intl/server'
import { codeIn } from '@/certificate/code-in.ts'
import { pageMetadata } from '@/page-metadata.ts'

type Props = PageProps<'/[locale]/check'>

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('certificate')
  return pageMetadata('/check', { title: t('checkTitle'), description: t('checkLead') })
}

/** Longer than any URL of a certificate, with some text around it. */
const MAX_CODE_LENGTH = 400

/** Checks a certificate by its code or pasted URL. */
export default async function CheckPage({ searchParams }: Props) {
  const [{ code }, locale, t] = await Promise.all([searchParams, getLocale(), getTranslations('certificate')])
  const given = [code].flat()[0]?.trim().slice(0, MAX_CODE_LENGTH)
  const found = given ? codeIn(given) : null
  if (found) redirect(`/${locale}/certificates/${found}`)
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={t('checkTitle')}>{t('checkLead')}</PageHeader>
      <form action={`/${locale}/check`} className="flex flex-col items-start gap-4">
        <Field
          name="code"
          label={t('code')}
          hint={t('codeHint')}
          required
          maxLength={MAX_CODE_LENGTH}
          defaultValue={given}
          error={given ? t('codeWrong') : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="w-full max-w-md"
        />
        <Button type="submit" variant="main">
          {t('check')}
        </Button>
      </form>
    </div>
  )
}
