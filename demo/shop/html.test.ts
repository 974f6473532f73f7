import { describe, expect, test } from 'vitest'
import { html, type Html } from './html.ts'

/** Removes the line breaks that the code formatter adds to templates. */
const markupOf = ({ markup }: Html): string => markup.replace(/\s*\n\s*/g, '')

describe('html', () => {
  test('html escapes text and attribute values', () => {
    const value = `<script>"'&`
    expect(
      markupOf(html`
        <b title="${value}">${value}</b>
      `),
    ).toBe('<b title="&lt;script&gt;&quot;&#39;&amp;">&lt;script&gt;&quot;&#39;&amp;</b>')
  })

  test('html keeps nested markup and lists of markup unescaped', () => {
    const items = ['a', '<'].map(
      (item) => html`
        <li>${item}</li>
      `,
    )
    expect(
      markupOf(html`
        <ul>
          ${items}
        </ul>
      `),
    ).toBe('<ul><li>a</li><li>&lt;</li></ul>')
  })

  test('html renders nothing for false and undefined, and renders 0', () => {
    expect(
      markupOf(html`
        <i>${false}${undefined}${0}</i>
      `),
    ).toBe('<i>0</i>')
  })

  test('html does not accept a plain object with a markup member', () => {
    const lookAlike = { markup: '<b>' } as never
    expect(
      markupOf(html`
        <i>${lookAlike}</i>
      `),
    ).toBe('<i>[object Object]</i>')
  })
})
