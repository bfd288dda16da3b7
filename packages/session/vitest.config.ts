import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts'],
    testTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    env: {
      LOG_LEVEL: 'silent',
      APP_NAME: 'learning',
      APP_URL: 'http://localhost:3003',
      SESSION_SECRET: 'the-learning-app-s-own-secret-0123456789',
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test',
      SUPABASE_SECRET_KEY: 'sb_secret_test',
      SERVER_TOKEN: 'token-of-this-test',
      AUTH_JWT_SECRET: 'a-secret-that-only-these-tests-know-0123456789',
    },
    // Both import `next/server` without its extension, which only a bundler resolves.
    server: { deps: { inline: ['next-intl', 'next-auth'] } },
  },
})
