import { PlainShell } from '@/shell/shells.tsx'

export default function Layout({ children }: LayoutProps<'/[locale]'>) {
  return <PlainShell>{children}</PlainShell>
}
