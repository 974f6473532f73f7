import { defineConfig } from 'vitest/config'
import { nodeProject } from '../../testing/vitest/project.ts'

/**
 * The tests beside the domain's verbs, in Node on real SQL: a mutant that only a test of the API would notice counts as escaped. What mutants
 * leave behind is not searched for leaks.
 */
export default defineConfig({
  test: { projects: [nodeProject('node', ['worker/domain/**/!(*.long).test.ts'], [])] },
})
