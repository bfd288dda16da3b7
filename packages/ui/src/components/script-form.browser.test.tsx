import { type FormEvent, useState } from 'react'
import { expect, test } from 'vitest'
import { page } from '../testing/browser.ts'
import { showEarly } from '../testing/early.ts'
import { Button } from './button.tsx'
import { Field } from './field.tsx'
import { ScriptForm } from './script-form.tsx'

const sent: string[] = []

/** What the person wrote is held by a component, and sent by a script. */
function Held() {
  const [words, setWords] = useState('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    sent.push(words)
  }
  return (
    <ScriptForm onSubmit={send} noValidate>
      <Field label="Words" value={words} onChange={(event) => setWords(event.currentTarget.value)} />
      <Button type="submit">Send</Button>
      <output>{words}</output>
    </ScriptForm>
  )
}

/** The same, read from the form when it is sent. */
function Plain() {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    sent.push(String(new FormData(event.currentTarget).get('words')))
  }
  return (
    <ScriptForm onSubmit={send} noValidate>
      <Field label="Words" name="words" multiline />
      <Button type="submit">Send</Button>
    </ScriptForm>
  )
}

test.each([
  ['that a component holds', Held],
  ['that the form holds', Plain],
])('words %s, typed before the script responds, stay and are sent with it', async (_, Form) => {
  sent.length = 0
  const respond = showEarly(<Form />)
  const words = page.getByLabelText('Words')
  await words.fill('Broken door')
  respond()
  await expect.element(words).toHaveValue('Broken door')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => sent).toEqual(['Broken door'])
  await expect.element(words).toHaveValue('Broken door')
})

test.each([
  ['that a component holds', Held],
  ['that the form holds', Plain],
])('a form with words %s, sent before the script responds, is sent once with them', async (_, Form) => {
  sent.length = 0
  const respond = showEarly(<Form />)
  const words = page.getByLabelText('Words')
  await words.fill('Broken door')
  await page.getByRole('button', { name: 'Send' }).click()
  expect(sent).toEqual([])
  respond()
  await expect.poll(() => sent).toEqual(['Broken door'])
  await expect.element(words).toHaveValue('Broken door')
})

test('pressed twice before the script responds, a form is sent once', async () => {
  sent.length = 0
  const respond = showEarly(<Held />)
  await page.getByLabelText('Words').fill('Broken door')
  await page.getByRole('button', { name: 'Send' }).dblClick()
  respond()
  await expect.poll(() => sent).not.toEqual([])
  await page.getByRole('button', { name: 'Send' }).click() // a later press counts again
  await expect.poll(() => sent).toEqual(['Broken door', 'Broken door'])
})
