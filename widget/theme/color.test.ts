import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseColor, printColor } from './color.ts'
import { knownColor } from './knownColor.ts'
import { NAMED_COLORS } from './namedColors.ts'

const print = (text: string) => {
  const color = parseColor(text, knownColor)
  return color && printColor(color)
}

describe('a colour', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#FFF', '#ffffff'],
    ['#1234', '#11223344'],
    ['#3656e3', '#3656e3'],
    ['#3656e380', '#3656e380'],
    ['#3656e3ff', '#3656e3'],
    ['rebeccapurple', '#663399'],
    ['RebeccaPurple', '#663399'],
    ['transparent', '#00000000'],
    ['rgb(255, 0, 10)', '#ff000a'],
    ['rgb(255 0 10)', '#ff000a'],
    ['rgb(255 0 10 / 50%)', '#ff000a80'],
    ['rgb(255 0 10/.5)', '#ff000a80'],
    ['rgba(255,0,10,0.5)', '#ff000a80'],
    ['rgb(100% 0% 50%)', '#ff0080'],
    ['rgb(300 -5 0)', '#ff0000'],
    ['hsl(0 100% 50%)', '#ff0000'],
    ['hsl(240deg, 100%, 50%)', '#0000ff'],
    ['hsl(-120 100% 50%)', '#0000ff'],
    ['hsla(120, 100%, 25%, 1)', '#008000'],
    ['oklch(1 0 0)', '#ffffff'],
    ['oklch(0 0 0)', '#000000'],
    ['oklch(0.6279 0.2577 29.23)', '#ff0000'],
    ['oklch(62.79% 0.2577 29.23deg / 0.5)', '#ff000080'],
  ])('%s is %s', (text, printed) => {
    expect(print(text)).toBe(printed)
  })

  it.each([
    '',
    'red;',
    ' red',
    'inherit',
    'currentcolor',
    'var(--x)',
    'var(--x,url(//evil.example))',
    'attr(data-x)',
    'env(safe-area-inset-top)',
    'url(//evil.example)',
    '#12',
    '#12345',
    '#ggg',
    'rgb(1,2)',
    'rgb(1 2 3 4)',
    'rgb(1,2 3)',
    'rgb(1,2,3 / 4)',
    'rgb(1 2 3 / )',
    'rgb(calc(1) 2 3)',
    'rgb(from red r g b)',
    'rgb(none 0 0)',
    'rgb(1e3 0 0)',
    'hsl(1 2 3)',
    'hsl(1% 2% 3%)',
    'hsl(1turn 2% 3%)',
    'oklch(1,0,0)',
    'oklch(1 1% 0)',
    'color-mix(in srgb, red, blue)',
    'red}body{display:none',
    'rgb(1 2 3)/**/',
    'constructor',
    '__proto__',
  ])('is not %j', (text) => {
    expect(print(text)).toBeNull()
  })

  it('prints only hexadecimal digits, whatever it read, and reads its own print', () => {
    const soup = fc.string({ unit: fc.constantFrom(...'rgbhslaokc(),/ %.-+0123456789#deturlv'), maxLength: 40 })
    const arbitrary = fc.oneof(soup, fc.constantFrom(...Object.keys(NAMED_COLORS)))
    fc.assert(
      fc.property(arbitrary, (text) => {
        const printed = print(text)
        return printed === null || (/^#([0-9a-f]{2}){3,4}$/.test(printed) && print(printed) === printed)
      }),
      { numRuns: 2000 },
    )
  })
})
