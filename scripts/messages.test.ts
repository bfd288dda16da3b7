import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertSameMessages } from '../packages/ui/src/testing/messages.ts'

const ROOT = join(import.meta.dirname, '..')
const folders = globSync('{apps,packages}/*/messages', { cwd: ROOT })

test('is asked of the messages of two packages and of six apps', () => expect(folders).toHaveLength(8))

test.each(folders.flatMap((folder) => ['sw', 'es'].map((language) => ({ folder, language }))))(
  '$folder has all messages with the same arguments in $language',
  ({ folder, language }) => {
    const messagesIn = (name: string) => JSON.parse(readFileSync(join(ROOT, folder, `${name}.json`), 'utf8'))
    assertSameMessages(messagesIn('en'), messagesIn(language))
  },
)
