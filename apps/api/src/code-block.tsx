import { ScrollRegion } from '@salama/ui/components/scroll-region.tsx'

/** A code sample that scrolls horizontally. `label` is its accessible name. */
export const CodeBlock = ({ label, text }: { label: string; text: string }) => (
  <ScrollRegion label={label} className="rounded-control bg-sunken">
    <pre className="w-max min-w-full p-3 text-sm">
      <code>{text}</code>
    </pre>
  </ScrollRegion>
)
