import root from '../../../package.json' with { type: 'json' }

export const RELEASE = root.version
