import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseColor, printColor } from './color.ts'
import { readCssColor } from './cssColor.ts'
import { NAMED_COLORS } from './namedColors.ts'

const print = (text: string) => {
  const color = parseColor(text, readCssColor)
  return color && printColor(color)
}

describe('colours', () => {
  it.each([
    ['#fff', '#ffffff'],
    ['#FFF', '#ffffff'],
    ['#FFF8', '#ffffff88'],
    ['#1234', '#11223344'],
    ['#3656e3', '#3656e3'],
    ['#3656e380', '#3656e380'],
    ['#3656e3ff', '#3656e3'],
    ['red', '#ff0000'],
    ['lightgoldenrodyellow', '#fafad2'],
    ['rebeccapurple', '#663399'],
    ['RebeccaPurple', '#663399'],
    ['transparent', '#00000000'],
    ['rgb(255, 0, 10)', '#ff000a'],
    ['rgb(255 0 10)', '#ff000a'],
    ['rgb(255 0 10 / 50%)', '#ff000a80'],
    ['rgb(255 0 10/.5)', '#ff000a80'],
    ['rgba(255,0,10,0.5)', '#ff000a80'],
    ['rgb(1,2,3)', '#010203'],
    ['rgb( 1 2 3 )', '#010203'],
    ['RGB(100%, 0%, 0%)', '#ff0000'],
    ['rgb(100% 0% 50%)', '#ff0080'],
    ['rgb(100% 0 50%)', '#ff0080'],
    ['rgb(.5 1.5 255)', '#0102ff'],
    ['rgb(300 -5 0)', '#ff0000'],
    ['hsl(0 100% 50%)', '#ff0000'],
    ['hsl(240deg, 100%, 50%)', '#0000ff'],
    ['hsl(-120 100% 50%)', '#0000ff'],
    ['hsla(120, 100%, 25%, 1)', '#008000'],
    ['hsla(-30, 50%, 40%, .1)', '#9933661a'],
    ['hsl(210deg 50% 40%)', '#336699'],
    ['hsl(210 50 40 / 0.2)', '#33669933'],
    ['hsl(210 50% 40)', '#336699'],
    ['oklch(1 0 0)', '#ffffff'],
    ['oklch(0 0 0)', '#000000'],
    ['oklch(0.6279 0.2577 29.23)', '#ff0000'],
    ['oklch(62.79% 64.425% 29.23)', '#ff0000'],
    ['oklch(62.79% 0.2577 29.23deg / 0.5)', '#ff000080'],
  ])('the colour %s is %s', (text, printed) => {
    expect(print(text)).toBe(printed)
  })

  it.each([
    '',
    ' ',
    ' red',
    'red ',
    'reds',
    'red;',
    'red\n',
    'red/**/',
    'red;}',
    'red}body{display:none',
    '\\72 ed',
    '</style>',
    'inherit',
    'currentColor',
    'ButtonText',
    'constructor',
    '__proto__',
    'var(--x)',
    'var(--x,url(//evil.example))',
    'attr(data-x)',
    'env(x)',
    'env(safe-area-inset-top)',
    'url(//evil.example)',
    'expression(1)',
    'light-dark(red, blue)',
    'color-mix(in srgb, red, blue)',
    'color(srgb 1 0 0)',
    'lab(1 2 3)',
    '#',
    '#12',
    '#12345',
    '#1234567',
    '#ggg',
    'fff',
    'rgb()',
    'rgb 1 2 3',
    'rgb(1,2)',
    'rgb(1,2,3',
    'rgb(1,,3)',
    'rgb(1;2;3)',
    'rgb(1,2,3,4,5)',
    'rgb(1 2 3 4)',
    'rgb(1,2 3)',
    'rgb(1,2%,3)',
    'rgb(1,2,3 / 4)',
    'rgb(1 2 3 / )',
    'rgb(1 2 3 / 4 / 5)',
    'rgb(1. 2 3)',
    'rgb(1deg 2 3)',
    'rgb(1e5 2 3)',
    'rgb(1\t2\t3)',
    'rgb(1 2 3)/**/',
    'rgb(calc(1) 2 3)',
    'rgb(from red r g b)',
    'rgb(none 0 0)',
    'hsl(1, 2, 3)',
    'hsl(1% 2% 3%)',
    'hsl(10%, 1%, 1%)',
    'hsl(1turn 2% 3%)',
    'oklch(1,0,0)',
    'oklch(1 0 1%)',
  ])('%j is not a colour', (text) => {
    expect(print(text)).toBeNull()
  })

  it('text with characters that could break out of CSS or HTML is not a colour', () => {
    const character = fc.constantFrom(...';{}<>"\'\\:!@&')
    fc.assert(
      fc.property(fc.string(), character, fc.string(), (before, between, after) => {
        expect(print(before + between + after)).toBeNull()
      }),
    )
  })

  it('every colour is formatted as hexadecimal digits, and parses to the same colour', () => {
    const anyText = fc.string({ unit: fc.constantFrom(...'rgbhslaokc(),/ %.-+0123456789#deturlv'), maxLength: 40 })
    const arbitrary = fc.oneof(anyText, fc.constantFrom(...Object.keys(NAMED_COLORS)))
    fc.assert(
      fc.property(arbitrary, (text) => {
        const printed = print(text)
        return printed === null || (/^#([0-9a-f]{2}){3,4}$/.test(printed) && print(printed) === printed)
      }),
      { numRuns: 2000 },
    )
  })
})
