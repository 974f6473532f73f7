import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { inRepository } from '../../repository.ts'
import { documents, readDocument } from '../markdown.ts'
import { code, codes, durationText, markdownTable } from './markdownTable.ts'
import { printers } from './printers.ts'
import { fillRegions, printersOf } from './regions.ts'

const handWritten = [...documents(), 'SECURITY.md', 'CONTRIBUTING.md'].filter(
  (document) => printersOf(readDocument(document)).length > 0,
)

test.each(handWritten)('%s: printed regions are up to date (to update them: npm run docs:print)', async (document) => {
  const path = inRepository(document)
  await expect(await fillRegions(readFileSync(path, 'utf8'), printers)).toMatchFileSnapshot(path)
})

test('each printer is used by a document', () => {
  const used = new Set(handWritten.flatMap((document) => printersOf(readDocument(document))))
  expect(Object.keys(printers).filter((name) => !used.has(name))).toEqual([])
})

const numbers = (): string =>
  markdownTable(
    ['Name', 'Value'],
    [
      ['one', code(1)],
      ['a | b', codes(['x', 'y'])],
    ],
  )

describe('printed regions', () => {
  const empty = '# Title\n\n<!-- printed: numbers -->\n<!-- end of printed -->\n\nText\n'
  test('a region is filled with a formatted table, and filling it again changes nothing', async () => {
    const filled = await fillRegions(empty, { numbers })
    expect(filled).toBe(`# Title

<!-- printed: numbers -->

| Name   | Value    |
| ------ | -------- |
| one    | \`1\`      |
| a \\| b | \`x\`, \`y\` |

<!-- end of printed -->

Text
`)
    expect(await fillRegions(filled, { numbers })).toBe(filled)
  })

  test('an unknown printer and a region without an end throw', async () => {
    await expect(fillRegions(empty, {})).rejects.toThrow('There is no printer "numbers"')
    expect(() => printersOf(empty.replace('<!-- end of printed -->', ''))).toThrow('has no counterpart')
    expect(() => printersOf(empty.replace('<!-- printed: numbers -->', ''))).toThrow('has no counterpart')
    expect(() => printersOf('<!-- printed: two names -->\n<!-- end of printed -->')).toThrow('has no counterpart')
  })

  test('an example of a region in code is no region, and a region may contain code', async () => {
    const example =
      '```md\n<!-- printed: name -->\n<!-- end of printed -->\n```\n\nA `<!-- printed: name -->` region.\n'
    expect(printersOf(example + empty)).toEqual(['numbers'])
    const filled = await fillRegions(example + empty, { numbers: () => '```sh\nls\n```' })
    expect(filled.startsWith(example)).toBe(true)
    expect(await fillRegions(filled, { numbers })).toBe(example + (await fillRegions(empty, { numbers })))
  })

  test('a row with a missing cell throws', () => {
    expect(() => markdownTable(['a', 'b'], [['1']])).toThrow('1 cells below 2 headings')
  })

  test.each([
    [1000, '1 second'],
    [90_000, '90 seconds'],
    [900_000, '15 minutes'],
    [86_400_000, '1 day'],
    [250, '250 milliseconds'],
  ])('durationText(%d) returns "%s"', (ms, text) => {
    expect(durationText(ms)).toBe(text)
  })
})
