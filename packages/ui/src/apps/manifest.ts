import type { MetadataRoute } from 'next'

/** What a phone needs to install an app on its first screen. */
export const appManifest = (name: string, description: string): MetadataRoute.Manifest => ({
  name: `Salama ${name}`,
  short_name: name,
  description,
  start_url: '/',
  display: 'standalone',
  background_color: '#faf5e9',
  theme_color: '#faf5e9',
  icons: [{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any', purpose: 'any' }],
})
