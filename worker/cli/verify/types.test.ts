import { expect, test } from 'vitest'
import { inRepository } from '../repository.ts'
import { builtFilesIn, typeProjects } from './types.ts'

test('type checks cover every tsconfig.json of the project', () => {
  expect(typeProjects()).toEqual(expect.arrayContaining(['.', 'e2e/card/react', 'widget', 'worker']))
  expect(typeProjects().filter((project) => project.includes('node_modules'))).toEqual([])
})

test('a type check that reads a built file is reported', () => {
  const [source, built] = ['worker/pages/cardFrame.ts', 'dist/pages.json'].map(inRepository)
  expect(builtFilesIn(`${source}\n${built}\n`)).toEqual([built])
  expect(builtFilesIn(`${source}\n/elsewhere/dist/pages.json\n`)).toEqual([])
})
