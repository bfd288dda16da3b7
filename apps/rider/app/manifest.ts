import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cityFolder } from '@salama/domain/city-folder'
import { appManifest } from '@salama/ui/apps/metadata.ts'
import { routing } from '@salama/ui/i18n/routing.ts'
import { getTranslations } from 'next-intl/server'

const icons = [{ src: '/icons/192.png', sizes: '192x192', type: 'image/png' }]

const FOLDER = `screenshots/${cityFolder().name}`

/** In the first language of the city. The screenshots are taken by e2e/support/app-screens.ts; not every city has some. */
export default async function manifest() {
  const t = await getTranslations({ locale: routing.defaultLocale, namespace: 'rider' })
  return appManifest(null, t('description'), {
    categories: ['travel', 'navigation', 'social'],
    shortcuts: [
      { name: t('report'), url: '/report', icons },
      { name: t('nearby'), url: '/', icons },
      { name: t('myReports'), url: '/my-reports', icons },
    ],
    screenshots: existsSync(join(process.cwd(), 'public', FOLDER))
      ? [
          phone('nearby', t('nearby')),
          phone('report', t('report')),
          phone('vehicle', t('sticker')),
          {
            src: `/${FOLDER}/nearby-wide.jpg`,
            sizes: '1280x800',
            type: 'image/jpeg',
            form_factor: 'wide',
            label: t('nearby'),
          },
        ]
      : [],
  })
}

const phone = (name: string, label: string) => ({
  src: `/${FOLDER}/${name}.jpg`,
  sizes: '720x1480',
  type: 'image/jpeg',
  form_factor: 'narrow' as const,
  label,
})
