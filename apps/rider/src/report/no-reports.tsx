import { LinkButton } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { type LucideIcon, Megaphone } from 'lucide-react'

type Props = { icon: LucideIcon; title: string; action: string; children: string }

/** The empty state of a list of reports, with the way to send one. */
export const NoReports = ({ icon, title, action, children }: Props) => (
  <EmptyState
    icon={<Icon as={icon} />}
    title={title}
    action={
      <LinkButton href="/report">
        <Icon as={Megaphone} />
        {action}
      </LinkButton>
    }
  >
    <p>{children}</p>
  </EmptyState>
)
