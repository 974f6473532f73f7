import { expect, test } from 'vitest'
import { inRepository } from '../repository.ts'
import { builtFilesIn, typeProjects } from './types.ts'

test('every tsconfig.json is checked, and none of a dependency', () => {
  expect(typeProjects()).toEqual(expect.arrayContaining(['.', 'e2e/react', 'widget', 'worker']))
  expect(typeProjects().filter((project) => project.includes('node_modules'))).toEqual([])
})

test('a type check that read a file of the build is noticed', () => {
  const [source, built] = ['worker/pages/cardFrame.ts', 'dist/pages.json'].map(inRepository)
  expect(builtFilesIn(`${source}\n${built}\n`)).toEqual([built])
  expect(builtFilesIn(`${source}\n/elsewhere/dist/pages.json\n`)).toEqual([])
})
