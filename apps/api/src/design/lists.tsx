import { Button } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { FailedState, LoadingState, OfflineState } from '@salama/ui/components/list-state.tsx'
import { Megaphone, Route } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Both, Part } from './both'

export function Lists() {
  const common = useTranslations('common')
  return (
    <Part
      title="Faces of a list"
      words="Every list has four besides its entries. An empty page teaches what would be there; a list that is old says how old."
    >
      <Both name="EmptyState">
        <EmptyState
          icon={<Icon as={Route} />}
          title="Nobody has reported anything here"
          action={
            <Button>
              <Icon as={Megaphone} />
              Report something
            </Button>
          }
        >
          <p lang="en">What riders report near this place appears here for some hours.</p>
        </EmptyState>
      </Both>
      <Both name="LoadingState">
        <LoadingState />
      </Both>
      <Both name="FailedState">
        <FailedState title={common('errorTitle')} onRetry={() => undefined}>
          <p>{common('errorWords')}</p>
        </FailedState>
      </Both>
      <Both name="OfflineState">
        <OfflineState>
          <p lang="en">The list is as of 14:02.</p>
        </OfflineState>
      </Both>
    </Part>
  )
}
