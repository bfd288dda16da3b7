import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, render } from '../testing/browser.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import '../styles.css'

/** Refuses every name when it is sent, and forgets that with the next letter. */
function Form({ hint }: { hint?: string }) {
  const [isWrong, setWrong] = useState(false)
  const [name, setName] = useState('')
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setWrong(!isWrong)
      }}
    >
      <Field
        label="Name"
        hint={hint}
        error={isWrong ? 'That name is taken.' : undefined}
        value={name}
        onChange={({ target }) => {
          setName(target.value)
          setWrong(false)
        }}
      />
      <Button type="submit">Save</Button>
    </form>
  )
}

const save = page.getByRole('button', { name: 'Save' })
const nameField = page.getByLabelText('Name')
const top = () => save.element().getBoundingClientRect().top

test.each([
  ['with the next letter', () => nameField.fill('A')],
  ['with the next answer', () => save.click()],
])('the button stays where it is when the error above it goes %s', async (_, undo) => {
  await render(<Form />)
  await save.click()
  await expect.element(nameField).toHaveAccessibleDescription('That name is taken.')
  const before = top()
  await undo()
  await expect.element(nameField).not.toHaveAccessibleDescription()
  expect(top()).toBe(before)
  await expect.element(page.getByText('That name is taken.')).not.toBeInTheDocument()
})

test.each([
  ['without a hint', undefined],
  ['in the place of its hint', 'As on the card.'],
])('the button stays where it is when the first error comes above it %s', async (_, hint) => {
  await render(<Form {...(hint !== undefined && { hint })} />)
  const before = top()
  await save.click()
  await expect.element(page.getByText('That name is taken.')).toBeVisible()
  expect(top()).toBe(before)
  await expect
    .element(nameField)
    .toHaveAccessibleDescription([hint, 'That name is taken.'].filter((each) => each !== undefined).join(' '))
})
