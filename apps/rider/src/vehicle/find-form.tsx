import { IDENTIFIER_LENGTH } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ArrowRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'

/** A field for the code or plate; works without JavaScript. `error`: the last input matched no vehicle. */
export function FindForm({ typed, error }: { typed?: string; error?: string | undefined }) {
  const t = useTranslations('find')
  const locale = useLocale()
  return (
    <form action={`/${locale}/v`} className="flex max-w-md flex-col gap-3">
      <Field
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        error={error}
        defaultValue={typed}
        required
        minLength={3}
        maxLength={IDENTIFIER_LENGTH.most}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        className="[&_input]:text-xl [&_input]:font-bold [&_input]:tracking-widest"
      />
      <Button type="submit" variant="main" size="large">
        {t('open')}
        <Icon as={ArrowRight} />
      </Button>
    </form>
  )
}
