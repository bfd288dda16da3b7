import { PlainShell } from '@/shell/plain-shell.tsx'

export default function Layout({ children }: LayoutProps<'/[locale]'>) {
  return <PlainShell>{children}</PlainShell>
}
