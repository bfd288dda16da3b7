import { ScriptForm } from '@salama/ui/components/script-form.tsx'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<typeof ScriptForm>, 'onSubmit' | 'noValidate'> & {
  onSend: (form: HTMLFormElement) => void
}

/** A form that is sent by a script, with our own messages about its fields instead of the browser's. */
export const ClientForm = ({ onSend, ...rest }: Props) => (
  <ScriptForm
    noValidate
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSend(event.currentTarget)
    }}
  />
)
