import { globSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { repository } from '../repository.ts'
import { isRing, rings } from './rings.ts'

afterEach(() => vi.unstubAllEnvs())

const projectsOf = async (name: keyof typeof rings): Promise<string[]> =>
  (await rings[name]())
    .flat(2)
    .flatMap(({ args }) =>
      args.filter((arg) => arg.startsWith('--project=')).map((arg) => arg.slice('--project='.length)),
    )

// Generous: it loads both configurations, and the plugins that they import.
test('every project of vitest and Playwright is part of a ring', { timeout: 60_000 }, async () => {
  vi.stubEnv('SLUICE_LONG', '1')
  const [vite, playwright] = await Promise.all([
    import('../../../vite.config.ts'),
    import('../../../playwright.config.ts'),
  ])
  const names = [
    ...(vite.default.test?.projects ?? []).map((project) => (project as { test: { name: string } }).test.name),
    ...(playwright.default.projects ?? []).map(({ name }) => name),
  ]
  const patterns = (await projectsOf('test:long')).map((project) => new RegExp(`^${project.replace('*', '.*')}$`))
  expect(names.filter((name) => !patterns.some((pattern) => pattern.test(name ?? '')))).toEqual([])
})

test('every Playwright test is in its test directory', () => {
  const specs = globSync('**/*.spec.ts', { cwd: repository, exclude: ['**/node_modules', 'dist', '.wrangler'] })
  expect(specs.length).toBeGreaterThan(0)
  expect(specs.filter((file) => !file.startsWith('e2e/'))).toEqual([])
})

test('test and test:all have no project in common, and test:long has those of both', async () => {
  const [all, ci, long] = await Promise.all([projectsOf('test'), projectsOf('test:all'), projectsOf('test:long')])
  expect(all.filter((project) => ci.includes(project))).toEqual([])
  expect(long).toEqual(expect.arrayContaining([...all, ...ci]))
})

test('each ring has the name of its npm script', () => {
  expect(['check', 'test', 'test:all', 'test:long'].map(isRing)).toEqual([true, true, true, true])
  expect(isRing('toString')).toBe(false)
})
