import type { MetadataRoute } from 'next'

/** What a phone needs to keep the app on its first screen. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    id: '/',
    name: 'Salama',
    short_name: 'Salama',
    description: 'What is happening on your way, from riders for riders. Yanayotokea njiani kwako.',
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
  }
}
