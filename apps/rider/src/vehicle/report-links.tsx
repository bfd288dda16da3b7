import { CATEGORIES, CATEGORY_CODES } from '@salama/domain/shared'
import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { CategoryIcon } from '@salama/ui/incidents/category-icon.tsx'
import { Megaphone } from 'lucide-react'
import { useTranslations } from 'next-intl'

const ON_THE_RIDE = CATEGORY_CODES.filter((code) => CATEGORIES[code].group === 'ride')

/** The kinds that are about a vehicle: one tap, and the report about it only has to be sent. */
export function ReportLinks({ plate }: { plate: string }) {
  const t = useTranslations('vehicle')
  const name = useTranslations('categories')
  return (
    <section aria-labelledby="report-vehicle" className="flex flex-col gap-2">
      <h2 id="report-vehicle" className="font-semibold">
        {t('reportTitle')}
      </h2>
      <div className="pairs">
        {ON_THE_RIDE.map((category) => (
          <LinkButton
            key={category}
            href={{ pathname: '/report', query: { vehicle: plate, category } }}
            prefetch={false}
            className="justify-start text-start"
          >
            <CategoryIcon category={category} />
            {name(category)}
          </LinkButton>
        ))}
        <LinkButton
          href={{ pathname: '/report', query: { vehicle: plate } }}
          prefetch={false}
          className="justify-start text-start"
        >
          <Icon as={Megaphone} />
          {t('report')}
        </LinkButton>
      </div>
    </section>
  )
}
