import { appManifest } from '@salama/ui/apps/metadata.ts'

const icons = [{ src: '/icons/192.png', sizes: '192x192', type: 'image/png' }]

/** The screenshots are taken by e2e/support/screens.ts. */
export default () =>
  appManifest(null, 'What is happening on your way, from riders for riders. Yanayotokea njiani kwako.', {
    categories: ['travel', 'navigation', 'social'],
    shortcuts: [
      { name: 'Report · Ripoti', short_name: 'Report', url: '/report', icons },
      { name: 'Near me · Karibu nami', short_name: 'Near me', url: '/', icons },
      { name: 'My reports · Ripoti zangu', short_name: 'My reports', url: '/my-reports', icons },
    ],
    screenshots: [
      phone('nearby', 'Reports near you'),
      phone('report', 'Report in a few taps'),
      phone('vehicle', 'What riders say about a vehicle'),
      {
        src: '/screenshots/nearby-wide.jpg',
        sizes: '1280x800',
        type: 'image/jpeg',
        form_factor: 'wide',
        label: 'Reports near you',
      },
    ],
  })

const phone = (name: string, label: string) => ({
  src: `/screenshots/${name}.jpg`,
  sizes: '720x1480',
  type: 'image/jpeg',
  form_factor: 'narrow' as const,
  label,
})
