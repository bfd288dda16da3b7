import { Icon } from '@salama/ui/components/icon.tsx'
import { Link } from '@salama/ui/i18n/navigation.ts'
import { ArrowLeft } from 'lucide-react'

/** The link back, over the map of a page. */
export const BackOverMap = ({ href, label }: { href: string; label: string }) => (
  <Link
    href={href}
    aria-label={label}
    className="over-map absolute start-3 top-3 grid size-12 place-items-center rounded-full text-xl"
  >
    <Icon as={ArrowLeft} />
  </Link>
)
