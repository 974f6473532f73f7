import { defineConfig } from 'vitest/config'
import { nodeProject } from '../../testing/vitest/project.ts'

/** The tests beside domain, store and webhooks, in Node on SQLite. API tests do not count, and artifacts of mutants are not scanned for leaks. */
export default defineConfig({
  test: { projects: [nodeProject('node', ['worker/{domain,store,webhooks}/**/!(*.long).test.ts'], [])] },
})
