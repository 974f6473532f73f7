import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRepository } from '../repository.ts'

interface Locked {
  readonly hasInstallScript?: boolean
  readonly deprecated?: string
}

const read = (file: string): unknown => JSON.parse(readFileSync(inRepository(file), 'utf8'))
const packagesIn = (lock: string) => (read(lock) as { packages: Record<string, Locked> }).packages
const packages = packagesIn('package-lock.json')
const packagesOfMutation = packagesIn('worker/proof/mutation/stryker/package-lock.json')
const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }

const named = (has: (locked: Locked) => boolean, within = packages): string[] =>
  Object.entries(within)
    .filter(([, locked]) => has(locked))
    .map(([path]) => path.split('node_modules/').at(-1)!)

test('package.json allows or denies the install script of each dependency', () => {
  // Where npm blocks undecided scripts, the package `node` would bring no Node along.
  const withScript = named(({ hasInstallScript }) => hasInstallScript === true)
  expect(Object.keys(allowScripts).toSorted()).toEqual([...new Set(withScript)].toSorted())
})

test('no dependency is deprecated', () => {
  expect(named(({ deprecated }) => deprecated !== undefined)).toEqual([])
  expect(named(({ deprecated }) => deprecated !== undefined, packagesOfMutation)).toEqual([])
})

test('no dependency of npm run mutation has an install script', () => {
  expect(Object.keys(packagesOfMutation).length).toBeGreaterThan(100)
  expect(named(({ hasInstallScript }) => hasInstallScript === true, packagesOfMutation)).toEqual([])
})
