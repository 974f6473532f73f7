import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { csv } from './csv.ts'

const print = (cell: string | number | null): string => csv(['a', 'b'], [{ a: cell, b: 1 }])

test.each([
  ['text', '"text"'],
  ['', '""'],
  [null, ''],
  [-5, '-5'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', `"'=1+1"`],
  ['+1', `"'+1"`],
  ['-1', `"'-1"`],
  ['@name', `"'@name"`],
  ['  =1', `"  '=1"`],
  ['\ttab', `"'\ttab"`],
  ['\t=1', `"'\t'=1"`],
  ['＝1', `"'＝1"`],
  ['x;=1+cmd', `"x;'=1+cmd"`],
  ['x,@y', `"x,'@y"`],
  ['x;  -2', `"x;  '-2"`],
  ['x"=1', `"x""'=1"`],
  ['x|+1', `"x|'+1"`],
  ['a=b', '"a=b"'],
  ['a-b; c', '"a-b; c"'],
])('csv prints the cell %j as %j', (cell, printed) => {
  expect(print(cell)).toBe(`a,b\r\n${printed},1\r\n`)
})

const hostile = fc.string({
  unit: fc.constantFrom(...'=+-@＝＋－＠;,|"\t\r\n \u00a0\'abc1'),
  maxLength: 12,
})

test('no piece of a text cell starts a formula, whatever separator splits the line', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const cell = print(text).slice('a,b\r\n'.length, -',1\r\n'.length)
      for (const separators of [/[;,|\t\r\n]/, /;/, /,/, /\t/, /[\r\n]/, /\|/])
        for (const piece of cell.split(separators)) if (/^["\s]*[=+\-@＝＋－＠]/.test(piece)) return false
      return true
    }),
    { numRuns: 5000 },
  )
})

test('a text cell is in quotes and contains the text, with apostrophes added at most', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const cell = print(text).slice('a,b\r\n'.length, -',1\r\n'.length)
      const content = /^"((?:[^"]|"")*)"$/.exec(cell)?.[1]?.replaceAll('""', '"')
      return content !== undefined && content.replaceAll("'", '') === text.replaceAll("'", '')
    }),
    { numRuns: 5000 },
  )
})
