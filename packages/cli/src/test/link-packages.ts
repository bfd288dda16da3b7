import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

/** What `npm ci` would do in a copy of a checkout, without the registry: packages of others are the checkout's, ours the copy's. */
export function linkPackages(from: string, to: string): void {
  const workspaces = ['apps', 'packages'].flatMap((at) => readdirSync(join(to, at)).map((name) => join(at, name)))
  for (const at of ['.', ...workspaces].map((each) => join(each, 'node_modules'))) {
    if (!existsSync(join(from, at))) continue
    mkdirSync(join(to, at), { recursive: true })
    for (const name of readdirSync(join(from, at)))
      if (name === '@salama')
        cpSync(join(from, at, name), join(to, at, name), { recursive: true, verbatimSymlinks: true })
      else symlinkSync(join(from, at, name), join(to, at, name))
  }
}
