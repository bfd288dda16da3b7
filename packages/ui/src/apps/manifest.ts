import type { MetadataRoute } from 'next'

/**
 * What a phone needs to keep an app on its first screen. `part` is the app's name beside the platform's, none for the
 * rider app. The icons are drawn by scripts/icons.ts.
 */
export const appManifest = (part: string | null, description: string): MetadataRoute.Manifest => ({
  id: '/',
  name: part === null ? 'Salama' : `Salama ${part}`,
  short_name: part ?? 'Salama',
  description,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#faf5e9',
  theme_color: '#14432f',
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
})
