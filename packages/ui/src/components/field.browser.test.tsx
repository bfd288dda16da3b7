import { useState } from 'react'
import { expect, test } from 'vitest'
import { appWith } from '../testing/app.tsx'
import { page, render } from '../testing/browser.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { ScriptForm } from './script-form.tsx'
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

test('a text is counted and never cut; while it is too long it is not sent', async () => {
  const sent: string[] = []
  function Note() {
    const [note, setNote] = useState('')
    return (
      <ScriptForm
        onSubmit={(event) => {
          event.preventDefault()
          sent.push(note)
        }}
      >
        <Field multiline label="Note" maxLength={5} value={note} onChange={({ target }) => setNote(target.value)} />
        <Button type="submit">Save</Button>
      </ScriptForm>
    )
  }
  const App = appWith({ en: {}, sw: {} })
  await render(
    <App>
      <Note />
    </App>,
  )
  const note = page.getByLabelText('Note')
  await note.fill('123456')
  await expect.element(note).toHaveAccessibleDescription('1 character too many. Shorten it: nothing is cut off.')
  await save.click()
  await expect.element(note).toHaveFocus()
  await expect.element(note).toHaveValue('123456')
  await note.fill('12345')
  await expect.element(page.getByText('5 of 5 characters')).toBeVisible()
  await save.click()
  expect(sent).toEqual(['12345'])
})
