import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from './service.ts'

// The addresses of all five apps, from the files that Next serves.

const APPS: readonly App[] = ['api', 'rider', 'surveyor', 'learning', 'admin']
const ROOT = join(import.meta.dirname, '../../../apps')

const listed = (name: string) =>
  APPS.flatMap((app) =>
    globSync(`**/${name}`, { cwd: join(ROOT, app, 'app') }).map((file) => ({
      app,
      path: `/${file.replace(/\/?(route\.ts|page\.tsx)$/, '').replace(/\([^)]*\)\/?/g, '')}`,
    })),
  )

/** `/api/incidents/[id]/vote` and the like. */
export const routes = listed('route.ts')
/** `/[locale]/incidents/[id]` and the like. */
export const pages = listed('page.tsx')

/** An address with values for its parts in brackets. */
export const filled = (path: string, valueFor: (name: string, before: string) => string) =>
  path.replace(/([^/[\]]*)\/\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}/g, (_, before: string, name: string) => {
    const value = name === 'locale' ? 'en' : valueFor(name, before)
    return `${before}/${encodeURIComponent(value)}`
  })
