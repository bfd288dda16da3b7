/** Tailwind 4; every app's postcss.config.mjs exports this. */
export default { plugins: { '@tailwindcss/postcss': {} } }
