import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inRepository } from '../../repository.ts'
import { documents, readDocument } from '../markdown.ts'
import { diagrams } from './diagrams.ts'
import { palettes, render } from './render.ts'

const files = Object.entries(diagrams).flatMap(([name, [title, diagram]]) => [
  { file: `${name}.svg`, title, diagram, palette: palettes.light },
  { file: `${name}-dark.svg`, title, diagram, palette: palettes.dark },
])

test.each(files)('docs/diagrams/$file is printed from the code', async ({ file, title, diagram, palette }) => {
  await expect(await render(diagram, palette, title)).toMatchFileSnapshot(inRepository(`docs/diagrams/${file}`))
})

test('docs/diagrams has no file that is not printed, and each diagram is on a page', () => {
  expect(readdirSync(inRepository('docs/diagrams')).toSorted()).toEqual(files.map(({ file }) => file).toSorted())
  const pages = documents().map(readDocument).join('\n')
  expect(Object.keys(diagrams).filter((name) => !pages.includes(`diagrams/${name}.svg`))).toEqual([])
})
