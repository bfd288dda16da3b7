import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { assertSameMessages } from '../packages/ui/src/i18n/compare.ts'

const ROOT = join(import.meta.dirname, '..')
const folders = ['packages/ui/messages', ...globSync('apps/*/messages', { cwd: ROOT })]

test('is asked of the shared messages and of those of six apps', () => expect(folders).toHaveLength(7))

test.each(folders.flatMap((folder) => ['sw', 'es'].map((language) => ({ folder, language }))))(
  '$folder has all messages with the same arguments in $language',
  ({ folder, language }) => {
    const messagesIn = (name: string) => JSON.parse(readFileSync(join(ROOT, folder, `${name}.json`), 'utf8'))
    assertSameMessages(messagesIn('en'), messagesIn(language))
  },
)
