import { AppDocument, appMetadata, appViewport, localeParams } from '@salama/ui/apps/app-document.tsx'
import '../globals.css'

export const generateMetadata = appMetadata('learning')
export const generateStaticParams = localeParams
export const viewport = appViewport

export default function Layout(props: LayoutProps<'/[locale]'>) {
  return <AppDocument app="learning" {...props} />
}
