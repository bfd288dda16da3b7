import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES, CATEGORY_GROUPS } from '@salama/domain/shared'
import { Icon } from '@salama/ui/components/icon.tsx'
import { pressedValue, ScriptForm } from '@salama/ui/components/script-form.tsx'
import { HelpTile, TileButton } from '@salama/ui/components/tile-button.tsx'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { SIGN_INK } from '@salama/ui/incidents/incident-sign.tsx'
import { severityOf } from '@salama/ui/incidents/severity.ts'
import { LifeBuoy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { SubmitEvent } from 'react'

/** By group; offences against persons are listed openly and before those against property. */
const isAggregate = (category: Category) => CATEGORIES[category].visibility === 'aggregate'
const TILES = CATEGORY_GROUPS.flatMap((group) =>
  CATEGORY_CODES.filter((category) => CATEGORIES[category].group === group).sort(
    (one, other) => Number(isAggregate(other)) - Number(isAggregate(one)),
  ),
)

export function StepCategory({
  chosen,
  onChoose,
}: {
  chosen: Category | undefined
  onChoose: (category: Category) => void
}) {
  const t = useTranslations('report')
  const name = useTranslations('categories')
  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const category = CATEGORY_CODES.find((code) => code === pressedValue(event))
    if (category) onChoose(category)
  }
  return (
    <ScriptForm onSubmit={choose} className="flex flex-col gap-4">
      <div className="tiles">
        {TILES.map((category) => (
          <TileButton
            key={category}
            icon={<CategoryIcon category={category} className={SIGN_INK[severityOf({ category })]} />}
            label={name(category)}
            chosen={category === chosen}
            name="category"
            value={category}
          />
        ))}
        <HelpTile href="/ride/help" icon={<Icon as={LifeBuoy} />} label={t('getHelp')} />
      </div>
      <p className="text-soft">{t('noAccount')}</p>
    </ScriptForm>
  )
}
