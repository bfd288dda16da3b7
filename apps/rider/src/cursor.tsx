import { LinkButton } from '@salama/ui/components/button.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { ChevronDown } from 'lucide-react'
import { TextLink } from './text-link.tsx'

/** `?cursor=` of a URL, if it can be valid. */
export const cursorOf = (raw: unknown) => (typeof raw === 'string' && raw.length <= 400 ? { cursor: raw } : {})

type Props = {
  path: string
  /** `?cursor=` of the page, and the cursor of the page after it. */
  cursor: unknown
  next: string | null
  nextLabel: string
  firstLabel: string
}

export const CursorLinks = ({ path, cursor, next, nextLabel, firstLabel }: Props) => (
  <>
    {next !== null && (
      <LinkButton prefetch={false} href={{ pathname: path, query: { cursor: next } }}>
        <Icon as={ChevronDown} />
        {nextLabel}
      </LinkButton>
    )}
    {cursor !== undefined && <TextLink href={path}>{firstLabel}</TextLink>}
  </>
)
