import { BAD_TAGS, COMMENT_MAX, GOOD_TAGS } from '@salama/domain/feedback/contract'
import type { SavedForm } from '@salama/session'
import { Button } from '@salama/ui/components/button.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { Check, CircleAlert, Star } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

/** A rating as a plain form. `saved` is the rejected input; `newId` is for a form that was never sent. */
export function RateForm({ vehicle, saved, newId }: { vehicle: string; saved: SavedForm | null; newId: string }) {
  const t = useTranslations('rate')
  const common = useTranslations('common')
  const locale = useLocale()
  const value = (name: string) => saved?.values[name]?.[0]
  const wrong = (name: 'stars' | 'comment' | 'rodeAt') => (saved?.paths.includes(name) ? t(`wrong.${name}`) : undefined)
  // Reuses the id, so that an attempt that was received after all is not counted twice; unless the id is already used.
  const id = saved && saved.code !== 'id_reused' ? value('id') : undefined
  return (
    <form method="post" action={`/rate/submit?locale=${locale}`} className="flex flex-col gap-6">
      <input type="hidden" name="id" value={id ?? newId} />
      <input type="hidden" name="vehicle" value={vehicle} />
      <Choices legend={t('stars')} error={wrong('stars')}>
        <div className="flex flex-col gap-2">
          {STARS.map((stars) => (
            <StarChoice key={stars} stars={stars} chosen={value('stars') === stars} />
          ))}
        </div>
      </Choices>
      <Tags legend={t('good')} tags={GOOD_TAGS} saved={saved} />
      <Tags legend={t('bad')} tags={BAD_TAGS} saved={saved} />
      <Field
        multiline
        name="comment"
        label={t('comment')}
        hint={t('commentHint')}
        optional={common('optional')}
        maxLength={COMMENT_MAX}
        defaultValue={value('comment')}
        error={wrong('comment')}
      />
      <Field
        type="datetime-local"
        name="rodeAt"
        label={t('rodeAt')}
        hint={t('rodeAtHint')}
        optional={common('optional')}
        defaultValue={value('rodeAt')}
        error={wrong('rodeAt')}
      />
      <Button type="submit" variant="main" size="large">
        {t('send')}
      </Button>
    </form>
  )
}

type Tag = (typeof GOOD_TAGS | typeof BAD_TAGS)[number]

function Tags({ legend, tags, saved }: { legend: string; tags: readonly Tag[]; saved: SavedForm | null }) {
  const t = useTranslations('tags')
  return (
    <Choices legend={legend}>
      <div className="flex flex-wrap gap-2">
        {tags.map((tag) => (
          <label key={tag} className={CHIP}>
            <input
              type="checkbox"
              name="tags"
              value={tag}
              defaultChecked={saved?.values.tags?.includes(tag) ?? false}
              className="peer sr-only"
            />
            <span className="hidden peer-checked:inline">
              <Icon as={Check} />
            </span>
            {t(tag)}
          </label>
        ))}
      </div>
    </Choices>
  )
}

function Choices({ legend, error, children }: { legend: string; error?: string | undefined; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-xl font-bold">{legend}</legend>
      {error && (
        <p className="flex items-start gap-1.5 font-semibold text-danger">
          <Icon as={CircleAlert} className="mt-0.5" />
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}

const RING = 'has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink'
const CHIP = `inline-flex min-h-touch items-center gap-1.5 rounded-full border-2 border-edge bg-raised px-4 font-semibold hover:border-ink has-checked:border-ink has-checked:bg-ink has-checked:text-paper ${RING}`

/** A full-width radio button: a number of stars and its meaning, highlighted when selected. */
function StarChoice({ stars, chosen }: { stars: (typeof STARS)[number]; chosen: boolean }) {
  const t = useTranslations('rate')
  return (
    <label
      className={`flex min-h-touch flex-wrap items-center gap-3 rounded-control border-2 border-edge bg-raised px-3 py-1.5 hover:border-ink has-checked:border-ink has-checked:font-bold has-checked:band-below md:max-w-md ${RING}`}
    >
      <input
        type="radio"
        name="stars"
        value={stars}
        required
        defaultChecked={chosen}
        className="size-5 shrink-0 accent-ink"
      />
      <span aria-hidden="true" className="flex w-32 shrink-0 gap-0.5 text-lg">
        {MOST.map((nth) => (
          <Icon key={nth} as={Star} className={nth <= Number(stars) ? 'fill-current' : 'text-line'} />
        ))}
      </span>
      {t(`star.${stars}`)}
    </label>
  )
}

const MOST = [1, 2, 3, 4, 5]

/** Best first, in the order of the form. */
export const STARS = ['5', '4', '3', '2', '1'] as const
