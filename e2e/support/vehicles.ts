/** A vehicle of the demo: the public code on its sticker, and its plate. */
export const STICKER = 'V-7K3M9QXR'
export const PLATE = 'KZZ 101D'
