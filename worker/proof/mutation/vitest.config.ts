import { defineConfig } from 'vitest/config'
import { nodeProject } from '../../testing/vitest/project.ts'

/** The domain's tests, in Node on SQLite. API tests do not count, and artifacts of mutants are not scanned for leaks. */
export default defineConfig({
  test: { projects: [nodeProject('node', ['worker/domain/**/!(*.long).test.ts'], [])] },
})
