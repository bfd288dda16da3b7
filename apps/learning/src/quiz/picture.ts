/** A drawing as the source of an image. As an image it can neither run nor load anything. */
export const pictureSource = (svg: string | null) => `data:image/svg+xml,${encodeURIComponent(svg ?? '')}`
