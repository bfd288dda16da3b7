import { NotFoundPage } from '@salama/ui/apps/not-found-page.tsx'
import { PlainShell } from '@/shell/shells.tsx'

export default function NotFound() {
  return (
    <PlainShell>
      <NotFoundPage />
    </PlainShell>
  )
}
