import { Frame } from '@/references/frame'

export default function NotFound() {
  return (
    <Frame title="There is no such error code" back={{ href: '/errors', label: 'All error codes' }}>
      <p>The code is permanent where it exists: look it up in the list.</p>
    </Frame>
  )
}
