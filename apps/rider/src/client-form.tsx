import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & { onSend: (form: HTMLFormElement) => void }

/** A form that is sent by a script, with our own messages about its fields instead of the browser's. */
export const ClientForm = ({ onSend, ...rest }: Props) => (
  <form
    noValidate
    {...rest}
    onSubmit={(event) => {
      event.preventDefault()
      onSend(event.currentTarget)
    }}
  />
)
