import { useTranslations } from 'next-intl'
import { TextLink } from '@/text-link.tsx'

const EXAMPLES = ['Thika Road', 'Kifaru 1', 'Koja', '45'] as const

/** What an empty search can find, to be tried with a tap. */
export function Teach() {
  const t = useTranslations('search')
  return (
    <section aria-labelledby="examples" className="flex flex-col gap-2 border-t-2 border-dashed border-line pt-5">
      <h2 id="examples" className="text-xl font-bold">
        {t('teachTitle')}
      </h2>
      <p className="max-w-prose text-soft">{t('teach')}</p>
      <ul className="flex flex-wrap gap-x-6">
        {EXAMPLES.map((q) => (
          <li key={q}>
            <TextLink href={{ pathname: '/search', query: { q } }} prefetch={false}>
              {q}
            </TextLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
