import { Fragment } from 'react'

/** A text whose names, like Kencom/Ambassadeur, may break after the slash. */
export const breakable = (text: string) =>
  text.split('/').map((part, at) => (
    <Fragment key={part}>
      {at > 0 && (
        <>
          /<wbr />
        </>
      )}
      {part}
    </Fragment>
  ))
