import { CITY } from '@salama/domain/shared'
import { Button } from '@salama/ui/components/button.tsx'
import { EmptyState } from '@salama/ui/components/empty-state.tsx'
import { Field } from '@salama/ui/components/field.tsx'
import { Icon } from '@salama/ui/components/icon.tsx'
import { FailedState, LoadingState, OfflineState } from '@salama/ui/components/list-state.tsx'
import { StageSearch } from '@salama/ui/components/stage-search.tsx'
import { Megaphone, Route } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ComponentProps, useState } from 'react'
import { Both, Part } from './both'

export function Forms() {
  const common = useTranslations('common')
  const account = useTranslations('account')
  return (
    <Part
      title="Fields"
      words="Label, hint and error are tied to their control, so a screen reader says all three. What was typed stays when something is wrong with it."
    >
      <Both name="Field">
        <Field label={account('email')} type="email" autoComplete="off" />
        <Field
          label={account('password')}
          type="password"
          autoComplete="off"
          hint={account('passwordHint')}
          error={account('tooShort')}
          defaultValue="short"
        />
        <Field label={account('code')} optional={common('optional')} multiline />
        <Field label={account('newPassword')} disabled autoComplete="off" />
      </Both>
      <Both name="StageSearch">
        <StopSample />
      </Both>
    </Part>
  )
}

type Stop = NonNullable<ComponentProps<typeof StageSearch>['value']>

const STOPS = CITY.examples.stops.map(
  (name, index): Stop => ({
    id: `00000000-0000-4000-8000-00000000000${index}`,
    name,
    place: CITY.centre,
    corridor: null,
    area: null,
    routes: ['45', '46'],
    distanceM: null,
    kind: 'stop',
  }),
)

const find = async (q: string) => STOPS.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()))

function StopSample() {
  const [stop, setStop] = useState<Stop | null>(null)
  return <StageSearch label={`Try “${STOPS[0]?.name.slice(0, 2)}”`} value={stop} onChange={setStop} search={find} />
}

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
