import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isColor } from './colors.ts'

describe('takes the colours of the grammar', () => {
  test.each([
    '#fff',
    '#FFF8',
    '#3656e3',
    '#3656E3cc',
    'red',
    'RebeccaPurple',
    'lightgoldenrodyellow',
    'transparent',
    'rgb(1,2,3)',
    'rgb(1, 2, 3)',
    'rgba(1, 2, 3, 0.5)',
    'rgb(1 2 3)',
    'rgb(1 2 3 / 50%)',
    'RGB(100%, 0%, 0%)',
    'rgb(.5 1.5 255)',
    'hsl(210, 50%, 40%)',
    'hsl(210deg 50% 40%)',
    'hsla(-30, 50%, 40%, .1)',
    'hsl(210 50 40 / 0.2)',
    'oklch(0.7 0.1 200)',
    'oklch(70% 0.1 200deg / 0.5)',
  ])('%s', (value) => {
    expect(isColor(value)).toBe(true)
  })
})

describe('takes nothing else that a browser would', () => {
  test.each([
    '',
    ' ',
    ' red',
    'red ',
    'reds',
    '#',
    '#12',
    '#12345',
    '#1234567',
    '#ggg',
    'fff',
    'var(--x)',
    'var(--x,url(//evil))',
    'attr(data-x)',
    'env(x)',
    'currentColor',
    'inherit',
    'ButtonText',
    'light-dark(red, blue)',
    'rgb(calc(1) 2 3)',
    'rgb(from red r g b)',
    'rgb(none 0 0)',
    'color-mix(in srgb, red, blue)',
    'color(srgb 1 0 0)',
    'lab(1 2 3)',
    'rgb()',
    'rgb(1,2)',
    'rgb(1,2,3,4,5)',
    'rgb(1 2 3 4)',
    'rgb(1,2,3 / 4)',
    'rgb(1 2 3 / 4 / 5)',
    'rgb(1,,3)',
    'rgb(1,2,3',
    'rgb 1 2 3',
    'hsl(10%, 1%, 1%)',
    'oklch(1, 2, 3)',
    'rgb(1deg 2 3)',
    'rgb(1e5 2 3)',
    'rgb(1;2;3)',
    'red;}',
    'red}body{display:none',
    'red/**/',
    'url(//evil)',
    '</style>',
    'red\n',
    '\\72 ed',
    'expression(1)',
  ])('%j', (value) => {
    expect(isColor(value)).toBe(false)
  })

  test('nor anything with a character that could leave its place in CSS or HTML', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...';{}<>"\'\\:!@&'), fc.string(), (before, character, after) => {
        expect(isColor(before + character + after)).toBe(false)
      }),
    )
  })
})
