import { Button } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CopyPlus } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type Draft, type LastValues, newDraft } from '@/field-state/draft.ts'

type Props = {
  draft: Draft
  last: LastValues | null | undefined
  onTake: (values: Pick<Draft, 'sacco' | 'routes' | 'carried'>) => void
}

/** Takes over what the vehicle before had, where nothing was chosen yet. */
export function SameAsLast({ draft, last, onTake }: Props) {
  const t = useTranslations('collect')
  if (!last || draft.revises !== null || draft.sacco !== null || draft.routes.length > 0) return null
  const names = [last.sacco, ...last.routes].flatMap((each) => (each ? [each.name.split(' · ')[0]] : []))
  if (names.length === 0) return null
  return (
    <Button className="self-start" onClick={() => onTake({ ...last, carried: newDraft(last).carried })}>
      <Icon as={CopyPlus} />
      {t('sameAsLast', { names: names.join(', ') })}
    </Button>
  )
}
