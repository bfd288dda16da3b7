import type { Category } from '@salama/domain/incidents/contract'
import { CATEGORIES, CATEGORY_CODES, CATEGORY_GROUPS } from '@salama/domain/shared'
import { pressedValue, ScriptForm } from '@salama/ui/components/script-form.tsx'
import { TileButton } from '@salama/ui/components/tile-button.tsx'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { useTranslations } from 'next-intl'
import { type ReactNode, type SubmitEvent, useId } from 'react'

/** Offences against persons are listed openly and before those against property. */
const isAggregate = (category: Category) => CATEGORIES[category].visibility === 'aggregate'
const GROUPS = CATEGORY_GROUPS.map((group) => ({
  group,
  categories: CATEGORY_CODES.filter((category) => CATEGORIES[category].group === group).sort(
    (one, other) => Number(isAggregate(other)) - Number(isAggregate(one)),
  ),
}))

export function StepCategory({
  chosen,
  onChoose,
}: {
  chosen: Category | undefined
  onChoose: (category: Category) => void
}) {
  const t = useTranslations('report')
  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const category = CATEGORY_CODES.find((code) => code === pressedValue(event))
    if (category) onChoose(category)
  }
  return (
    <ScriptForm onSubmit={choose} className="contents">
      {GROUPS.map(({ group, categories }) => (
        <Group key={group} title={t(`groups.${group}`)}>
          {categories.map((category) => (
            <Tile key={category} category={category} chosen={category === chosen} />
          ))}
        </Group>
      ))}
    </ScriptForm>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <h2 id={id} className="text-soft">
        {title}
      </h2>
      <div className="pairs">{children}</div>
    </section>
  )
}

function Tile({ category, chosen }: { category: Category; chosen: boolean }) {
  const name = useTranslations('categories')
  return (
    <TileButton
      icon={<CategoryIcon category={category} />}
      label={name(category)}
      chosen={chosen}
      name="category"
      value={category}
    />
  )
}
