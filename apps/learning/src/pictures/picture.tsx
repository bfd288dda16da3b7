import { cx } from '@salama/ui/components/cx.ts'

/** The colours of the drawings, and what replaces each where the page is dark. Others stay as they are. */
const DARK: Record<string, string> = {
  '#e9f0e4': '#47604f',
  '#cfe0d6': '#5a7463',
  '#d5c9a8': '#6b6650',
  '#5c6660': '#39443d',
  '#1f3d36': '#13241c',
  '#fdfaf3': '#e6e4d6',
  '#f2b705': '#e0aa10',
  '#b9ad97': '#958a75',
  '#2c7a55': '#4fa578',
}

const source = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`
const darkened = (svg: string) => svg.replaceAll(/#[0-9a-f]{6}/g, (colour) => DARK[colour] ?? colour)

/**
 * The drawing of a lesson or a course, in the colours of the theme. It adds nothing to the text beside it, so screen
 * readers skip it. As the source of an image it can neither run scripts nor load anything.
 */
export function Picture({ svg, className }: { svg: string | null; className?: string }) {
  if (svg === null) return null
  return (
    <picture>
      <source media="(prefers-color-scheme: dark)" srcSet={source(darkened(svg))} />
      <img src={source(svg)} alt="" width={320} height={160} className={cx('h-auto w-full', className)} />
    </picture>
  )
}
