import { defineConfig } from 'vitest/config'
import { inRepository } from '../../../cli/repository.ts'
import { workerProject } from '../../../testing/project.ts'

/** The account model inside workerd, with the seed in SLUICE_SEED, for as long as SLUICE_SOAK_MS says. */

const { SLUICE_SEED = '1', SLUICE_SOAK_MS = '60000' } = process.env
const soak = { seed: Number(SLUICE_SEED), forMs: Number(SLUICE_SOAK_MS) }

const include = ['worker/proof/models/models.workerd.long.test.ts']
const project = workerProject({ name: 'soak', include, isolate: true })
if (typeof project !== 'object' || !('test' in project)) throw new Error('A project is an object with tests.')

export default defineConfig({
  root: inRepository('.'),
  test: { testNamePattern: '^account', projects: [{ ...project, test: { ...project.test, provide: { soak } } }] },
})
