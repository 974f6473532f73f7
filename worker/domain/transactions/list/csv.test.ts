import { expect, test } from 'vitest'
import { csv } from './csv.ts'

test.each([
  ['text', 'text'],
  ['', ''],
  [null, ''],
  [-5, '-5'],
  ['a,b', '"a,b"'],
  ['say "no"', '"say ""no"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@name', "'@name"],
  ['\ttab', "'\ttab"],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
])('csv prints the cell %j as %j', (cell, printed) => {
  expect(csv(['a', 'b'], [{ a: cell, b: 1 }])).toBe(`a,b\r\n${printed},1\r\n`)
})
