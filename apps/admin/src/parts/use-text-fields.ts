import { useState } from 'react'

/** The state of a form's text fields: the texts by name, and the value and handler of each field. */
export function useTextFields<Name extends string>(
  initial: Readonly<Record<Name, string>>,
  onEdit?: (name: Name) => void,
) {
  const [texts, setTexts] = useState(initial)
  const field = (name: Name) => ({
    value: texts[name],
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      setTexts((before) => ({ ...before, [name]: value }))
      onEdit?.(name)
    },
  })
  return [texts, field] as const
}
